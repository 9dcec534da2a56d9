(), (a,), (a, b), (a, b,), (a), ((a)), ((a, b), c)
[], [a], [a, b,], [[a], []]
{}, {a: b}, {a: b, "c": 1,}, {a: {b: c}}, {lambda: a: lambda: b}
a,
a, b
