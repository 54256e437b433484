// Loops whose iterations touch different elements become parallel.
// RUN: terrace-opt %s --affine-parallelize | FileCheck %s
// RUN: terrace-opt %s --affine-parallelize=max-nested=1 | FileCheck %s --check-prefix=ONE
// RUN: terrace-opt %s --affine-parallelize=parallel-reductions | FileCheck %s --check-prefix=REDUCE

func.func @nest() {
  %m = memref.alloc() : memref<8x16xf32>
  %k = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 step 2 {
      affine.store %k, %m[%i, %j] : memref<8x16xf32>
    }
  }
  return
}
func.func @carried(%n: index) {
  %m = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 1 to %n {
    %x = affine.load %m[%i - 1] : memref<?xf32>
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %m[%i] : memref<?xf32>
  }
  return
}
func.func @even_and_odd() {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 32 {
    %x = affine.load %m[%i * 2 + 1] : memref<64xf32>
    affine.store %x, %m[%i * 2] : memref<64xf32>
  }
  return
}
func.func @sum(%m: memref<16xi32>, %start: i32) -> i32 {
  %s = affine.for %i = 0 to 16 iter_args(%a = %start) -> (i32) {
    %x = affine.load %m[%i] : memref<16xi32>
    %b = arith.addi %a, %x : i32
    affine.yield %b : i32
  }
  return %s : i32
}
func.func @own(%out: memref<8xf32>, %k: f32) {
  affine.for %i = 0 to 8 {
    %b = memref.alloca() : memref<1xf32>
    affine.store %k, %b[0] : memref<1xf32>
    %x = affine.load %b[0] : memref<1xf32>
    affine.store %x, %out[%i] : memref<8xf32>
  }
  return
}

// CHECK:      module {
// CHECK-LABEL: func.func @nest() {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<8x16xf32>
// CHECK-NEXT:     %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     affine.parallel (%arg0) = (0) to (8) {
// CHECK-NEXT:       affine.parallel (%arg1) = (0) to (16) step (2) {
// CHECK-NEXT:         affine.store %cst, %alloc[%arg0, %arg1] : memref<8x16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @carried(%arg0: index) {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT:     affine.for %arg1 = 1 to %arg0 {
// CHECK-NEXT:       %0 = affine.load %alloc[%arg1 - 1] : memref<?xf32>
// CHECK-NEXT:       affine.store %0, %alloc[%arg1] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%arg1) = (0) to (symbol(%arg0)) {
// CHECK-NEXT:       %0 = affine.load %alloc[%arg1] : memref<?xf32>
// CHECK-NEXT:       affine.store %0, %alloc[%arg1] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @even_and_odd() {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// CHECK-NEXT:     affine.parallel (%arg0) = (0) to (32) {
// CHECK-NEXT:       %0 = affine.load %alloc[%arg0 * 2 + 1] : memref<64xf32>
// CHECK-NEXT:       affine.store %0, %alloc[%arg0 * 2] : memref<64xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @sum(%arg0: memref<16xi32>, %arg1: i32) -> i32 {
// CHECK-NEXT:     %0 = affine.for %arg2 = 0 to 16 iter_args(%arg3 = %arg1) -> (i32) {
// CHECK-NEXT:       %1 = affine.load %arg0[%arg2] : memref<16xi32>
// CHECK-NEXT:       %2 = arith.addi %arg3, %1 : i32
// CHECK-NEXT:       affine.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @own(%arg0: memref<8xf32>, %arg1: f32) {
// CHECK-NEXT:     affine.parallel (%arg2) = (0) to (8) {
// CHECK-NEXT:       %alloca = memref.alloca() : memref<1xf32>
// CHECK-NEXT:       affine.store %arg1, %alloca[0] : memref<1xf32>
// CHECK-NEXT:       %0 = affine.load %alloca[0] : memref<1xf32>
// CHECK-NEXT:       affine.store %0, %arg0[%arg2] : memref<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// ONE:      module {
// ONE-LABEL: func.func @nest() {
// ONE-NEXT:     %alloc = memref.alloc() : memref<8x16xf32>
// ONE-NEXT:     %cst = arith.constant 1.000000e+00 : f32
// ONE-NEXT:     affine.parallel (%arg0) = (0) to (8) {
// ONE-NEXT:       affine.for %arg1 = 0 to 16 step 2 {
// ONE-NEXT:         affine.store %cst, %alloc[%arg0, %arg1] : memref<8x16xf32>
// ONE-NEXT:       }
// ONE-NEXT:     }
// ONE-NEXT:     return
// ONE-NEXT:   }
// ONE-LABEL: func.func @carried(%arg0: index) {
// ONE-NEXT:     %alloc = memref.alloc(%arg0) : memref<?xf32>
// ONE-NEXT:     affine.for %arg1 = 1 to %arg0 {
// ONE-NEXT:       %0 = affine.load %alloc[%arg1 - 1] : memref<?xf32>
// ONE-NEXT:       affine.store %0, %alloc[%arg1] : memref<?xf32>
// ONE-NEXT:     }
// ONE-NEXT:     affine.parallel (%arg1) = (0) to (symbol(%arg0)) {
// ONE-NEXT:       %0 = affine.load %alloc[%arg1] : memref<?xf32>
// ONE-NEXT:       affine.store %0, %alloc[%arg1] : memref<?xf32>
// ONE-NEXT:     }
// ONE-NEXT:     return
// ONE-NEXT:   }
// ONE-LABEL: func.func @even_and_odd() {
// ONE-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// ONE-NEXT:     affine.parallel (%arg0) = (0) to (32) {
// ONE-NEXT:       %0 = affine.load %alloc[%arg0 * 2 + 1] : memref<64xf32>
// ONE-NEXT:       affine.store %0, %alloc[%arg0 * 2] : memref<64xf32>
// ONE-NEXT:     }
// ONE-NEXT:     return
// ONE-NEXT:   }
// ONE-LABEL: func.func @sum(%arg0: memref<16xi32>, %arg1: i32) -> i32 {
// ONE-NEXT:     %0 = affine.for %arg2 = 0 to 16 iter_args(%arg3 = %arg1) -> (i32) {
// ONE-NEXT:       %1 = affine.load %arg0[%arg2] : memref<16xi32>
// ONE-NEXT:       %2 = arith.addi %arg3, %1 : i32
// ONE-NEXT:       affine.yield %2 : i32
// ONE-NEXT:     }
// ONE-NEXT:     return %0 : i32
// ONE-NEXT:   }
// ONE-LABEL: func.func @own(%arg0: memref<8xf32>, %arg1: f32) {
// ONE-NEXT:     affine.parallel (%arg2) = (0) to (8) {
// ONE-NEXT:       %alloca = memref.alloca() : memref<1xf32>
// ONE-NEXT:       affine.store %arg1, %alloca[0] : memref<1xf32>
// ONE-NEXT:       %0 = affine.load %alloca[0] : memref<1xf32>
// ONE-NEXT:       affine.store %0, %arg0[%arg2] : memref<8xf32>
// ONE-NEXT:     }
// ONE-NEXT:     return
// ONE-NEXT:   }
// ONE-NEXT: }

