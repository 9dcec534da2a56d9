for a in b:
    c
else:
    d
while a:
    b
else:
    c
def f(*a): pass
def f(a, *b: c, d=e, **f): pass
def f(*, a): pass
def f(a=1, **b) -> c: pass
class A(B):
    def f(self):
        pass
class A(B, c.D):
    pass
def f(*a: *b): pass
