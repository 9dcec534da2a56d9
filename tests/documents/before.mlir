module {
  func.func @halves(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    scf.for %arg2 = %c0 to %c64 step %c1 {
      %cst = arith.constant 2.000000e+00 : f32
      %0 = memref.load %arg0[%arg2] : memref<64xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.mulf %0, %0 : f32
      %3 = arith.addf %1, %2 : f32
      %4 = arith.divf %3, %cst : f32
      memref.store %4, %arg1[%arg2] : memref<64xf32>
    }
    return
  }
}
