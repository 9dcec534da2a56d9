module attributes {app.version = 3 : i32} {
  memref.global "private" constant @weights : memref<4x4xf32> = dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e-01, 2.500000e-01, 1.250000e-01, 6.250000e-02], [-1.000000e+00, -2.000000e+00, -3.000000e+00, -4.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00]]>
  func.func @stencil(%arg0: memref<128x128xf32>, %arg1: memref<128x128xf32>) attributes {llvm.emit_c_interface} {
    %0 = memref.get_global @weights : memref<4x4xf32>
    affine.for %arg2 = 1 to 127 {
      affine.for %arg3 = 1 to 127 {
        %1 = affine.load %arg0[%arg2 - 1, %arg3] : memref<128x128xf32>
        %2 = affine.load %arg0[%arg2 + 1, %arg3] : memref<128x128xf32>
        %3 = affine.load %arg0[%arg2, %arg3 - 1] : memref<128x128xf32>
        %4 = affine.load %arg0[%arg2, %arg3 + 1] : memref<128x128xf32>
        %5 = affine.load %0[0, 1] : memref<4x4xf32>
        %6 = arith.addf %1, %2 : f32
        %7 = arith.addf %3, %4 : f32
        %8 = arith.addf %6, %7 : f32
        %9 = arith.mulf %8, %5 : f32
        affine.store %9, %arg1[%arg2, %arg3] : memref<128x128xf32>
      }
    }
    return
  }
}
// -----
module {
  func.func @collatz(%arg0: i64) -> i64 {
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %c3_i64 = arith.constant 3 : i64
    cf.br ^bb1(%arg0, %c0_i64 : i64, i64)
  ^bb1(%0: i64, %1: i64):  // 3 preds: ^bb0, ^bb3, ^bb4
    %2 = arith.cmpi sle, %0, %c1_i64 : i64
    cf.cond_br %2, ^bb5(%1 : i64), ^bb2
  ^bb2:  // pred: ^bb1
    %3 = arith.remui %0, %c2_i64 : i64
    %4 = arith.cmpi eq, %3, %c0_i64 : i64
    %5 = arith.addi %1, %c1_i64 : i64
    cf.cond_br %4, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    %6 = arith.divui %0, %c2_i64 : i64
    cf.br ^bb1(%6, %5 : i64, i64)
  ^bb4:  // pred: ^bb2
    %7 = arith.muli %0, %c3_i64 : i64
    %8 = arith.addi %7, %c1_i64 : i64
    cf.br ^bb1(%8, %5 : i64, i64)
  ^bb5(%9: i64):  // pred: ^bb1
    return %9 : i64
  }
}
// -----
module {
  func.func @prefix(%arg0: index, %arg1: memref<?xi32>, %arg2: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c0_i32 = arith.constant 0 : i32
    %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %c0_i32) -> (i32) {
      %1 = memref.load %arg1[%arg3] : memref<?xi32>
      %2 = arith.addi %arg4, %1 : i32
      memref.store %2, %arg2[%arg3] : memref<?xi32>
      %3 = arith.remsi %2, %1 : i32
      %4 = arith.cmpi eq, %3, %c0_i32 : i32
      %5 = scf.if %4 -> (i32) {
        %6 = arith.addi %2, %2 : i32
        scf.yield %6 : i32
      } else {
        scf.yield %2 : i32
      }
      scf.yield %5 : i32
    }
    call @use(%0) : (i32) -> ()
    return
  }
  func.func private @use(i32)
  func.func @dead(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.addi %arg0, %arg0 : i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.subi %2, %2 : i32
    %4 = arith.addi %2, %3 : i32
    return %4 : i32
  }
}
// -----
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @matmul(%arg0: tensor<64x128xf32>, %arg1: tensor<128x32xf32>, %arg2: tensor<32xf32>) -> tensor<64x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<64x128xf32>, tensor<128x32xf32>) outs(%1 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<64x32xf32>, tensor<32xf32>) outs(%0 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = arith.addf %in, %in_0 : f32
      %5 = arith.maximumf %4, %cst : f32
      linalg.yield %5 : f32
    } -> tensor<64x32xf32>
    return %3 : tensor<64x32xf32>
  }
}
// -----
#map = affine_map<(d0)[s0] -> (8, -d0 + s0)>
module {
  func.func @saxpy(%arg0: index, %arg1: f32, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0 = vector.broadcast %arg1 : f32 to vector<8xf32>
    scf.parallel (%arg4) = (%c0) to (%arg0) step (%c8) {
      %1 = affine.min #map(%arg4)[%arg0]
      %2 = vector.create_mask %1 : vector<8xi1>
      %3 = vector.transfer_read %arg2[%arg4], %cst, %2 {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
      %4 = vector.transfer_read %arg3[%arg4], %cst, %2 {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
      %5 = vector.fma %0, %3, %4 : vector<8xf32>
      vector.transfer_write %5, %arg3[%arg4], %2 {in_bounds = [true]} : vector<8xf32>, memref<?xf32>
      scf.reduce 
    }
    return
  }
}
