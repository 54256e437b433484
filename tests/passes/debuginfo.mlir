// Merged constants come from nowhere in particular; inlined ops come from where they were, called at the call.
// RUN: terrace-opt %s --inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

func.func private @callee(%a: i32 loc("arg")) -> i32 {
  %c1 = arith.constant 1 : i32 loc("one")
  %c = arith.constant 1 : i32 loc("another")
  %0 = arith.addi %a, %c1 : i32 loc("add")
  %1 = arith.muli %0, %c : i32 loc("mul")
  %2 = arith.xori %1, %c : i32 loc("xor")
  return %2 : i32 loc("return")
} loc("f")
func.func @caller(%a: i32 loc("garg")) -> i32 {
  %0 = call @callee(%a) : (i32) -> i32 loc("call")
  return %0 : i32 loc("greturn")
} loc("g")

// CHECK:      module {
// CHECK-NEXT:   func.func @caller(%arg0: i32 loc("garg")) -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32 loc(callsite(unknown at "call"))
// CHECK-NEXT:     %0 = arith.addi %arg0, %c1_i32 : i32 loc(callsite("add" at "call"))
// CHECK-NEXT:     %1 = arith.xori %0, %c1_i32 : i32 loc(callsite("xor" at "call"))
// CHECK-NEXT:     return %1 : i32 loc("greturn")
// CHECK-NEXT:   } loc("g")
// CHECK-NEXT: } loc("{{.*}}":0:0)
