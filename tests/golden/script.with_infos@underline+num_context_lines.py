(... 7 lines skipped ...)
 8     def main(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"), y: R.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global")) -> R.Tensor((2, 3), dtype="float32", vdevice="llvm:1:global"):
                                                             ^^^^^^^^^^^^^^^
(... 3 lines skipped ...)