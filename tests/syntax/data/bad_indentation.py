a = 1
    b = 2
    c = f(
)
d = 3
if a:
        e
    f
    g
        h
    i
j
  k
