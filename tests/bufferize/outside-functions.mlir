// What is in no function is analyzed too: the module's own body, regions of unknown ops, functions of other dialects.
// RUN: terrace-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops" | FileCheck %s
// RUN: not terrace-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize=bufferize-function-boundaries 2>&1 | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: scf.execute_region
// CHECK: %[[T:.*]] = memref.alloc()
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %[[T]], %[[COPY]]
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: memref.load %[[T]]
%i = arith.constant 1 : index
%x = arith.constant 2.0 : f32
%y = arith.constant 3.0 : f32
scf.execute_region {
  %t = tensor.from_elements %x, %x, %x, %x : tensor<4xf32>
  %0 = tensor.insert %y into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  vector.print %1 : f32
  scf.yield
}

// -----

// CHECK-LABEL: "my.kernel"
// CHECK: memref.copy %{{.*}}, %[[COPY:.*]] :
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: %[[SEEN:.*]] = memref.load
// CHECK: "my.use"(%{{.*}}, %[[SEEN]])
// STRICT: error: op was not bufferized
"my.kernel"() ({
^bb0(%t: tensor<4xf32>, %i: index, %x: f32):
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  "my.use"(%0, %1) : (tensor<4xf32>, f32) -> ()
}) : () -> ()

// -----

// CHECK-LABEL: ml_program.func @ml_program_function
// CHECK: memref.copy %{{.*}}, %[[COPY:.*]] :
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: memref.load
// STRICT: error: op was not bufferized
ml_program.func @ml_program_function(%t: tensor<4xf32>, %i: index, %x: f32) -> (f32, tensor<4xf32>) {
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  ml_program.return %1, %0 : f32, tensor<4xf32>
}

// -----

// Boundaries of functions in modules inside are bufferized, and calls find the function of their own module.
// CHECK-LABEL: module @inner
// CHECK: func.func @callee(%{{.*}}: memref<4xf32, strided<[?], offset: ?>>, %{{.*}}: f32, %{{.*}}: index) -> (memref<4xf32>, f32)
// CHECK: func.func @caller
// CHECK: call @callee(%{{.*}}) : (memref<4xf32, strided<[?], offset: ?>>, f32, index) -> (memref<4xf32>, f32)
module @inner {
  func.func @callee(%t: tensor<4xf32>, %x: f32, %i: index) -> (tensor<4xf32>, f32) {
    %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
    %1 = tensor.extract %t[%i] : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, f32
  }
  func.func @caller(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
    %0, %1 = func.call @callee(%t, %x, %i) : (tensor<4xf32>, f32, index) -> (tensor<4xf32>, f32)
    %2 = tensor.extract %t[%i] : tensor<4xf32>
    return %2 : f32
  }
}
func.func @callee(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}

// -----

// STRICT: error: op was not bufferized
shape.function_library @lib {
  shape.func @shape_function(%t: tensor<?xindex>, %i: index) -> index {
    %c = arith.constant 3 : index
    %0 = tensor.insert %c into %t[%i] : tensor<?xindex>
    %1 = tensor.extract %t[%i] : tensor<?xindex>
    shape.return %1 : index
  }
} mapping {}
