// Memory may have several names, a vector covers several elements, a view may be another one in each iteration, and the
// condition of an affine.if does not hold in its else: mlir-opt makes all of these loops parallel.
// RUN: terrace-opt %s --affine-parallelize 2>&1 | FileCheck %s
// RUN: terrace-opt %s --affine-parallelize --match-upstream 2>&1 | FileCheck %s --check-prefix=UPSTREAM

func.func @cast(%m: memref<17xf32>) {
  %c = memref.cast %m : memref<17xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %x = affine.load %c[%i] : memref<?xf32>
    affine.store %x, %m[%i + 1] : memref<17xf32>
  }
  return
}
func.func @arguments(%a: memref<17xf32>, %b: memref<17xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<17xf32>
    affine.store %x, %b[%i] : memref<17xf32>
  }
  return
}
func.func @vectors(%a: memref<24xf32>, %v: vector<4xf32>) {
  affine.for %i = 0 to 16 {
    affine.vector_store %v, %a[%i] : memref<24xf32>, vector<4xf32>
  }
  return
}
func.func @views(%a: memref<32xf32>, %k: f32) {
  affine.for %i = 0 to 16 {
    %o = affine.apply affine_map<(d0) -> (15 - d0)>(%i)
    %v = memref.subview %a[%o] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: ?>>
    affine.store %k, %v[%i] : memref<16xf32, strided<[1], offset: ?>>
  }
  return
}
#below = affine_set<(d0) : (7 - d0 >= 0)>
func.func @otherwise(%k: f32) {
  %a = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.if #below(%i) {
      affine.store %k, %a[%i] : memref<16xf32>
    } else {
      affine.store %k, %a[%i - 8] : memref<16xf32>
    }
  }
  return
}
// Here both can be told apart: casts have the same elements, and so do vectors with a step.
func.func @apart(%m: memref<16xf32>, %v: vector<4xf32>) {
  %c = memref.cast %m : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %x = affine.load %c[%i] : memref<?xf32>
    affine.store %x, %m[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 step 4 {
    affine.vector_store %v, %m[%i] : memref<16xf32>, vector<4xf32>
  }
  return
}

// CHECK:      remark: loop is not parallelized: a dependence is carried by the loop
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop is not parallelized: the memrefs may alias
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop is not parallelized: a dependence is carried by the loop
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop is not parallelized: the memref is another one in each iteration
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      remark: loop is not parallelized: a dependence is carried by the loop
// CHECK:      note: the source of the dependence
// CHECK:      note: the destination of the dependence
// CHECK:      #map = affine_map<(d0) -> (-d0 + 15)>
// CHECK-NEXT: #set = affine_set<(d0) : (-d0 + 7 >= 0)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @cast(%arg0: memref<17xf32>) {
// CHECK-NEXT:     %cast = memref.cast %arg0 : memref<17xf32> to memref<?xf32>
// CHECK-NEXT:     affine.for %arg1 = 0 to 16 {
// CHECK-NEXT:       %0 = affine.load %cast[%arg1] : memref<?xf32>
// CHECK-NEXT:       affine.store %0, %arg0[%arg1 + 1] : memref<17xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @arguments(%arg0: memref<17xf32>, %arg1: memref<17xf32>) {
// CHECK-NEXT:     affine.for %arg2 = 0 to 16 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg2] : memref<17xf32>
// CHECK-NEXT:       affine.store %0, %arg1[%arg2] : memref<17xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @vectors(%arg0: memref<24xf32>, %arg1: vector<4xf32>) {
// CHECK-NEXT:     affine.for %arg2 = 0 to 16 {
// CHECK-NEXT:       affine.vector_store %arg1, %arg0[%arg2] : memref<24xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @views(%arg0: memref<32xf32>, %arg1: f32) {
// CHECK-NEXT:     affine.for %arg2 = 0 to 16 {
// CHECK-NEXT:       %0 = affine.apply #map(%arg2)
// CHECK-NEXT:       %subview = memref.subview %arg0[%0] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: ?>>
// CHECK-NEXT:       affine.store %arg1, %subview[%arg2] : memref<16xf32, strided<[1], offset: ?>>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @otherwise(%arg0: f32) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<16xf32>
// CHECK-NEXT:     affine.for %arg1 = 0 to 16 {
// CHECK-NEXT:       affine.if #set(%arg1) {
// CHECK-NEXT:         affine.store %arg0, %alloc[%arg1] : memref<16xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.store %arg0, %alloc[%arg1 - 8] : memref<16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @apart(%arg0: memref<16xf32>, %arg1: vector<4xf32>) {
// CHECK-NEXT:     %cast = memref.cast %arg0 : memref<16xf32> to memref<?xf32>
// CHECK-NEXT:     affine.parallel (%arg2) = (0) to (16) {
// CHECK-NEXT:       %0 = affine.load %cast[%arg2] : memref<?xf32>
// CHECK-NEXT:       affine.store %0, %arg0[%arg2] : memref<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%arg2) = (0) to (16) step (4) {
// CHECK-NEXT:       affine.vector_store %arg1, %arg0[%arg2] : memref<16xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// UPSTREAM:      #map = affine_map<(d0) -> (-d0 + 15)>
// UPSTREAM-NEXT: #set = affine_set<(d0) : (-d0 + 7 >= 0)>
// UPSTREAM-NEXT: module {
// UPSTREAM-LABEL: func.func @cast(%arg0: memref<17xf32>) {
// UPSTREAM-NEXT:     %cast = memref.cast %arg0 : memref<17xf32> to memref<?xf32>
// UPSTREAM-NEXT:     affine.parallel (%arg1) = (0) to (16) {
// UPSTREAM-NEXT:       %0 = affine.load %cast[%arg1] : memref<?xf32>
// UPSTREAM-NEXT:       affine.store %0, %arg0[%arg1 + 1] : memref<17xf32>
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @arguments(%arg0: memref<17xf32>, %arg1: memref<17xf32>) {
// UPSTREAM-NEXT:     affine.parallel (%arg2) = (0) to (16) {
// UPSTREAM-NEXT:       %0 = affine.load %arg0[%arg2] : memref<17xf32>
// UPSTREAM-NEXT:       affine.store %0, %arg1[%arg2] : memref<17xf32>
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @vectors(%arg0: memref<24xf32>, %arg1: vector<4xf32>) {
// UPSTREAM-NEXT:     affine.parallel (%arg2) = (0) to (16) {
// UPSTREAM-NEXT:       affine.vector_store %arg1, %arg0[%arg2] : memref<24xf32>, vector<4xf32>
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @views(%arg0: memref<32xf32>, %arg1: f32) {
// UPSTREAM-NEXT:     affine.parallel (%arg2) = (0) to (16) {
// UPSTREAM-NEXT:       %0 = affine.apply #map(%arg2)
// UPSTREAM-NEXT:       %subview = memref.subview %arg0[%0] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: ?>>
// UPSTREAM-NEXT:       affine.store %arg1, %subview[%arg2] : memref<16xf32, strided<[1], offset: ?>>
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @otherwise(%arg0: f32) {
// UPSTREAM-NEXT:     %alloc = memref.alloc() : memref<16xf32>
// UPSTREAM-NEXT:     affine.parallel (%arg1) = (0) to (16) {
// UPSTREAM-NEXT:       affine.if #set(%arg1) {
// UPSTREAM-NEXT:         affine.store %arg0, %alloc[%arg1] : memref<16xf32>
// UPSTREAM-NEXT:       } else {
// UPSTREAM-NEXT:         affine.store %arg0, %alloc[%arg1 - 8] : memref<16xf32>
// UPSTREAM-NEXT:       }
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-LABEL: func.func @apart(%arg0: memref<16xf32>, %arg1: vector<4xf32>) {
// UPSTREAM-NEXT:     %cast = memref.cast %arg0 : memref<16xf32> to memref<?xf32>
// UPSTREAM-NEXT:     affine.parallel (%arg2) = (0) to (16) {
// UPSTREAM-NEXT:       %0 = affine.load %cast[%arg2] : memref<?xf32>
// UPSTREAM-NEXT:       affine.store %0, %arg0[%arg2] : memref<16xf32>
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     affine.parallel (%arg2) = (0) to (16) step (4) {
// UPSTREAM-NEXT:       affine.vector_store %arg1, %arg0[%arg2] : memref<16xf32>, vector<4xf32>
// UPSTREAM-NEXT:     }
// UPSTREAM-NEXT:     return
// UPSTREAM-NEXT:   }
// UPSTREAM-NEXT: }
