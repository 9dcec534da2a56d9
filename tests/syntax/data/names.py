é = ﬁ + ñ + Ⅷ
变量 = _ + __a1
print = match + case + type + self
match(x)
match[x] = case
