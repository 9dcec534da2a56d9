func.func @f(%a: i32) {
  %0 = "x.y"(%a) : (i32) -> i32
  %c = arith.constant 1 : i32
  return
}
func.func @g(%b: i32) {
  return
}
