// RUN: terrace-opt %s --convert-to-llvm --ripple-vectorize --split-input-file --verify-diagnostics

// A loop that was not expanded is reported: the vectorizer takes branches.

func.func @parallel_loop_that_is_not_expanded(%n: index, %x: memref<?xi64>) {
  %pe = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = "ripple.setshape"(%pe, %c8) : (i32, index) -> !llvm.ptr
  // expected-error @below {{a loop with a region, where branches are needed; use '--ripple-expand-parallel' before [ripple-loop-form]}}
  ripple.parallel (%b : !llvm.ptr) [0] %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i64
    memref.store %k, %x[%i] : memref<?xi64>
  }
  return
}

// -----

func.func @loop_of_scf_in_a_function_with_a_block(%n: index, %x: memref<?xi64>) {
  %pe = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = "ripple.setshape"(%pe, %c8) : (i32, index) -> !llvm.ptr
  // expected-error @below {{a loop with a region, where branches are needed; use '--convert-scf-to-cf' before [ripple-loop-form]}}
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i64
    memref.store %k, %x[%i] : memref<?xi64>
  }
  return
}

// -----

func.func @loop_of_scf_in_a_function_without_blocks(%n: index, %x: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i64
    memref.store %k, %x[%i] : memref<?xi64>
  }
  return
}
