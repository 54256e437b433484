// Iterations of the first loop of a function run together.
// RUN: terrace-opt %s --match-upstream --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))' | FileCheck %s
// RUN: terrace-opt %s --match-upstream --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=3}))' | FileCheck %s --check-prefix=THREE

func.func @rows(%m: memref<?x16xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i, 0] : memref<?x16xf32>
    affine.for %j = 1 to 16 {
      affine.store %k, %m[%i, %j] : memref<?x16xf32>
    }
  }
  return
}
func.func @sums(%m: memref<8x16xi32>) {
  affine.for %i = 0 to 8 {
    %own = memref.alloca() : memref<8xi32>
    %zero = arith.constant 0 : i32
    %s = affine.for %j = 0 to 16 iter_args(%a = %zero) -> (i32) {
      %x = affine.load %m[%i, %j] : memref<8x16xi32>
      %b = arith.addi %a, %x : i32
      affine.yield %b : i32
    }
    affine.store %s, %own[%i] : memref<8xi32>
  }
  return
}

// CHECK:      #map = affine_map<()[s0] -> ((s0 floordiv 2) * 2)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @rows(%arg0: memref<?x16xf32>, %arg1: index) {
// CHECK-NEXT:     affine.for %arg2 = 0 to #map()[%arg1] step 2 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg2, 0] : memref<?x16xf32>
// CHECK-NEXT:       %1 = affine.apply #map1(%arg2)
// CHECK-NEXT:       %2 = affine.load %arg0[%1, 0] : memref<?x16xf32>
// CHECK-NEXT:       affine.for %arg3 = 1 to 16 {
// CHECK-NEXT:         affine.store %0, %arg0[%arg2, %arg3] : memref<?x16xf32>
// CHECK-NEXT:         %3 = affine.apply #map1(%arg2)
// CHECK-NEXT:         affine.store %2, %arg0[%3, %arg3] : memref<?x16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg2 = #map()[%arg1] to %arg1 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg2, 0] : memref<?x16xf32>
// CHECK-NEXT:       affine.for %arg3 = 1 to 16 {
// CHECK-NEXT:         affine.store %0, %arg0[%arg2, %arg3] : memref<?x16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @sums(%arg0: memref<8x16xi32>) {
// CHECK-NEXT:     affine.for %arg1 = 0 to 8 step 2 {
// CHECK-NEXT:       %alloca = memref.alloca() : memref<8xi32>
// CHECK-NEXT:       %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:       %0 = affine.apply #map1(%arg1)
// CHECK-NEXT:       %alloca_0 = memref.alloca() : memref<8xi32>
// CHECK-NEXT:       %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT:       %1:2 = affine.for %arg2 = 0 to 16 iter_args(%arg3 = %c0_i32, %arg4 = %c0_i32_1) -> (i32, i32) {
// CHECK-NEXT:         %3 = affine.load %arg0[%arg1, %arg2] : memref<8x16xi32>
// CHECK-NEXT:         %4 = arith.addi %arg3, %3 : i32
// CHECK-NEXT:         %5 = affine.apply #map1(%arg1)
// CHECK-NEXT:         %6 = affine.load %arg0[%5, %arg2] : memref<8x16xi32>
// CHECK-NEXT:         %7 = arith.addi %arg4, %6 : i32
// CHECK-NEXT:         affine.yield %4, %7 : i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.store %1#0, %alloca[%arg1] : memref<8xi32>
// CHECK-NEXT:       %2 = affine.apply #map1(%arg1)
// CHECK-NEXT:       affine.store %1#1, %alloca_0[%2] : memref<8xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// THREE:      #map = affine_map<()[s0] -> ((s0 floordiv 3) * 3)>
// THREE-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
// THREE-NEXT: #map2 = affine_map<(d0) -> (d0 + 2)>
// THREE-NEXT: module {
// THREE-LABEL: func.func @rows(%arg0: memref<?x16xf32>, %arg1: index) {
// THREE-NEXT:     affine.for %arg2 = 0 to #map()[%arg1] step 3 {
// THREE-NEXT:       %0 = affine.load %arg0[%arg2, 0] : memref<?x16xf32>
// THREE-NEXT:       %1 = affine.apply #map1(%arg2)
// THREE-NEXT:       %2 = affine.load %arg0[%1, 0] : memref<?x16xf32>
// THREE-NEXT:       %3 = affine.apply #map2(%arg2)
// THREE-NEXT:       %4 = affine.load %arg0[%3, 0] : memref<?x16xf32>
// THREE-NEXT:       affine.for %arg3 = 1 to 16 {
// THREE-NEXT:         affine.store %0, %arg0[%arg2, %arg3] : memref<?x16xf32>
// THREE-NEXT:         %5 = affine.apply #map1(%arg2)
// THREE-NEXT:         affine.store %2, %arg0[%5, %arg3] : memref<?x16xf32>
// THREE-NEXT:         %6 = affine.apply #map2(%arg2)
// THREE-NEXT:         affine.store %4, %arg0[%6, %arg3] : memref<?x16xf32>
// THREE-NEXT:       }
// THREE-NEXT:     }
// THREE-NEXT:     affine.for %arg2 = #map()[%arg1] to %arg1 {
// THREE-NEXT:       %0 = affine.load %arg0[%arg2, 0] : memref<?x16xf32>
// THREE-NEXT:       affine.for %arg3 = 1 to 16 {
// THREE-NEXT:         affine.store %0, %arg0[%arg2, %arg3] : memref<?x16xf32>
// THREE-NEXT:       }
// THREE-NEXT:     }
// THREE-NEXT:     return
// THREE-NEXT:   }
// THREE-LABEL: func.func @sums(%arg0: memref<8x16xi32>) {
// THREE-NEXT:     affine.for %arg1 = 0 to 6 step 3 {
// THREE-NEXT:       %alloca = memref.alloca() : memref<8xi32>
// THREE-NEXT:       %c0_i32 = arith.constant 0 : i32
// THREE-NEXT:       %0 = affine.apply #map1(%arg1)
// THREE-NEXT:       %alloca_0 = memref.alloca() : memref<8xi32>
// THREE-NEXT:       %c0_i32_1 = arith.constant 0 : i32
// THREE-NEXT:       %1 = affine.apply #map2(%arg1)
// THREE-NEXT:       %alloca_2 = memref.alloca() : memref<8xi32>
// THREE-NEXT:       %c0_i32_3 = arith.constant 0 : i32
// THREE-NEXT:       %2:3 = affine.for %arg2 = 0 to 16 iter_args(%arg3 = %c0_i32, %arg4 = %c0_i32_1, %arg5 = %c0_i32_3) -> (i32, i32, i32) {
// THREE-NEXT:         %5 = affine.load %arg0[%arg1, %arg2] : memref<8x16xi32>
// THREE-NEXT:         %6 = arith.addi %arg3, %5 : i32
// THREE-NEXT:         %7 = affine.apply #map1(%arg1)
// THREE-NEXT:         %8 = affine.load %arg0[%7, %arg2] : memref<8x16xi32>
// THREE-NEXT:         %9 = arith.addi %arg4, %8 : i32
// THREE-NEXT:         %10 = affine.apply #map2(%arg1)
// THREE-NEXT:         %11 = affine.load %arg0[%10, %arg2] : memref<8x16xi32>
// THREE-NEXT:         %12 = arith.addi %arg5, %11 : i32
// THREE-NEXT:         affine.yield %6, %9, %12 : i32, i32, i32
// THREE-NEXT:       }
// THREE-NEXT:       affine.store %2#0, %alloca[%arg1] : memref<8xi32>
// THREE-NEXT:       %3 = affine.apply #map1(%arg1)
// THREE-NEXT:       affine.store %2#1, %alloca_0[%3] : memref<8xi32>
// THREE-NEXT:       %4 = affine.apply #map2(%arg1)
// THREE-NEXT:       affine.store %2#2, %alloca_2[%4] : memref<8xi32>
// THREE-NEXT:     }
// THREE-NEXT:     affine.for %arg1 = 6 to 8 {
// THREE-NEXT:       %alloca = memref.alloca() : memref<8xi32>
// THREE-NEXT:       %c0_i32 = arith.constant 0 : i32
// THREE-NEXT:       %0 = affine.for %arg2 = 0 to 16 iter_args(%arg3 = %c0_i32) -> (i32) {
// THREE-NEXT:         %1 = affine.load %arg0[%arg1, %arg2] : memref<8x16xi32>
// THREE-NEXT:         %2 = arith.addi %arg3, %1 : i32
// THREE-NEXT:         affine.yield %2 : i32
// THREE-NEXT:       }
// THREE-NEXT:       affine.store %0, %alloca[%arg1] : memref<8xi32>
// THREE-NEXT:     }
// THREE-NEXT:     return
// THREE-NEXT:   }
// THREE-NEXT: }
