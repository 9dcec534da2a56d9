fro i in range(4):
    a
whit a:
    b
retrun a
dfe f(a):
    b
clas A:
    b
print "x"
prnt(a) b
if a = b:
    c
f(a.b = c)
if a && b:
    c
if a || b:
    c
a = !b
a = b ? c : d
if a:
    b
else if c:
    d
improt a
x y
i++
for a in b:
    c
elif d:
    e
els:
    f
