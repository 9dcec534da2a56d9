# from tvm.script import tir as T

@T.prim_func
def match_sub(A: T.Buffer((64, 64), "float32"), B: T.Buffer((16, 16), "float32")):
# with T.block("root"):
for i, j in T.grid(4, 4):
with T.block("tile"):
vi, vj = T.axis.remap("SS", [i, j])
T.reads(A[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16])
T.writes(B[0:16, 0:16])
sub = T.match_buffer(A[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16], (16, 16), strides=("sub_s0", "sub_s1"), offset_factor=4)
for p, q in T.grid(16, 16):
with T.block("inner"):
vp, vq = T.axis.remap("SS", [p, q])
T.reads(sub[vp, vq])
T.writes(B[vp, vq])
B[vp, vq] = sub[vp, vq] * T.Cast("float32", sub.strides[0])
T.call_extern("int32", "intrin", sub.data, sub.elem_offset, sub.strides[1])