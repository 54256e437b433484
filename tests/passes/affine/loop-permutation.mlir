// A nest is permuted as a whole; on request only if no dependence is reversed, and bounds do not depend on other loops.
// RUN: terrace-test-opt %s --test-loop-permutation=permutation-map=1,0 | FileCheck %s
// RUN: terrace-test-opt %s --test-loop-permutation="permutation-map=1,0 check-validity" 2>&1 | FileCheck %s --check-prefix=VALID

func.func @independent(%a: memref<8x16xf32>, %k: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 step 2 {
      %s = arith.addf %k, %k : f32
      affine.store %s, %a[%i, %j] : memref<8x16xf32>
    }
  }
  return
}
func.func @reversed(%a: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %x, %a[%i, %j] : memref<9x9xf32>
    }
  }
  return
}

// CHECK:      module {
// CHECK-LABEL: func.func @independent(%arg0: memref<8x16xf32>, %arg1: f32) {
// CHECK-NEXT:     affine.for %arg2 = 0 to 16 step 2 {
// CHECK-NEXT:       affine.for %arg3 = 0 to 8 {
// CHECK-NEXT:         %0 = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT:         affine.store %0, %arg0[%arg3, %arg2] : memref<8x16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @reversed(%arg0: memref<9x9xf32>) {
// CHECK-NEXT:     affine.for %arg1 = 0 to 8 {
// CHECK-NEXT:       affine.for %arg2 = 1 to 9 {
// CHECK-NEXT:         %0 = affine.load %arg0[%arg2 - 1, %arg1 + 1] : memref<9x9xf32>
// CHECK-NEXT:         affine.store %0, %arg0[%arg2, %arg1] : memref<9x9xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// VALID:      remark: loop nest is not permuted: a dependence would be reversed
// VALID:      note: the source of the dependence
// VALID:      note: the destination of the dependence
// VALID:      module {
// VALID-LABEL: func.func @independent(%arg0: memref<8x16xf32>, %arg1: f32) {
// VALID-NEXT:     affine.for %arg2 = 0 to 16 step 2 {
// VALID-NEXT:       affine.for %arg3 = 0 to 8 {
// VALID-NEXT:         %0 = arith.addf %arg1, %arg1 : f32
// VALID-NEXT:         affine.store %0, %arg0[%arg3, %arg2] : memref<8x16xf32>
// VALID-NEXT:       }
// VALID-NEXT:     }
// VALID-NEXT:     return
// VALID-NEXT:   }
// VALID-LABEL: func.func @reversed(%arg0: memref<9x9xf32>) {
// VALID-NEXT:     affine.for %arg1 = 1 to 9 {
// VALID-NEXT:       affine.for %arg2 = 0 to 8 {
// VALID-NEXT:         %0 = affine.load %arg0[%arg1 - 1, %arg2 + 1] : memref<9x9xf32>
// VALID-NEXT:         affine.store %0, %arg0[%arg1, %arg2] : memref<9x9xf32>
// VALID-NEXT:       }
// VALID-NEXT:     }
// VALID-NEXT:     return
// VALID-NEXT:   }
// VALID-NEXT: }
