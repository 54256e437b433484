// Rings of calls: what is inlined is never copied into itself.
// RUN: terrace-opt %s --inline | FileCheck %s

// CHECK-LABEL: func.func @ring_of_three_first
// CHECK: call @ring_of_three_second
// CHECK-LABEL: func.func @ring_of_three_second
// CHECK: call @ring_of_three_second
// CHECK-LABEL: func.func @ring_of_three_third
// CHECK: call @ring_of_three_second
func.func @ring_of_three_first(%t: i32) -> i32 {
  %r = call @ring_of_three_second(%t) : (i32) -> i32
  return %r : i32
}
func.func @ring_of_three_second(%t: i32) -> i32 {
  %r = call @ring_of_three_third(%t) : (i32) -> i32
  return %r : i32
}
func.func @ring_of_three_third(%t: i32) -> i32 {
  %r = call @ring_of_three_first(%t) : (i32) -> i32
  return %r : i32
}

// A ring of four that is entered twice at each step, through regions and blocks.
// CHECK-LABEL: func.func @ring_of_four_first
func.func @ring_of_four_first(%t: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %x = func.call @ring_of_four_second(%t, %c) : (i32, i1) -> i32
    scf.yield %x : i32
  } else {
    %x = func.call @ring_of_four_third(%t, %c) : (i32, i1) -> i32
    scf.yield %x : i32
  }
  return %r : i32
}
// CHECK: func.func private @ring_of_four_second
func.func private @ring_of_four_second(%t: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %x = call @ring_of_four_third(%t, %c) : (i32, i1) -> i32
  return %x : i32
^b:
  %y = call @ring_of_four_fourth(%t, %c) : (i32, i1) -> i32
  return %y : i32
}
func.func private @ring_of_four_third(%t: i32, %c: i1) -> i32 {
  %x = call @ring_of_four_fourth(%t, %c) : (i32, i1) -> i32
  %y = call @ring_of_four_fourth(%x, %c) : (i32, i1) -> i32
  return %y : i32
}
func.func private @ring_of_four_fourth(%t: i32, %c: i1) -> i32 {
  %x = call @ring_of_four_first(%t, %c) : (i32, i1) -> i32
  return %x : i32
}
