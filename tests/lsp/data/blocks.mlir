module {
  func.func private @g(i32) -> i32
  func.func @f(%arg0: i32, %arg1: tensor<4xf32>) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %c0 = arith.constant 0 : index
    %1:2 = "test.op"(%0) : (i32) -> (i32, i32)
    cf.br ^bb1(%1#1 : i32)
  ^bb1(%x: i32):
    %2 = func.call @g(%x) : (i32) -> i32
    %3 = scf.for %i = %c0 to %c0 step %c0 iter_args(%a = %2) -> (i32) {
      scf.yield %a : i32
    }
    return %3 : i32
  }
}
