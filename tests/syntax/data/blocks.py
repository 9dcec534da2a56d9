if a:
    b
if a:
    b
elif c:
    d
else:
    e
if a:
    b
elif c:
    d
while a < b:
    c
for a in b:
    c
for a, b in c, d:
    e
for (a, b), c in d:
    pass
for a, in b:
    pass
for a.b in c:
    pass
with a:
    b
with a as b:
    c
with a as b, c, d as e:
    f
with (a as b, c):
    d
with (a, b):
    c
with (a):
    b
with (a) as b:
    c
with (a, b) as c:
    d
with (a).b(c) as d, e:
    f
with ():
    pass
with (a + b) * c as (d, e):
    pass
with ((a,)): pass
with (a, (b,)): pass
with (): pass
