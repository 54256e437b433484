// Rings of calls: what is inlined is never copied into itself.
// RUN: terrace-opt %s --inline | FileCheck %s

// CHECK-LABEL: func.func @f0
// CHECK: call @f1
// CHECK-LABEL: func.func @f1
// CHECK: call @f1
// CHECK-LABEL: func.func @f2
// CHECK: call @f1
func.func @f0(%t: i32) -> i32 {
  %r = call @f1(%t) : (i32) -> i32
  return %r : i32
}
func.func @f1(%t: i32) -> i32 {
  %r = call @f2(%t) : (i32) -> i32
  return %r : i32
}
func.func @f2(%t: i32) -> i32 {
  %r = call @f0(%t) : (i32) -> i32
  return %r : i32
}

// A ring of four that is entered twice at each step, through regions and blocks.
// CHECK-LABEL: func.func @g0
func.func @g0(%t: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %x = func.call @g1(%t, %c) : (i32, i1) -> i32
    scf.yield %x : i32
  } else {
    %x = func.call @g2(%t, %c) : (i32, i1) -> i32
    scf.yield %x : i32
  }
  return %r : i32
}
// CHECK: func.func private @g1
func.func private @g1(%t: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %x = call @g2(%t, %c) : (i32, i1) -> i32
  return %x : i32
^b:
  %y = call @g3(%t, %c) : (i32, i1) -> i32
  return %y : i32
}
func.func private @g2(%t: i32, %c: i1) -> i32 {
  %x = call @g3(%t, %c) : (i32, i1) -> i32
  %y = call @g3(%x, %c) : (i32, i1) -> i32
  return %y : i32
}
func.func private @g3(%t: i32, %c: i1) -> i32 {
  %x = call @g0(%t, %c) : (i32, i1) -> i32
  return %x : i32
}