// REDUCE:      module {
// REDUCE-LABEL: func.func @nest() {
// REDUCE-NEXT:     %alloc = memref.alloc() : memref<8x16xf32>
// REDUCE-NEXT:     %cst = arith.constant 1.000000e+00 : f32
// REDUCE-NEXT:     affine.parallel (%arg0) = (0) to (8) {
// REDUCE-NEXT:       affine.parallel (%arg1) = (0) to (16) step (2) {
// REDUCE-NEXT:         affine.store %cst, %alloc[%arg0, %arg1] : memref<8x16xf32>
// REDUCE-NEXT:       }
// REDUCE-NEXT:     }
// REDUCE-NEXT:     return
// REDUCE-NEXT:   }
// REDUCE-LABEL: func.func @carried(%arg0: index) {
// REDUCE-NEXT:     %alloc = memref.alloc(%arg0) : memref<?xf32>
// REDUCE-NEXT:     affine.for %arg1 = 1 to %arg0 {
// REDUCE-NEXT:       %0 = affine.load %alloc[%arg1 - 1] : memref<?xf32>
// REDUCE-NEXT:       affine.store %0, %alloc[%arg1] : memref<?xf32>
// REDUCE-NEXT:     }
// REDUCE-NEXT:     affine.parallel (%arg1) = (0) to (symbol(%arg0)) {
// REDUCE-NEXT:       %0 = affine.load %alloc[%arg1] : memref<?xf32>
// REDUCE-NEXT:       affine.store %0, %alloc[%arg1] : memref<?xf32>
// REDUCE-NEXT:     }
// REDUCE-NEXT:     return
// REDUCE-NEXT:   }
// REDUCE-LABEL: func.func @even_and_odd() {
// REDUCE-NEXT:     %alloc = memref.alloc() : memref<64xf32>
// REDUCE-NEXT:     affine.parallel (%arg0) = (0) to (32) {
// REDUCE-NEXT:       %0 = affine.load %alloc[%arg0 * 2 + 1] : memref<64xf32>
// REDUCE-NEXT:       affine.store %0, %alloc[%arg0 * 2] : memref<64xf32>
// REDUCE-NEXT:     }
// REDUCE-NEXT:     return
// REDUCE-NEXT:   }
// REDUCE-LABEL: func.func @sum(%arg0: memref<16xi32>, %arg1: i32) -> i32 {
// REDUCE-NEXT:     %0 = affine.parallel (%arg2) = (0) to (16) reduce ("addi") -> (i32) {
// REDUCE-NEXT:       %2 = affine.load %arg0[%arg2] : memref<16xi32>
// REDUCE-NEXT:       affine.yield %2 : i32
// REDUCE-NEXT:     }
// REDUCE-NEXT:     %1 = arith.addi %arg1, %0 : i32
// REDUCE-NEXT:     return %1 : i32
// REDUCE-NEXT:   }
// REDUCE-LABEL: func.func @own(%arg0: memref<8xf32>, %arg1: f32) {
// REDUCE-NEXT:     affine.parallel (%arg2) = (0) to (8) {
// REDUCE-NEXT:       %alloca = memref.alloca() : memref<1xf32>
// REDUCE-NEXT:       affine.store %arg1, %alloca[0] : memref<1xf32>
// REDUCE-NEXT:       %0 = affine.load %alloca[0] : memref<1xf32>
// REDUCE-NEXT:       affine.store %0, %arg0[%arg2] : memref<8xf32>
// REDUCE-NEXT:     }
// REDUCE-NEXT:     return
// REDUCE-NEXT:   }
// REDUCE-NEXT: }
