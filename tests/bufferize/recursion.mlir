// Recursive functions, and functions that call these: what is said of them, and what becomes of them.
// RUN: terrace-opt %s --one-shot-bufferize='bufferize-function-boundaries explain' -o %t 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file=%t

// SAID: recursion.mlir:[[#@LINE+5]]:1: remark: function 'itself' is recursive: its body is analyzed, but calls of it are taken to be of a function that nobody knows
// SAID: note: what is given to a call is taken to be read and written, so that it is copied if it is used later
// SAID: note: each result of a call is taken to be, perhaps, the buffer of any argument
// SAID: note: rule: a function is known to its callers once all that it calls is known
// CHECK-LABEL: func.func @itself
func.func @itself(%t: tensor<4xf32>, %f: f32, %i: index, %c: i1) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
    // CHECK: call @itself
    %1 = func.call @itself(%0, %f, %i, %c) : (tensor<4xf32>, f32, index, i1) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// SAID: remark: function 'even' is recursive
// SAID: recursion.mlir:[[#@LINE+9]]:1: note: 'odd' and 'even' call each other
// CHECK-LABEL: func.func @even
func.func @even(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @odd(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// SAID: remark: function 'odd' is recursive
// SAID: note: 'even' and 'odd' call each other
func.func @odd(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @even(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// SAID:     remark: function 'caller' calls recursive functions
// SAID-NOT: remark: function 'known'
// CHECK-LABEL: func.func @caller
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %{{.*}}, %[[COPY]]
// CHECK:         call @even
// CHECK:         memref.load
func.func @caller(%t: tensor<4xf32>, %i: index) -> (tensor<4xf32>, f32) {
  %0 = call @even(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}

func.func @known(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
