@R.function
def inspected(
    whole: R.Tensor((4, "n"), "float16"), any: R.Tensor, typed: R.Tensor("int8"), i: R.Prim("int64")
):
    code = any.dtype.type_code
    bits = any.dtype.bits
    lanes = any.dtype.lanes
    rank = typed.ndim
    rows = typed.shape[0]
    row = whole.shape[i]
    step = any.strides[1]
    width = whole.strides[i]
    return (code, bits, lanes, rank, rows, row, step, width, any.byte_offset, typed.elem_offset)
