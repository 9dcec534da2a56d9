
  
# only

