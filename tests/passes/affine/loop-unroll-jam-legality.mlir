// Iterations run together only if no dependence between them is reversed, and a carried value counts once.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))' 2>&1 | FileCheck %s
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))' --match-upstream 2>&1 | FileCheck %s --check-prefix=UPSTREAM

func.func @backward(%a: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %x, %a[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
func.func @far(%a: memref<10x9xf32>) {
  affine.for %i = 2 to 10 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i - 2, %j + 1] : memref<10x9xf32>
      affine.store %x, %a[%i, %j] : memref<10x9xf32>
    }
  }
  return
}
func.func @initial(%start: i32, %k: i32) -> i32 {
  %s = affine.for %i = 0 to 8 iter_args(%a = %start) -> (i32) {
    %b = arith.addi %a, %k : i32
    affine.yield %b : i32
  }
  return %s : i32
}
func.func @order(%start: f32, %k: f32) -> f32 {
  %s = affine.for %i = 0 to 8 iter_args(%a = %start) -> (f32) {
    %b = arith.addf %a, %k : f32
    affine.yield %b : f32
  }
  return %s : f32
}

// CHECK:      remark: loop is not unrolled and jammed: a dependence between the iterations that run together would be reversed
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop is not unrolled and jammed: a value that it carries may not be combined in another order
// CHECK:      note: the op
// CHECK:      #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @backward(%arg0: memref<9x9xf32>) {
// CHECK-NEXT:     affine.for %arg1 = 1 to 9 {
// CHECK-NEXT:       affine.for %arg2 = 0 to 8 {
// CHECK-NEXT:         %0 = affine.load %arg0[%arg1 - 1, %arg2 + 1] : memref<9x9xf32>
// CHECK-NEXT:         affine.store %0, %arg0[%arg1, %arg2] : memref<9x9xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @far(%arg0: memref<10x9xf32>) {
// CHECK-NEXT:     affine.for %arg1 = 2 to 10 step 2 {
// CHECK-NEXT:       affine.for %arg2 = 0 to 8 {
// CHECK-NEXT:         %0 = affine.load %arg0[%arg1 - 2, %arg2 + 1] : memref<10x9xf32>
// CHECK-NEXT:         affine.store %0, %arg0[%arg1, %arg2] : memref<10x9xf32>
// CHECK-NEXT:         %1 = affine.apply #map(%arg1)
// CHECK-NEXT:         %2 = affine.load %arg0[%1 - 2, %arg2 + 1] : memref<10x9xf32>
// CHECK-NEXT:         affine.store %2, %arg0[%1, %arg2] : memref<10x9xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @initial(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %0:2 = affine.for %arg2 = 0 to 8 step 2 iter_args(%arg3 = %arg0, %arg4 = %c0_i32) -> (i32, i32) {
// CHECK-NEXT:       %2 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:       %3 = arith.addi %arg4, %arg1 : i32
// CHECK-NEXT:       affine.yield %2, %3 : i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = arith.addi %0#0, %0#1 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @order(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT:     %0 = affine.for %arg2 = 0 to 8 iter_args(%arg3 = %arg0) -> (f32) {
// CHECK-NEXT:       %1 = arith.addf %arg3, %arg1 : f32
// CHECK-NEXT:       affine.yield %1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }

// UPSTREAM:      #map = affine_map<(d0) -> (d0 + 1)>
// UPSTREAM-NEXT: module {
// UPSTREAM-LABEL: func.func @backward(%arg0: memref<9x9xf32>) {
// UPSTREAM-NEXT:     affine.for %arg1 = 1 to 9 step 2 {
// UPSTREAM-NEXT:       affine.for %arg2 = 0 to 8 {
// UPSTREAM-NEXT:         %0 = affine.load %arg0[%arg1 - 1, %arg2 + 1] : memref<9x9xf32>
// UPSTREAM-NEXT:         affine.store %0, %arg0[%arg1, %arg2] : memref<9x9xf32>
// UPSTREAM-NEXT:         %1 = affine.apply #map(%arg1)
// UPSTREAM-NEXT:         %2 = affine.load %arg0[%1 - 1, %arg2 + 1] : memref<9x9xf32>
// UPSTREAM-NEXT:         affine.store %2, %arg0[%1, %arg2] : memref<9x9xf32>
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @far(%arg0: memref<10x9xf32>) {
// UPSTREAM-NEXT:     affine.for %arg1 = 2 to 10 step 2 {
// UPSTREAM-NEXT:       affine.for %arg2 = 0 to 8 {
// UPSTREAM-NEXT:         %0 = affine.load %arg0[%arg1 - 2, %arg2 + 1] : memref<10x9xf32>
// UPSTREAM-NEXT:         affine.store %0, %arg0[%arg1, %arg2] : memref<10x9xf32>
// UPSTREAM-NEXT:         %1 = affine.apply #map(%arg1)
// UPSTREAM-NEXT:         %2 = affine.load %arg0[%1 - 2, %arg2 + 1] : memref<10x9xf32>
// UPSTREAM-NEXT:         affine.store %2, %arg0[%1, %arg2] : memref<10x9xf32>
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @initial(%arg0: i32, %arg1: i32) -> i32 {
// UPSTREAM-NEXT:     %0:2 = affine.for %arg2 = 0 to 8 step 2 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (i32, i32) {
// UPSTREAM-NEXT:       %2 = arith.addi %arg3, %arg1 : i32
// UPSTREAM-NEXT:       %3 = arith.addi %arg4, %arg1 : i32
// UPSTREAM-NEXT:       affine.yield %2, %3 : i32, i32
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     %1 = arith.addi %0#0, %0#1 : i32
// UPSTREAM-NEXT:     return %1 : i32
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @order(%arg0: f32, %arg1: f32) -> f32 {
// UPSTREAM-NEXT:     %0:2 = affine.for %arg2 = 0 to 8 step 2 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (f32, f32) {
// UPSTREAM-NEXT:       %2 = arith.addf %arg3, %arg1 : f32
// UPSTREAM-NEXT:       %3 = arith.addf %arg4, %arg1 : f32
// UPSTREAM-NEXT:       affine.yield %2, %3 : f32, f32
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     %1 = arith.addf %0#0, %0#1 : f32
// UPSTREAM-NEXT:     return %1 : f32
// UPSTREAM-NEXT:   }
// UPSTREAM-NEXT: }
