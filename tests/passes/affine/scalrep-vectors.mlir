// A vector covers several elements: a scalar does not overwrite all of them, and a vector beside an element may cover it.
// RUN: terrace-opt %s --affine-scalrep | FileCheck %s
// RUN: terrace-opt %s --affine-scalrep --match-upstream | FileCheck %s --check-prefix=UPSTREAM

func.func @part(%m: memref<8xf32>, %v: vector<4xf32>, %k: f32) {
  affine.vector_store %v, %m[0] : memref<8xf32>, vector<4xf32>
  affine.store %k, %m[0] : memref<8xf32>
  return
}
func.func @covered(%m: memref<8xf32>, %v: vector<4xf32>, %k: f32) -> f32 {
  affine.store %k, %m[2] : memref<8xf32>
  affine.vector_store %v, %m[0] : memref<8xf32>, vector<4xf32>
  %x = affine.load %m[2] : memref<8xf32>
  return %x : f32
}

// CHECK:      module {
// CHECK-LABEL: func.func @part(%arg0: memref<8xf32>, %arg1: vector<4xf32>, %arg2: f32) {
// CHECK-NEXT:     affine.vector_store %arg1, %arg0[0] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT:     affine.store %arg2, %arg0[0] : memref<8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @covered(%arg0: memref<8xf32>, %arg1: vector<4xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT:     affine.store %arg2, %arg0[2] : memref<8xf32>
// CHECK-NEXT:     affine.vector_store %arg1, %arg0[0] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT:     %0 = affine.load %arg0[2] : memref<8xf32>
// CHECK-NEXT:     return %0 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }

// UPSTREAM:      module {
// UPSTREAM-LABEL: func.func @part(%arg0: memref<8xf32>, %arg1: vector<4xf32>, %arg2: f32) {
// UPSTREAM-NEXT:     affine.store %arg2, %arg0[0] : memref<8xf32>
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @covered(%arg0: memref<8xf32>, %arg1: vector<4xf32>, %arg2: f32) -> f32 {
// UPSTREAM-NEXT:     affine.store %arg2, %arg0[2] : memref<8xf32>
// UPSTREAM-NEXT:     affine.vector_store %arg1, %arg0[0] : memref<8xf32>, vector<4xf32>
// UPSTREAM-NEXT:     return %arg2 : f32
// UPSTREAM-NEXT:   }
// UPSTREAM-NEXT: }
