// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @no_sizes(%pe: i32) {
  // expected-error @below {{'ripple.setshape' op has 0 sizes; a block has 1 to 10 dimensions}}
  %0 = "ripple.setshape"(%pe) : (i32) -> !llvm.ptr
  return
}

// -----

func.func @function(%value: i32, %f: (i32) -> i32) {
  // expected-error @below {{'ripple.shuffle' op expects an index function: two integers of one type, and a result of that type}}
  %0 = ripple.shuffle [%value : i32, %f : (i32) -> i32] -> i32
  return
}

// -----

func.func @bits(%mask: i64, %value: f32) {
  // expected-error @below {{'ripple.reduce.xor' op expects an integer}}
  %0 = ripple.reduce.xor %mask [%value : f32] -> f32
  return
}

// -----

func.func @nan(%mask: i64, %value: i32) {
  // expected-error @below {{'ripple.reduce.maximum' op expects a floating-point number}}
  %0 = ripple.reduce.maximum %mask [%value : i32] -> i32
  return
}

// -----

func.func @stack(%block: !llvm.ptr, %value: i32) {
  // expected-error @below {{'ripple.stack' op expects values of the type of the result}}
  %0 = ripple.stack (%block : !llvm.ptr) [%value : i32] -> f32
  return
}

// -----

func.func @no_dims(%b: !llvm.ptr, %n: index) {
  // expected-error @below {{'ripple.parallel' op expects at least one dimension}}
  ripple.parallel (%b : !llvm.ptr) [] %i = %n to %n step %n {
  }
  return
}

// -----

func.func @large_dim(%b: !llvm.ptr, %n: index) {
  // expected-error @below {{'ripple.parallel' op dimension 10 exceeds the largest dimension, 9}}
  ripple.parallel (%b : !llvm.ptr) [0, 10] %i = %n to %n step %n {
  }
  return
}

// -----

func.func @twice(%b: !llvm.ptr, %n: index) {
  // expected-error @below {{'ripple.parallel' op dimension 1 is listed twice}}
  ripple.parallel (%b : !llvm.ptr) [1, 1] %i = %n to %n step %n {
  }
  return
}

// -----

func.func @both(%b: !llvm.ptr, %n: index) {
  // expected-error @below {{'ripple.parallel' op 'no_remainder' and 'block_independent' exclude each other}}
  ripple.parallel (%b : !llvm.ptr) [1] %i = %n to %n step %n {
  } {no_remainder, block_independent}
  return
}

// -----

func.func @carried(%b: !llvm.ptr, %n: index, %x: f32) {
  // expected-error @below {{mismatch in number of loop-carried values and defined values}}
  %0 = ripple.parallel (%b : !llvm.ptr) [1] %i = %n to %n step %n iter_args(%s = %x) -> (f32, f32) {
    ripple.yield %s : f32
  }
  return
}

// -----

func.func @yielded(%b: !llvm.ptr, %n: index, %x: f32) {
  // expected-error @below {{along control flow edge from Operation ripple.yield to Region #0: successor operand type #0 'index' should match successor input type #0 'f32'}}
  %0 = ripple.parallel (%b : !llvm.ptr) [1] %i = %n to %n step %n iter_args(%s = %x) -> (f32) {
    // expected-note @below {{region branch point}}
    ripple.yield %n : index
  }
  return
}

// -----

func.func @many_sizes(%n: i32) {
  // expected-error @below {{'ripple.setshape' op has 11 sizes; a block has 1 to 10 dimensions}}
  %0 = ripple.setshape %n [%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32] : i32 -> !llvm.ptr
  return
}

// -----

func.func @many_indices(%value: i32, %n: i64) {
  // expected-error @below {{'ripple.slice' op has 11 indices; a block has at most 10 dimensions}}
  %0 = ripple.slice [%value : i32, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n] -> i32
  return
}

// -----

