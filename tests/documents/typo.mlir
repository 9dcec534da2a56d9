func.func @scale(%x: memref<64xf32>, %f: f32) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = arith.mulf %a, %g : f32
    affine.store %b, %x[%j] : memref<64xf32>
  }
  cf.br ^out
}
