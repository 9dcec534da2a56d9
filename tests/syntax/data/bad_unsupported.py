a = [b for b in c]
a = (b for b in c)
a = {b: c for b in c}
a = {b for b in c}
a = {b, c}
f(**a)
a = *b
(a := b)
f(a := b)
if a := b:
    c
a = b = c()
a.b: c = d
a = b"bytes" b"more"
a = 1j
def f(a, /): pass
lambda *a: b
lambda a=1: a
async def f():
    pass
await a
yield a
a = yield
try:
    a
except B:
    c
else:
    d
finally:
    e
global a
nonlocal a
del a
raise a
from a import *
class A(b=c):
    def f(self):
        pass
@a
async def f(): pass
x = (*a) % 5
with (*a): pass
a = A[*b:1]
c = A[1:*b]
d = A[1:2:**b]
e = A[*b, 1:2]
f = A[x := 1:2]
@a := b
def f(): pass
class A(b := c): pass
f(a=1, *b)
match a:
    case 1:
        b
type A = b
