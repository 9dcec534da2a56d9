a = f"x{b}"
a = rF'''x\n
{ b + 1 }'''
a = f"{b!r:>{c}}" "{d}" f'{"e"}{{}}'
a = "{" "b" f"{c}" "}"
a = f""
a = f"{b != c}{d[1:2]}{f(e, g={1: 2})}\n"
f(*a)
f(b, *a, c=d)
a = [*b]
a = *b, c
for a, *b in c:
    d
a = f"{b=}" f"{b + c = }" f"{ {1: 2}[b]= }" f"{b=!s}" f"{b=:>4}" f"{b == c}"
