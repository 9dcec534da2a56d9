#a =
#b =
!c = i32
  #loc =