a = f"x{b}"
a = rF'''x
{b}'''
a = [b for b in c]
a = (b for b in c)
a = {b: c for b in c}
a = {b for b in c}
a = {b, c}
f(*a)
f(**a)
a = [*b]
a = *b, c
(a := b)
f(a := b)
if a := b:
    c
a = b = c
a.b: c = d
a = b"bytes" b"more"
a = 1j
def f(*a): pass
def f(a, /): pass
def f(*, a): pass
def f(**a): pass
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
class A(B):
    def f(self):
        pass
for a in b:
    c
else:
    d
while a:
    b
else:
    c
for a, *b in c:
    d
@a
async def f(): pass
