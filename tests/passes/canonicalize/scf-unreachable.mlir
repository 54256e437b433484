// A region that never gives a result: what is behind it is never reached. (mlir-opt leaves a null operand where the result is used.)
// RUN: terrace-opt %s --canonicalize | FileCheck %s

func.func @used() -> i32 {
  %0 = scf.execute_region -> i32 {
    ub.unreachable
  }
  return %0 : i32
}

func.func @unused() {
  %0 = scf.execute_region -> i32 {
    ub.unreachable
  }
  return
}

// CHECK:      func.func @used() -> i32 {
// CHECK-NEXT:   ub.unreachable
// CHECK-NEXT: }
// CHECK-NEXT: func.func @unused() {
// CHECK-NEXT:   ub.unreachable
// CHECK-NEXT: }
