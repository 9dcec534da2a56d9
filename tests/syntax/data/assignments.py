a = b
a, b = c
a, = c
(a, b) = [c, d]
a: b
a: b = c
(a): b = c
a: b = c, d
a.b = c
a[b] = c
a += b
a[b] -= c; a.b *= c
a /= b; a //= b; a %= b; a **= b; a @= b
a <<= b; a >>= b; a &= b; a |= b; a ^= b
a = b, c
a = b,
[a, b] = c
