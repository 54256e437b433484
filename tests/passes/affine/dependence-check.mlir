// The ranges of the distances of dependences between accesses, in each loop around both.
// RUN: terrace-test-opt %s --test-memref-dependence-check 2>&1 | FileCheck %s

func.func @distances(%k: f32, %n: index) {
  %a = memref.alloc() : memref<100xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i * 2 + %j + 1] : memref<100xf32>
      affine.store %x, %a[%i * 2 + %j] : memref<100xf32>
    }
  }
  return
}
func.func @steps_and_symbols(%k: f32, %n: index) {
  %a = memref.alloc() : memref<100xf32>
  affine.for %i = 0 to 40 step 4 {
    affine.store %k, %a[%i + symbol(%n)] : memref<100xf32>
    %x = affine.load %a[%i + symbol(%n) + 8] : memref<100xf32>
    %y = affine.load %a[%i + symbol(%n) + 9] : memref<100xf32>
  }
  return
}
func.func @remainders(%k: f32) {
  %a = memref.alloc() : memref<4x8xf32>
  affine.for %i = 0 to 16 {
    affine.store %k, %a[%i mod 4, %i floordiv 4] : memref<4x8xf32>
    %x = affine.load %a[(%i + 3) mod 4, 0] : memref<4x8xf32>
  }
  return
}
#even = affine_set<(d0) : (d0 mod 2 == 0)>
func.func @conditions(%k: f32) {
  %a = memref.alloc() : memref<100xf32>
  affine.for %i = 0 to 16 {
    affine.if #even(%i) {
      affine.store %k, %a[%i] : memref<100xf32>
    } else {
      affine.store %k, %a[%i + 1] : memref<100xf32>
    }
    affine.parallel (%j) = (%i + 1) to (16) {
      %x = affine.load %a[%j] : memref<100xf32>
    }
  }
  return
}

