// Symbols at several depths: two kernels and two helpers of one name, and a module in a module.
module attributes {gpu.container_module} {
  func.func @host(%a: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 1 : index
    gpu.launch_func @first::@kernel blocks in (%c1, %c1, %c2) threads in (%c1, %c1, %c1) args(%a : memref<4xf32>)
    gpu.launch_func @second::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<4xf32>)
    return
  }
  gpu.module @first {
    gpu.func @kernel(%a: memref<4xf32>) kernel {
      %t = gpu.thread_id x
      %u = gpu.thread_id x
      %0 = memref.load %a[%t] : memref<4xf32>
      %1 = arith.addf %0, %0 : f32
      %2 = memref.load %a[%u] : memref<4xf32>
      memref.store %1, %a[%u] : memref<4xf32>
      gpu.return
    }
    func.func @helper(%x: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %0 = arith.addi %x, %c0 : i32
      return %0 : i32
    }
  }
  gpu.module @second {
    gpu.func @kernel(%a: memref<4xf32>) kernel {
      %t = gpu.thread_id y
      %u = gpu.thread_id y
      %0 = memref.load %a[%t] : memref<4xf32>
      %1 = arith.mulf %0, %0 : f32
      memref.store %1, %a[%u] : memref<4xf32>
      gpu.return
    }
    func.func @helper(%x: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %0 = arith.muli %x, %c0 : i32
      return %0 : i32
    }
  }
  module @outer {
    module @inner {
      func.func @helper(%x: i32) -> i32 {
        %0 = arith.addi %x, %x : i32
        %1 = arith.addi %x, %x : i32
        %2 = arith.muli %0, %1 : i32
        return %2 : i32
      }
    }
    func.func private @unused()
  }
}
