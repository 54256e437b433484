// Inlined ops have one stack of call sites, in whatever order the calls were inlined.
// RUN: terrace-opt %s --inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

func.func @calls_second(%t: i32) -> i32 {
  %r = call @calls_third(%t) : (i32) -> i32 loc("a")
  return %r : i32
}
func.func @calls_third(%t: i32) -> i32 {
  %r = call @calls_fourth(%t) : (i32) -> i32 loc(callsite("b" at "within"))
  return %r : i32
}
func.func @calls_fourth(%t: i32) -> i32 {
  %r = call @calls_fifth(%t) : (i32) -> i32 loc("c")
  return %r : i32
}
func.func @calls_fifth(%t: i32) -> i32 {
  %r = call @calls_first(%t) : (i32) -> i32 loc(callsite(callsite("d" at "e") at "f"))
  return %r : i32
}
func.func @calls_first(%t: i32) -> i32 {
  %r = call @calls_second(%t) : (i32) -> i32 loc("g")
  %s = arith.addi %r, %t : i32 loc("h")
  return %s : i32
}

// CHECK-LABEL: func.func @calls_third
// CHECK: call @calls_third(%arg0) : (i32) -> i32 loc(callsite("a" at callsite("g" at callsite(callsite("d" at "e") at callsite("f" at callsite("c" at callsite("b" at "within")))))))
// CHECK-NEXT: arith.addi {{.*}} loc(callsite("h" at callsite(callsite("d" at "e") at callsite("f" at callsite("c" at callsite("b" at "within"))))))
// CHECK-LABEL: func.func @calls_fourth
// CHECK: call @calls_third(%arg0) : (i32) -> i32 loc(callsite("a" at callsite("g" at callsite(callsite("d" at "e") at callsite("f" at "c")))))
// CHECK-NEXT: arith.addi {{.*}} loc(callsite("h" at callsite(callsite("d" at "e") at callsite("f" at "c"))))
// CHECK-LABEL: func.func @calls_first
// CHECK: arith.addi {{.*}} loc(callsite("h" at callsite(callsite("d" at "e") at callsite("f" at callsite("c" at callsite("b" at callsite("within" at callsite("a" at "g"))))))))
// CHECK-NEXT: arith.addi {{.*}} loc("h")