func.func @structure(%value: !llvm.struct<(i32)>, %n: i64) {
  // expected-error @below {{'ripple.slice' op operand #0 must be signless integer, floating-point or pointer-like type, but got '!llvm.struct<(i32)>'}}
  %0 = ripple.slice [%value : !llvm.struct<(i32)>, %n] -> !llvm.struct<(i32)>
  return
}

// -----

func.func @row(%value: f32, %index: f32) {
  // expected-error @below {{'ripple.row' op operand #1 must be signless integer or index, but got 'f32'}}
  %0 = ripple.row [%value : f32, %index : f32] -> f32
  return
}

// -----

func.func @cast(%value: i32) {
  // expected-error @below {{'ripple.float_cast' op operand #0 must be floating-point, but got 'i32'}}
  %0 = ripple.float_cast [%value : i32] -> f32
  return
}

// -----

func.func @bounds_of_two_types(%b: !llvm.ptr, %n: index, %m: i64) {
  // expected-error @below {{'ripple.parallel' op expects bounds and a step of one type}}
  "ripple.parallel"(%b, %n, %n, %m) <{dims = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    ripple.yield
  }) : (!llvm.ptr, index, index, i64) -> ()
  return
}

// -----

func.func @scalable(%value: f32) {
  // expected-error @below {{'ripple.scalable' op operand #0 must be signless integer or index, but got 'f32'}}
  %0 = ripple.scalable %value : f32
  return
}

// -----

func.func @unmarked(%b: !llvm.ptr) {
  // expected-error @below {{'ripple.loop_mark' op expects at least one dimension}}
  %0 = "ripple.loop_mark"(%b) {number = 1 : i64} : (!llvm.ptr) -> i1
  return
}

// -----

func.func @contradictory(%b: !llvm.ptr, %dim: i32) {
  // expected-error @below {{'ripple.loop_mark' op 'no_remainder' and 'block_independent' exclude each other}}
  %0 = ripple.loop_mark (%b : !llvm.ptr) [%dim : i32] number 1 {no_remainder, block_independent}
  return
}

// -----

func.func @parallel_mark(%b: !llvm.ptr) {
  // expected-error @below {{'ripple.parallel_mark' op expects at least one dimension}}
  "ripple.parallel_mark"(%b) : (!llvm.ptr) -> ()
  return
}

// -----

func.func @rank(%p: !llvm.ptr, %dims: i32) {
  // expected-error @below {{'ripple.thread_mark' op has 4 dimensions; a block of threads has 1 to 3}}
  %0 = ripple.thread_mark (%p : !llvm.ptr, %p : !llvm.ptr) [%dims : i32] number 1 rank 4
  return
}

// -----

func.func @not_a_function(%value: i32, %f: f32) {
  // expected-error @below {{'ripple.shuffle' op operand #1 must be function type or LLVM pointer type, but got 'f32'}}
  %0 = "ripple.shuffle"(%value, %f) : (i32, f32) -> i32
  return
}

// -----

func.func @not_a_number(%b: !llvm.ptr, %mask: i64, %value: vector<4xi32>) {
  // expected-error @below {{'ripple.broadcast' op operand #2 must be signless integer or floating-point, but got 'vector<4xi32>'}}
  %0 = "ripple.broadcast"(%b, %mask, %value) : (!llvm.ptr, i64, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @empty_stack(%b: !llvm.ptr) {
  // expected-error @below {{'ripple.stack' op expects at least one value}}
  %0 = "ripple.stack"(%b) : (!llvm.ptr) -> i32
  return
}

// -----

func.func @another_counter(%b: !llvm.ptr, %n: index) {
  // expected-error @below {{'ripple.parallel' op expects a first argument of the region of the type of the bounds}}
  "ripple.parallel"(%b, %n, %n, %n) <{dims = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> ({
  ^bb0(%i: i32):
    "ripple.yield"() : () -> ()
  }) : (!llvm.ptr, index, index, index) -> ()
  return
}
