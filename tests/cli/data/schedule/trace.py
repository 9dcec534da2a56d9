# from tvm import tir
def apply_trace(sch: tir.Schedule) -> None:
  b0 = sch.get_block(name="B", func_name="main")
  l1, = sch.get_loops(block=b0)
  l2, l3 = sch.split(loop=l1, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
  sch.parallel(loop=l2)
