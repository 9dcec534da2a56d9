#tile = affine_map<(d0)[s0] -> (d0 * 4 + s0)>
module attributes {app.version = 3 : i32} {
  memref.global "private" constant @weights : memref<4x4xf32> = dense<[[1.0, 2.0, 3.0, 4.0], [0.5, 0.25, 0.125, 0.0625], [-1.0, -2.0, -3.0, -4.0], [0.0, 0.0, 0.0, 1.0]]>
  func.func @stencil(%in: memref<128x128xf32>, %out: memref<128x128xf32>) attributes {llvm.emit_c_interface} {
    %w = memref.get_global @weights : memref<4x4xf32>
    affine.for %i = 1 to 127 {
      affine.for %j = 1 to 127 {
        %a = affine.load %in[%i - 1, %j] : memref<128x128xf32>
        %b = affine.load %in[%i + 1, %j] : memref<128x128xf32>
        %c = affine.load %in[%i, %j - 1] : memref<128x128xf32>
        %d = affine.load %in[%i, %j + 1] : memref<128x128xf32>
        %k = affine.load %w[0, 1] : memref<4x4xf32>
        %ab = arith.addf %a, %b : f32
        %cd = arith.addf %c, %d : f32
        %s = arith.addf %ab, %cd : f32
        %r = arith.mulf %s, %k : f32
        affine.store %r, %out[%i, %j] : memref<128x128xf32>
      }
    }
    return
  }
}

// -----

func.func @collatz(%start: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  cf.br ^head(%start, %c0 : i64, i64)
^head(%n: i64, %steps: i64):
  %done = arith.cmpi sle, %n, %c1 : i64
  cf.cond_br %done, ^exit(%steps : i64), ^body
^body:
  %rem = arith.remui %n, %c2 : i64
  %even = arith.cmpi eq, %rem, %c0 : i64
  %next_steps = arith.addi %steps, %c1 : i64
  cf.cond_br %even, ^half, ^triple
^half:
  %h = arith.divui %n, %c2 : i64
  cf.br ^head(%h, %next_steps : i64, i64)
^triple:
  %t = arith.muli %n, %c3 : i64
  %t1 = arith.addi %t, %c1 : i64
  cf.br ^head(%t1, %next_steps : i64, i64)
^exit(%r: i64):
  return %r : i64
}

// -----

func.func @prefix(%n: index, %src: memref<?xi32>, %dst: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (i32) {
    %v = memref.load %src[%i] : memref<?xi32>
    %s = arith.addi %acc, %v : i32
    memref.store %s, %dst[%i] : memref<?xi32>
    %odd = arith.remsi %s, %v : i32
    %is = arith.cmpi eq, %odd, %z : i32
    %t = scf.if %is -> (i32) {
      %u = arith.addi %s, %s : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  func.call @use(%last) : (i32) -> ()
  return
}
func.func private @use(i32)
func.func @dead(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  %d = arith.subi %c, %c : i32
  %e = arith.addi %c, %d : i32
  return %e : i32
}

// -----

func.func @matmul(%a: tensor<64x128xf32>, %b: tensor<128x32xf32>, %bias: tensor<32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %init = tensor.empty() : tensor<64x32xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  %mm = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x32xf32>) outs(%fill : tensor<64x32xf32>) -> tensor<64x32xf32>
  %out = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%mm, %bias : tensor<64x32xf32>, tensor<32xf32>) outs(%init : tensor<64x32xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %s = arith.addf %x, %y : f32
      %r = arith.maximumf %s, %zero : f32
      linalg.yield %r : f32
  } -> tensor<64x32xf32>
  return %out : tensor<64x32xf32>
}

// -----

func.func @net(%x: tensor<1x28x28x1xf32>, %w: tensor<8x3x3x1xf32>, %b: tensor<8xf32>) -> tensor<1x28x28x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x28x28x1xf32>, tensor<8x3x3x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x28x28x8xf32>
  %r = tosa.clamp %c {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x28x28x8xf32>) -> tensor<1x28x28x8xf32>
  return %r : tensor<1x28x28x8xf32>
}

// -----

func.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 0.0 : f32
  %va = vector.broadcast %a : f32 to vector<8xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c8) {
    %m = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %mask = vector.create_mask %m : vector<8xi1>
    %vx = vector.transfer_read %x[%i], %pad, %mask {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
    %vy = vector.transfer_read %y[%i], %pad, %mask {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
    %f = vector.fma %va, %vx, %vy : vector<8xf32>
    vector.transfer_write %f, %y[%i], %mask {in_bounds = [true]} : vector<8xf32>, memref<?xf32>
    scf.reduce
  }
  return
}
