// RUN: x
func.func @a() {
  return
}

// -----

func.func @b() {
  %0 = "x"(%1) : () -> i32
  return
}

// -----
func.func @c(%x: i32) {
  return
}
// -----
