a = "no end
b = 'no end \
either
c = 012
d = 0b12
e = 1__0
f = 12abc
g = 0x
h = 1.5.e5x
i = a ? b
j = a $ b
k = a \ b
l = !a
m = 18446744073709551616
n = 9223372036854775808
o = "\x4"
p = "\u12"
q = "\ud800"
r = "\N{BULLET}" "\N"
s = a€
t = 5j
u = `a`
v = "fine"
w = """no
end
