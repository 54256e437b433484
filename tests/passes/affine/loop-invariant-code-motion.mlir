// What gives the same in every iteration of an affine loop leaves it, accesses to memory that nothing else in the loop
// changes included; what depends on the loop's variable, on carried values or on what stays does not.
// RUN: terrace-opt %s --affine-loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %s

func.func @accesses(%m: memref<10xf32>, %k: memref<10xf32>, %f: f32, %i: index) {
  affine.for %a = 0 to 10 {
    %0 = affine.load %m[%i] : memref<10xf32>
    %1 = arith.addf %0, %f : f32
    affine.store %1, %k[%i] : memref<10xf32>
    affine.for %b = 0 to 10 {
      %2 = affine.load %k[%i] : memref<10xf32>
      %3 = arith.mulf %f, %f : f32
      affine.store %3, %m[%b] : memref<10xf32>
      "foo.use"(%2) : (f32) -> ()
    }
  }
  return
}

func.func @regions(%m: memref<10xf32>, %f: f32, %i: index) {
  affine.for %a = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %f, %m[%i] : memref<10xf32>
    }
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%a) {
      %0 = arith.addf %f, %f : f32
      "foo.use"(%0) : (f32) -> ()
    }
    affine.parallel (%b) = (0) to (4) {
      %1 = arith.addf %f, %f : f32
    }
  }
  return
}

func.func @carried(%m: memref<10xf32>, %f: f32) -> f32 {
  %0 = affine.for %a = 0 to 10 iter_args(%c = %f) -> (f32) {
    %1 = arith.addf %c, %f : f32
    %2 = arith.mulf %f, %f : f32
    %3 = arith.addf %1, %2 : f32
    %4 = affine.vector_load %m[0] : memref<10xf32>, vector<4xf32>
    affine.vector_store %4, %m[4] : memref<10xf32>, vector<4xf32>
    affine.yield %3 : f32
  }
  return %0 : f32
}

// CHECK:      #set = affine_set<(d0) : (d0 - 3 >= 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @accesses(%arg0: memref<10xf32>, %arg1: memref<10xf32>, %arg2: f32, %arg3: index) {
// CHECK-NEXT:     %0 = arith.mulf %arg2, %arg2 : f32
// CHECK-NEXT:     affine.for %arg4 = 0 to 10 {
// CHECK-NEXT:       %1 = affine.load %arg0[%arg3] : memref<10xf32>
// CHECK-NEXT:       %2 = arith.addf %1, %arg2 : f32
// CHECK-NEXT:       affine.store %2, %arg1[%arg3] : memref<10xf32>
// CHECK-NEXT:       %3 = affine.load %arg1[%arg3] : memref<10xf32>
// CHECK-NEXT:       affine.for %arg5 = 0 to 10 {
// CHECK-NEXT:         affine.store %0, %arg0[%arg5] : memref<10xf32>
// CHECK-NEXT:         "foo.use"(%3) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @regions(%arg0: memref<10xf32>, %arg1: f32, %arg2: index) {
// CHECK-NEXT:     affine.if #set(%arg2) {
// CHECK-NEXT:       affine.store %arg1, %arg0[%arg2] : memref<10xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%arg3) = (0) to (4) {
// CHECK-NEXT:       %0 = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg3 = 0 to 10 {
// CHECK-NEXT:       affine.if #set(%arg3) {
// CHECK-NEXT:         %0 = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT:         "foo.use"(%0) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @carried(%arg0: memref<10xf32>, %arg1: f32) -> f32 {
// CHECK-NEXT:     %0 = arith.mulf %arg1, %arg1 : f32
// CHECK-NEXT:     %1 = affine.for %arg2 = 0 to 10 iter_args(%arg3 = %arg1) -> (f32) {
// CHECK-NEXT:       %2 = arith.addf %arg3, %arg1 : f32
// CHECK-NEXT:       %3 = arith.addf %2, %0 : f32
// CHECK-NEXT:       %4 = affine.vector_load %arg0[0] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:       affine.vector_store %4, %arg0[4] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:       affine.yield %3 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
