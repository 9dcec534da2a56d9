a = b + \
    c
if a and \
   b:
    c = \
d
\
e
\
f
if a:
    b
    \
  g
assert a, \
    "x"
