f()
f(a, b, c=1, d = 2,)
f(a)(b)[c].d(e=f(g))
f(a == b, c=d == e)
f(
    a,  # first
    # second
    b
    =
    1,
)
a.b.c
(a).b
"text".upper()
1.5.x
[].x, {}.y, ().z
f((a), (b,), ())
f((lambda a: a)(b), lambda: c)
f(*a or b, *not c, *d if e else f)
x[*a or b]
