@a
def f(b):
    if c:
        d
   else:
        e
@a
def g(b):
    if c:
        d
   else:
        e
   h
