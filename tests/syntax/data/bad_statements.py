a b
print "x"
a = 
return return
assert
def
def 1():
    pass
def f:
    pass
def f() - > int:
    pass
class
class 1: pass
for in a: pass
for a in: pass
with as b: pass
import
import 1
from a
from a import
from a import (b
c = 1
from import b
a.1
a.
a..b
@a b
def f(): pass
@a
b = 1
)
a = 1 +
a = not
a = b not c
a = b if c
a = b is is c
;
a;;b
f(a, , b)
x[]
x[1:2:3:4]
lambda
lambda a
else
as
in a
-> b
{a b}
{a: }
f(a= *b)
f(a=**b)
[*a or b]
x = *a or b,
(a
