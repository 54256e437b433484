// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @no_sizes(%pe: i32) {
  // expected-error @below {{'ripple.setshape' op has 0 sizes; a block has 1 to 10 dimensions}}
  %0 = "ripple.setshape"(%pe) : (i32) -> !llvm.ptr
  return
}

// -----

func.func @negative(%pe: i32) {
  %size = arith.constant -3 : i32
  // expected-error @below {{'ripple.setshape' op has a size that is negative}}
  %0 = ripple.setshape %pe [%size : i32] : i32 -> !llvm.ptr
  return
}

// -----

func.func @dimension(%block: !llvm.ptr) {
  %dim = arith.constant 10 : i32
  // expected-error @below {{'ripple.index' op dimension 10 exceeds the largest dimension, 9}}
  %0 = ripple.index (%block : !llvm.ptr) [%dim : i32] -> i32
  return
}

// -----

func.func @mask(%value: i32) {
  %mask = arith.constant 1024 : i64
  // expected-error @below {{'ripple.reduce.add' op mask of dimensions 0b10000000000 has bits at or above 10}}
  %0 = ripple.reduce.add %mask [%value : i32] -> i32
  return
}

// -----

func.func @index(%value: i32) {
  %index = arith.constant -2 : i64
  // expected-error @below {{'ripple.slice' op has an index below -1}}
  %0 = ripple.slice [%value : i32, %index] -> i32
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
