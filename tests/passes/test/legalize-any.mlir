// A pattern for whatever op erases those of the test dialect; an erased op may have no uses.
// RUN: terrace-test-opt %s --split-input-file --test-legalize-unknown-root-patterns --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @erased
// CHECK-NEXT: return
func.func @erased() {
  %0 = "test.illegal_op_a"() : () -> i32
  "test.legal_op_b"() : () -> i32
  return
}

// -----

func.func @used() -> i32 {
  // expected-error@+1 {{failed to legalize unresolved materialization from () to ('i32') that remained live after conversion}}
  %0 = "test.illegal_op_a"() : () -> i32
  // expected-note@+1 {{see existing live user here: func.return %0 : i32}}
  return %0 : i32
}

// -----

// What folds to a result of an erased op uses it, too.
func.func @used_by_what_folds() -> i32 {
  // expected-error@+1 {{failed to legalize unresolved materialization from () to ('i32') that remained live after conversion}}
  %0 = "test.illegal_op_a"() : () -> i32
  %1 = "test.op_with_variadic_results_and_folder"(%0) : (i32) -> i32
  // expected-note@+1 {{see existing live user here}}
  return %1 : i32
}
