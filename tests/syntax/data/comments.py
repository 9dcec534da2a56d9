# first
#second
#    third

# fourth
for a in b:
    # in the loop
    c
    # at its end
# behind the loop
    # odd column
d
if a:
    b
# before else
else:
    c
f(  # one
    a,
    # two
)  # three
x = 1  # %s   
#
