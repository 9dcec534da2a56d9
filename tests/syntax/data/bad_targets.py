1 = a
f() = a
a + b = c
(a, 1) = b
"x": T = 1
f(): T
a + b += c
(a, b) += c
None = a
... = a
for f() in a:
    b
with a as 1:
    b
lambda: 0 = a
a, b: T = c
[a, f()] = b
{} = a
