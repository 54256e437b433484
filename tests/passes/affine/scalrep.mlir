// Loads get the values that were stored or loaded before, and stores that are overwritten go.
// RUN: terrace-opt %s --affine-scalrep | FileCheck %s

func.func @forward(%k: f32) -> f32 {
  %m = memref.alloc() : memref<8xf32>
  %z = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 8 iter_args(%a = %z) -> (f32) {
    affine.store %k, %m[%i] : memref<8xf32>
    %x = affine.load %m[%i] : memref<8xf32>
    %b = arith.addf %a, %x : f32
    affine.yield %b : f32
  }
  memref.dealloc %m : memref<8xf32>
  return %s : f32
}
func.func @between(%m: memref<8xf32>, %k: f32, %n: index) -> f32 {
  affine.store %k, %m[0] : memref<8xf32>
  affine.for %i = 1 to 8 {
    affine.store %k, %m[%i] : memref<8xf32>
  }
  %x = affine.load %m[0] : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<8xf32>
  }
  %y = affine.load %m[0] : memref<8xf32>
  return %y : f32
}
func.func @overwritten(%m: memref<8xf32>, %a: f32, %b: f32) {
  affine.store %a, %m[2] : memref<8xf32>
  affine.store %b, %m[2] : memref<8xf32>
  affine.store %a, %m[3] : memref<8xf32>
  %x = affine.load %m[3] : memref<8xf32>
  affine.store %x, %m[4] : memref<8xf32>
  affine.store %b, %m[3] : memref<8xf32>
  return
}
func.func @twice(%m: memref<8xf32>, %i: index) -> f32 {
  %x = affine.load %m[symbol(%i) + 1] : memref<8xf32>
  %one = arith.constant 1 : index
  %j = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %one]
  %y = affine.load %m[symbol(%j)] : memref<8xf32>
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// CHECK:      #map = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @forward(%arg0: f32) -> f32 {
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %0 = affine.for %arg1 = 0 to 8 iter_args(%arg2 = %cst) -> (f32) {
// CHECK-NEXT:       %1 = arith.addf %arg2, %arg0 : f32
// CHECK-NEXT:       affine.yield %1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : f32
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @between(%arg0: memref<8xf32>, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT:     affine.store %arg1, %arg0[0] : memref<8xf32>
// CHECK-NEXT:     affine.for %arg3 = 1 to 8 {
// CHECK-NEXT:       affine.store %arg1, %arg0[%arg3] : memref<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg3 = 0 to 8 {
// CHECK-NEXT:       affine.store %arg1, %arg0[%arg3] : memref<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = affine.load %arg0[0] : memref<8xf32>
// CHECK-NEXT:     return %0 : f32
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @overwritten(%arg0: memref<8xf32>, %arg1: f32, %arg2: f32) {
// CHECK-NEXT:     affine.store %arg2, %arg0[2] : memref<8xf32>
// CHECK-NEXT:     affine.store %arg1, %arg0[4] : memref<8xf32>
// CHECK-NEXT:     affine.store %arg2, %arg0[3] : memref<8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @twice(%arg0: memref<8xf32>, %arg1: index) -> f32 {
// CHECK-NEXT:     %0 = affine.load %arg0[symbol(%arg1) + 1] : memref<8xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %1 = affine.apply #map()[%arg1, %c1]
// CHECK-NEXT:     %2 = arith.addf %0, %0 : f32
// CHECK-NEXT:     return %2 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
