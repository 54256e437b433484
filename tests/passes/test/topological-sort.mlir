// RUN: terrace-test-opt %s --split-input-file --test-topological-sort-analysis --verify-diagnostics | FileCheck %s
// RUN: terrace-test-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(test-print-topological-sort))' | FileCheck %s --check-prefix=MARKED
// CONFIRMED: mlir-opt numbers them the same way.

// CHECK-LABEL: func.func @graph
func.func @graph() {
  // CHECK: "test.op"() {pos = 0 : index
  "test.op"() {root, selected} : () -> ()
  "test.graph"() ({
    // CHECK: "test.b"(%{{.+}}) {pos = 2 : index
    %2 = "test.b"(%1) {selected} : (i32) -> i32
    // CHECK: "test.a"(%{{.+}}) {pos = 1 : index
    %1 = "test.a"(%0) {selected} : (i32) -> i32
    // CHECK: "test.c"() {pos = 0 : index
    %0 = "test.c"() {selected} : () -> i32
    "test.around"() ({
      // CHECK: "test.d"(%{{.+}}) {pos = 3 : index
      "test.d"(%1) {selected} : (i32) -> ()
    // CHECK: }) {pos = 4 : index
    }) {selected} : () -> ()
  }) {root} : () -> ()
  return
}

// MARKED-LABEL: func.func @blocks
func.func @blocks(%c: i1) {
  // MARKED: arith.constant {test_sort_index = 0 : i32
  %0 = arith.constant {test_to_sort} 42 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // MARKED: arith.addi {{.*}}test_sort_index = 4 : i32
  %k = arith.addi %0, %0 {test_to_sort} : i32
  cf.br ^bb3
^bb2:
  scf.if %c {
    // MARKED: arith.addi {{.*}}test_sort_index = 2 : i32
    %1 = arith.addi %0, %0 {test_to_sort} : i32
    // MARKED: arith.subi {{.*}}test_sort_index = 3 : i32
    %2 = arith.subi %0, %1 {test_to_sort} : i32
  // MARKED: } {test_sort_index = 1 : i32
  } {test_to_sort}
  cf.br ^bb3
^bb4:
  // MARKED: arith.addi {{.*}}test_sort_index = 6 : i32
  %dead = arith.addi %0, %0 {test_to_sort} : i32
  cf.br ^bb3
^bb3:
  // MARKED: return {test_sort_index = 5 : i32
  return {test_to_sort}
}

// -----

func.func @ring() {
  // expected-error@below {{could not schedule all ops}}
  "test.graph"() ({
    %0 = "test.a"(%1) {selected} : (i32) -> i32
    %1 = "test.b"(%0) {selected} : (i32) -> i32
  }) {root} : () -> ()
  return
}