// CHECK:      remark: dependence from 0 to 0 at depth 1 = false
// CHECK:      remark: dependence from 0 to 0 at depth 2 = false
// CHECK:      remark: dependence from 0 to 0 at depth 3 = false
// CHECK:      remark: dependence from 0 to 1 at depth 1 = [1, 9][-17, -1]
// CHECK:      remark: dependence from 0 to 1 at depth 2 = [0, 0][1, 1]
// CHECK:      remark: dependence from 0 to 1 at depth 3 = false
// CHECK:      remark: dependence from 0 to 2 at depth 1 = false
// CHECK:      remark: dependence from 0 to 3 at depth 1 = false
// CHECK:      remark: dependence from 0 to 4 at depth 1 = false
// CHECK:      remark: dependence from 0 to 5 at depth 1 = false
// CHECK:      remark: dependence from 0 to 6 at depth 1 = false
// CHECK:      remark: dependence from 0 to 7 at depth 1 = false
// CHECK:      remark: dependence from 0 to 8 at depth 1 = false
// CHECK:      remark: dependence from 0 to 9 at depth 1 = false
// CHECK:      remark: dependence from 1 to 0 at depth 1 = [1, 9][-19, -3]
// CHECK:      remark: dependence from 1 to 0 at depth 2 = false
// CHECK:      remark: dependence from 1 to 0 at depth 3 = false
// CHECK:      remark: dependence from 1 to 1 at depth 1 = [1, 9][-18, -2]
// CHECK:      remark: dependence from 1 to 1 at depth 2 = false
// CHECK:      remark: dependence from 1 to 1 at depth 3 = false
// CHECK:      remark: dependence from 1 to 2 at depth 1 = false
// CHECK:      remark: dependence from 1 to 3 at depth 1 = false
// CHECK:      remark: dependence from 1 to 4 at depth 1 = false
// CHECK:      remark: dependence from 1 to 5 at depth 1 = false
// CHECK:      remark: dependence from 1 to 6 at depth 1 = false
// CHECK:      remark: dependence from 1 to 7 at depth 1 = false
// CHECK:      remark: dependence from 1 to 8 at depth 1 = false
// CHECK:      remark: dependence from 1 to 9 at depth 1 = false
// CHECK:      remark: dependence from 2 to 0 at depth 1 = false
// CHECK:      remark: dependence from 2 to 1 at depth 1 = false
// CHECK:      remark: dependence from 2 to 2 at depth 1 = false
// CHECK:      remark: dependence from 2 to 2 at depth 2 = false
// CHECK:      remark: dependence from 2 to 3 at depth 1 = false
// CHECK:      remark: dependence from 2 to 3 at depth 2 = false
// CHECK:      remark: dependence from 2 to 4 at depth 1 = false
// CHECK:      remark: dependence from 2 to 4 at depth 2 = false
// CHECK:      remark: dependence from 2 to 5 at depth 1 = false
// CHECK:      remark: dependence from 2 to 6 at depth 1 = false
// CHECK:      remark: dependence from 2 to 7 at depth 1 = false
// CHECK:      remark: dependence from 2 to 8 at depth 1 = false
// CHECK:      remark: dependence from 2 to 9 at depth 1 = false
// CHECK:      remark: dependence from 3 to 0 at depth 1 = false
// CHECK:      remark: dependence from 3 to 1 at depth 1 = false
// CHECK:      remark: dependence from 3 to 2 at depth 1 = [8, 8]
// CHECK:      remark: dependence from 3 to 2 at depth 2 = false
// CHECK:      remark: dependence from 3 to 3 at depth 1 = false
// CHECK:      remark: dependence from 3 to 3 at depth 2 = false
// CHECK:      remark: dependence from 3 to 4 at depth 1 = false
// CHECK:      remark: dependence from 3 to 4 at depth 2 = false
// CHECK:      remark: dependence from 3 to 5 at depth 1 = false
// CHECK:      remark: dependence from 3 to 6 at depth 1 = false
// CHECK:      remark: dependence from 3 to 7 at depth 1 = false
// CHECK:      remark: dependence from 3 to 8 at depth 1 = false
// CHECK:      remark: dependence from 3 to 9 at depth 1 = false
// CHECK:      remark: dependence from 4 to 0 at depth 1 = false
// CHECK:      remark: dependence from 4 to 1 at depth 1 = false
// CHECK:      remark: dependence from 4 to 2 at depth 1 = false
// CHECK:      remark: dependence from 4 to 2 at depth 2 = false
// CHECK:      remark: dependence from 4 to 3 at depth 1 = false
// CHECK:      remark: dependence from 4 to 3 at depth 2 = false
// CHECK:      remark: dependence from 4 to 4 at depth 1 = false
// CHECK:      remark: dependence from 4 to 4 at depth 2 = false
// CHECK:      remark: dependence from 4 to 5 at depth 1 = false
// CHECK:      remark: dependence from 4 to 6 at depth 1 = false
// CHECK:      remark: dependence from 4 to 7 at depth 1 = false
// CHECK:      remark: dependence from 4 to 8 at depth 1 = false
// CHECK:      remark: dependence from 4 to 9 at depth 1 = false
// CHECK:      remark: dependence from 5 to 0 at depth 1 = false
// CHECK:      remark: dependence from 5 to 1 at depth 1 = false
// CHECK:      remark: dependence from 5 to 2 at depth 1 = false
// CHECK:      remark: dependence from 5 to 3 at depth 1 = false
// CHECK:      remark: dependence from 5 to 4 at depth 1 = false
// CHECK:      remark: dependence from 5 to 5 at depth 1 = false
// CHECK:      remark: dependence from 5 to 5 at depth 2 = false
// CHECK:      remark: dependence from 5 to 6 at depth 1 = [1, 15]
// CHECK:      remark: dependence from 5 to 6 at depth 2 = false
// CHECK:      remark: dependence from 5 to 7 at depth 1 = false
// CHECK:      remark: dependence from 5 to 8 at depth 1 = false
// CHECK:      remark: dependence from 5 to 9 at depth 1 = false
// CHECK:      remark: dependence from 6 to 0 at depth 1 = false
// CHECK:      remark: dependence from 6 to 1 at depth 1 = false
// CHECK:      remark: dependence from 6 to 2 at depth 1 = false
// CHECK:      remark: dependence from 6 to 3 at depth 1 = false
// CHECK:      remark: dependence from 6 to 4 at depth 1 = false
// CHECK:      remark: dependence from 6 to 5 at depth 1 = [3, 3]
// CHECK:      remark: dependence from 6 to 5 at depth 2 = false
// CHECK:      remark: dependence from 6 to 6 at depth 1 = false
// CHECK:      remark: dependence from 6 to 6 at depth 2 = false
// CHECK:      remark: dependence from 6 to 7 at depth 1 = false
// CHECK:      remark: dependence from 6 to 8 at depth 1 = false
// CHECK:      remark: dependence from 6 to 9 at depth 1 = false
// CHECK:      remark: dependence from 7 to 0 at depth 1 = false
// CHECK:      remark: dependence from 7 to 1 at depth 1 = false
// CHECK:      remark: dependence from 7 to 2 at depth 1 = false
// CHECK:      remark: dependence from 7 to 3 at depth 1 = false
// CHECK:      remark: dependence from 7 to 4 at depth 1 = false
// CHECK:      remark: dependence from 7 to 5 at depth 1 = false
// CHECK:      remark: dependence from 7 to 6 at depth 1 = false
// CHECK:      remark: dependence from 7 to 7 at depth 1 = false
// CHECK:      remark: dependence from 7 to 7 at depth 2 = false
// CHECK:      remark: dependence from 7 to 8 at depth 1 = false
// CHECK:      remark: dependence from 7 to 8 at depth 2 = false
// CHECK:      remark: dependence from 7 to 9 at depth 1 = false
// CHECK:      remark: dependence from 7 to 9 at depth 2 = false
// CHECK:      remark: dependence from 8 to 0 at depth 1 = false
// CHECK:      remark: dependence from 8 to 1 at depth 1 = false
// CHECK:      remark: dependence from 8 to 2 at depth 1 = false
// CHECK:      remark: dependence from 8 to 3 at depth 1 = false
// CHECK:      remark: dependence from 8 to 4 at depth 1 = false
// CHECK:      remark: dependence from 8 to 5 at depth 1 = false
// CHECK:      remark: dependence from 8 to 6 at depth 1 = false
// CHECK:      remark: dependence from 8 to 7 at depth 1 = [1, 1]
// CHECK:      remark: dependence from 8 to 7 at depth 2 = false
// CHECK:      remark: dependence from 8 to 8 at depth 1 = false
// CHECK:      remark: dependence from 8 to 8 at depth 2 = false
// CHECK:      remark: dependence from 8 to 9 at depth 1 = false
// CHECK:      remark: dependence from 8 to 9 at depth 2 = true
// CHECK:      remark: dependence from 9 to 0 at depth 1 = false
// CHECK:      remark: dependence from 9 to 1 at depth 1 = false
// CHECK:      remark: dependence from 9 to 2 at depth 1 = false
// CHECK:      remark: dependence from 9 to 3 at depth 1 = false
// CHECK:      remark: dependence from 9 to 4 at depth 1 = false
// CHECK:      remark: dependence from 9 to 5 at depth 1 = false
// CHECK:      remark: dependence from 9 to 6 at depth 1 = false
// CHECK:      remark: dependence from 9 to 7 at depth 1 = [1, 14]
// CHECK:      remark: dependence from 9 to 7 at depth 2 = false
// CHECK:      remark: dependence from 9 to 8 at depth 1 = [1, 14]
// CHECK:      remark: dependence from 9 to 8 at depth 2 = false
// CHECK:      remark: dependence from 9 to 9 at depth 1 = false
// CHECK:      remark: dependence from 9 to 9 at depth 2 = false
// CHECK:      remark: dependence from 9 to 9 at depth 3 = false
// CHECK:      #set = affine_set<(d0) : (d0 mod 2 == 0)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @distances(%arg0: f32, %arg1: index) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<100xf32>
// CHECK-NEXT:     affine.for %arg2 = 0 to 10 {
// CHECK-NEXT:       affine.for %arg3 = 0 to %arg1 {
// CHECK-NEXT:         %0 = affine.load %alloc[%arg2 * 2 + %arg3 + 1] : memref<100xf32>
// CHECK-NEXT:         affine.store %0, %alloc[%arg2 * 2 + %arg3] : memref<100xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @steps_and_symbols(%arg0: f32, %arg1: index) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<100xf32>
// CHECK-NEXT:     affine.for %arg2 = 0 to 40 step 4 {
// CHECK-NEXT:       affine.store %arg0, %alloc[%arg2 + symbol(%arg1)] : memref<100xf32>
// CHECK-NEXT:       %0 = affine.load %alloc[%arg2 + symbol(%arg1) + 8] : memref<100xf32>
// CHECK-NEXT:       %1 = affine.load %alloc[%arg2 + symbol(%arg1) + 9] : memref<100xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @remainders(%arg0: f32) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<4x8xf32>
// CHECK-NEXT:     affine.for %arg1 = 0 to 16 {
// CHECK-NEXT:       affine.store %arg0, %alloc[%arg1 mod 4, %arg1 floordiv 4] : memref<4x8xf32>
// CHECK-NEXT:       %0 = affine.load %alloc[(%arg1 + 3) mod 4, 0] : memref<4x8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @conditions(%arg0: f32) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<100xf32>
// CHECK-NEXT:     affine.for %arg1 = 0 to 16 {
// CHECK-NEXT:       affine.if #set(%arg1) {
// CHECK-NEXT:         affine.store %arg0, %alloc[%arg1] : memref<100xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.store %arg0, %alloc[%arg1 + 1] : memref<100xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.parallel (%arg2) = (%arg1 + 1) to (16) {
// CHECK-NEXT:         %0 = affine.load %alloc[%arg2] : memref<100xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
