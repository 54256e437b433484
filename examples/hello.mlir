// A module with two functions: read it, check it, print it.
//
//   terrace opt examples/hello.mlir

// The larger of two numbers, with control flow spelled out.
func.func private @max(%a: i32, %b: i32) -> i32 {
  %a_wins = arith.cmpi sgt, %a, %b : i32
  cf.cond_br %a_wins, ^done(%a : i32), ^done(%b : i32)
^done(%larger: i32):
  return %larger : i32
}

// Calls it with a constant.
func.func @at_least_seven(%x: i32) -> i32 {
  %seven = arith.constant 7 : i32
  %result = call @max(%x, %seven) : (i32, i32) -> i32
  return %result : i32
}
