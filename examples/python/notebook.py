# %% [markdown]
# Cells of a notebook. In Jupyter, the last value of a cell is shown in colours, and a difference
# side by side; here the cells print.

# %%
import tunip

before = tunip.parse("""
from tvm.script import tir as T

@T.prim_func
def scale(A: T.Buffer((64,), "float32")):
    for i in range(64):
        A[i] = A[i] * T.float32(2.0)
""")
before.show()

# %% A later version of the function.
after = tunip.parse(before.script().replace("range(64)", "T.vectorized(64)").replace("2.0", "3.0"))
diff = tunip.diff(before, after)
print(diff.side_by_side(120, lhs_name="before", rhs_name="after"))

# %% A mistake raises an exception that shows its place.
try:
    tunip.parse(before.script().replace("A[i] *", "B[i] *"), name="scale.py")
except tunip.Error as error:
    print(error)

# %% What a notebook shows.
print(diff._repr_html_().split("\n", maxsplit=1)[0])  # pyright: ignore[reportPrivateUsage]
