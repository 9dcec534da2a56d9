a = f(b, c
d = 1
e = g[0)
h = (1, 2]]
i = 3)
j = {"a": (1, [2, 3}
k = f(a b)
l = [
    1,
    2
    3,
]
m = f(
    1,
    2
n = 4
def o(a: T.int32:
    pass
def p(a: T.int32))):
    pass
q = f(a, b=1, c)
r = f(a=1, a=2)
s = (
