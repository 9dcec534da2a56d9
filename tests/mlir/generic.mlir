#map = affine_map<(d0, d1) -> (d0 - 1, d1)>
#map1 = affine_map<(d0, d1) -> (d0 + 1, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1 - 1)>
#map3 = affine_map<(d0, d1) -> (d0, d1 + 1)>
#map4 = affine_map<() -> (0, 1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<() -> (1)>
#map7 = affine_map<() -> (127)>
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e-01, 2.500000e-01, 1.250000e-01, 6.250000e-02], [-1.000000e+00, -2.000000e+00, -3.000000e+00, -4.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00]]> : tensor<4x4xf32>, sym_name = "weights", sym_visibility = "private", type = memref<4x4xf32>}> : () -> ()
  "func.func"() <{function_type = (memref<128x128xf32>, memref<128x128xf32>) -> (), sym_name = "stencil"}> ({
  ^bb0(%arg0: memref<128x128xf32>, %arg1: memref<128x128xf32>):
    %0 = "memref.get_global"() <{name = @weights}> : () -> memref<4x4xf32>
    "affine.for"() <{lowerBoundMap = #map6, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map7}> ({
    ^bb0(%arg2: index):
      "affine.for"() <{lowerBoundMap = #map6, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map7}> ({
      ^bb0(%arg3: index):
        %1 = "affine.load"(%arg0, %arg2, %arg3) <{map = #map}> : (memref<128x128xf32>, index, index) -> f32
        %2 = "affine.load"(%arg0, %arg2, %arg3) <{map = #map1}> : (memref<128x128xf32>, index, index) -> f32
        %3 = "affine.load"(%arg0, %arg2, %arg3) <{map = #map2}> : (memref<128x128xf32>, index, index) -> f32
        %4 = "affine.load"(%arg0, %arg2, %arg3) <{map = #map3}> : (memref<128x128xf32>, index, index) -> f32
        %5 = "affine.load"(%0) <{map = #map4}> : (memref<4x4xf32>) -> f32
        %6 = "arith.addf"(%1, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %7 = "arith.addf"(%3, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %8 = "arith.addf"(%6, %7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %9 = "arith.mulf"(%8, %5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "affine.store"(%9, %arg1, %arg2, %arg3) <{map = #map5}> : (f32, memref<128x128xf32>, index, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {app.version = 3 : i32} : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i64) -> i64, sym_name = "collatz"}> ({
  ^bb0(%arg0: i64):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %3 = "arith.constant"() <{value = 3 : i64}> : () -> i64
    "cf.br"(%arg0, %0)[^bb1] : (i64, i64) -> ()
  ^bb1(%4: i64, %5: i64):  // 3 preds: ^bb0, ^bb3, ^bb4
    %6 = "arith.cmpi"(%4, %1) <{predicate = 3 : i64}> : (i64, i64) -> i1
    "cf.cond_br"(%6, %5)[^bb5, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i64) -> ()
  ^bb2:  // pred: ^bb1
    %7 = "arith.remui"(%4, %2) : (i64, i64) -> i64
    %8 = "arith.cmpi"(%7, %0) <{predicate = 0 : i64}> : (i64, i64) -> i1
    %9 = "arith.addi"(%5, %1) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    "cf.cond_br"(%8)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb3:  // pred: ^bb2
    %10 = "arith.divui"(%4, %2) : (i64, i64) -> i64
    "cf.br"(%10, %9)[^bb1] : (i64, i64) -> ()
  ^bb4:  // pred: ^bb2
    %11 = "arith.muli"(%4, %3) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %12 = "arith.addi"(%11, %1) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    "cf.br"(%12, %9)[^bb1] : (i64, i64) -> ()
  ^bb5(%13: i64):  // pred: ^bb1
    "func.return"(%13) : (i64) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<?xi32>, memref<?xi32>) -> (), sym_name = "prefix"}> ({
  ^bb0(%arg1: index, %arg2: memref<?xi32>, %arg3: memref<?xi32>):
    %5 = "arith.constant"() <{value = 0 : index}> : () -> index
    %6 = "arith.constant"() <{value = 1 : index}> : () -> index
    %7 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %8 = "scf.for"(%5, %arg1, %6, %7) ({
    ^bb0(%arg4: index, %arg5: i32):
      %9 = "memref.load"(%arg2, %arg4) : (memref<?xi32>, index) -> i32
      %10 = "arith.addi"(%arg5, %9) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "memref.store"(%10, %arg3, %arg4) : (i32, memref<?xi32>, index) -> ()
      %11 = "arith.remsi"(%10, %9) : (i32, i32) -> i32
      %12 = "arith.cmpi"(%11, %7) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %13 = "scf.if"(%12) ({
        %14 = "arith.addi"(%10, %10) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.yield"(%14) : (i32) -> ()
      }, {
        "scf.yield"(%10) : (i32) -> ()
      }) : (i1) -> i32
      "scf.yield"(%13) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.call"(%8) <{callee = @use}> : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "use", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "dead"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %2 = "arith.muli"(%0, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %3 = "arith.subi"(%2, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %4 = "arith.addi"(%2, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%4) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<64x128xf32>, tensor<128x32xf32>, tensor<32xf32>) -> tensor<64x32xf32>, sym_name = "matmul"}> ({
  ^bb0(%arg0: tensor<64x128xf32>, %arg1: tensor<128x32xf32>, %arg2: tensor<32xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "tensor.empty"() : () -> tensor<64x32xf32>
    %2 = "linalg.fill"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      "linalg.yield"(%arg9) : (f32) -> ()
    }) : (f32, tensor<64x32xf32>) -> tensor<64x32xf32>
    %3 = "linalg.matmul"(%arg0, %arg1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32, %arg8: f32):
      %7 = "arith.mulf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %8 = "arith.addf"(%arg8, %7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%8) : (f32) -> ()
    }) {linalg.memoized_indexing_maps = [#map, #map1, #map2]} : (tensor<64x128xf32>, tensor<128x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %4 = "linalg.generic"(%3, %arg2, %1) <{indexing_maps = [#map3, #map4, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg3: f32, %arg4: f32, %arg5: f32):
      %5 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %6 = "arith.maximumf"(%5, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%6) : (f32) -> ()
    }) : (tensor<64x32xf32>, tensor<32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    "func.return"(%4) : (tensor<64x32xf32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
#map = affine_map<(d0)[s0] -> (8, -d0 + s0)>
#map1 = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, memref<?xf32>, memref<?xf32>) -> (), sym_name = "saxpy"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: memref<?xf32>, %arg3: memref<?xf32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 8 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "vector.broadcast"(%arg1) : (f32) -> vector<8xf32>
    "scf.parallel"(%0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%arg4: index):
      %4 = "affine.min"(%arg4, %arg0) <{map = #map}> : (index, index) -> index
      %5 = "vector.create_mask"(%4) : (index) -> vector<8xi1>
      %6 = "vector.transfer_read"(%arg2, %arg4, %2, %5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = #map1}> : (memref<?xf32>, index, f32, vector<8xi1>) -> vector<8xf32>
      %7 = "vector.transfer_read"(%arg3, %arg4, %2, %5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = #map1}> : (memref<?xf32>, index, f32, vector<8xi1>) -> vector<8xf32>
      %8 = "vector.fma"(%3, %6, %7) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      "vector.transfer_write"(%8, %arg3, %arg4, %5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = #map1}> : (vector<8xf32>, memref<?xf32>, index, vector<8xi1>) -> ()
      "scf.reduce"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
