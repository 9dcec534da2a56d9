for i in range(4):
a = 1
if a
    b = 2
else:
    c = 3
while a:

def f(a):
# only a comment
class A:
    def g(self):
    b = 1
with a as b
    c
for i range(4):
    d
elif a:
    e
else:
    f
if a = b:
    g
