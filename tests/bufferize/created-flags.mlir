// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries --mlir-print-op-generic | FileCheck %s

// Accesses that passes create have their flags, as those of mlir-opt; what is read stays as it was written.

// CHECK: "memref.load"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (memref<4xf32>, index) -> f32
// CHECK: "memref.load"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{nontemporal = false}> : (memref<4xf32, strided<[?], offset: ?>>, index) -> f32
func.func @load_and_extract(%m: memref<4xf32>, %i: index, %t: tensor<4xf32>) -> f32 {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}
