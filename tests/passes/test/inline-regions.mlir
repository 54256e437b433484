// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-inline))' | FileCheck %s
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-inline-callback))' | FileCheck %s --check-prefix=REGION
// CONFIRMED: mlir-opt prints the same with the callback, and without it for the first function; on the others it crashes.

// CHECK-LABEL: func.func @one
// CHECK-NEXT: %[[A:.+]] = arith.addi %arg0, %arg0
// CHECK-NEXT: return %[[A]]
// REGION-LABEL: func.func @one
// REGION-NEXT: %[[A:.+]] = scf.execute_region -> i32 {
// REGION-NEXT: %[[B:.+]] = arith.addi %arg0, %arg0
// REGION-NEXT: scf.yield %[[B]]
// REGION-NEXT: }
// REGION-NEXT: return %[[A]]
func.func @one(%x: i32) -> i32 {
  %f = "test.functional_region_op"() ({
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    "test.return"(%b) : (i32) -> ()
  }) : () -> ((i32) -> i32)
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @two
// CHECK-NEXT: %[[A:.+]] = arith.addi %arg0, %arg0
// CHECK-NEXT: %[[B:.+]] = arith.addi %[[A]], %[[A]]
// CHECK-NEXT: return %[[B]]
// REGION-LABEL: func.func @two
// REGION-COUNT-2: scf.execute_region
func.func @two(%x: i32) -> i32 {
  %f = "test.functional_region_op"() ({
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    "test.return"(%b) : (i32) -> ()
  }) : () -> ((i32) -> i32)
  %0 = call_indirect %f(%x) : (i32) -> i32
  %1 = call_indirect %f(%0) : (i32) -> i32
  return %1 : i32
}

// CHECK-LABEL: func.func @blocks
// CHECK-NEXT: cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
// CHECK: cf.br ^bb3(%{{.+}} : i32)
// CHECK: %[[B:.+]] = arith.addi
// CHECK-NEXT: cf.br ^bb3(%[[B]] : i32)
// CHECK-NEXT: ^bb3(%[[R:.+]]: i32):
// CHECK-NEXT: return %[[R]]
// REGION-LABEL: func.func @blocks
// REGION-NEXT: scf.execute_region
// REGION-NEXT: cf.cond_br
func.func @blocks(%x: i32, %c: i1) -> i32 {
  %f = "test.functional_region_op"() ({
  ^bb0(%a: i32):
    cf.cond_br %c, ^bb1(%a : i32), ^bb2
  ^bb1(%d: i32):
    "test.return"(%d) : (i32) -> ()
  ^bb2:
    %b = arith.addi %a, %a : i32
    "test.return"(%b) : (i32) -> ()
  }) : () -> ((i32) -> i32)
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}
