[a or b and not c, not a == b, a if b else c if d else e, (a if b else c) if d else e]
[a | b ^ c & d << e + f * g ** h, a ** b ** c, (a ** b) ** c, -a ** -b, 2 ** -1]
[a - b - c, a - (b - c), a / b // c % d @ e, (a + b) * c, ~-+a]
[a < b, a <= b, a == b, a != b, a > b, a >= b, a is b, a is not b, a in b, a not in b]
[a < b < c, a < b == c != d, (a < b) < c, a < (b < c), not a < b, a < b and b < c]
[lambda: 0, lambda a: a, lambda a, b,: a + b, lambda a: lambda b: a if b else c]
[a
 +
 b]
--0, -(0), -(-0), --1, -(1)
