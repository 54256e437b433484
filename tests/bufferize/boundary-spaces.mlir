// Boundaries: a dialect filter without func leaves them; spaces and layouts that they lack are errors; space 0 is none.
// RUN: terrace-opt %s --one-shot-bufferize="dialect-filter=tensor,bufferization bufferize-function-boundaries" | FileCheck %s --check-prefix=FILTER
// RUN: not terrace-opt %S/Inputs/boundary-errors.mlir --split-input-file --one-shot-bufferize=bufferize-function-boundaries 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=ZERO

// FILTER: func.func @filtered(%{{.*}}: tensor<?xf32>, %{{.*}}: f32, %{{.*}}: index) -> tensor<?xf32>
// FILTER: memref.store
// FILTER: return %{{.*}} : tensor<?xf32>
func.func @filtered(%t: tensor<?xf32>, %x: f32, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert %x into %t[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// ZERO: func.func @zero(%{{.*}}) -> memref<5xf32> {
// ZERO-NOT: to_tensor
// ZERO: return %{{.*}} : memref<5xf32>
func.func @zero(%t: tensor<5xf32>) -> tensor<5xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 0 : i64} : tensor<5xf32>
  return %0 : tensor<5xf32>
}

// ERROR: error: buffer of type 'memref<?xf32, 2>' is needed as one of type 'memref<?xf32, strided<[?], offset: ?>>', which has another memory space
