@a
@b.c(d=1)

# between decorators
@e
def f(a, b: T, c: U = 1, d=2,) -> V:  # behind the head
    return a


def g(): return 1
class A:
    """The text of
    the class."""
    def f(self):
        pass

    class B(): pass
    # at the end of A
# behind A
@x
class C:
    @y
    def f():
        "text"
