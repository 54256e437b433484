// The parallel loop starts a sum from 0.0, to which -0.0 is not neutral: the loop stays unless its first value is another
// constant or the sign of zero is insignificant. The op that adds the first value loses the flags that hold in the old
// order only, or not for the neutral value of a maximum. mlir-opt replaces all of these loops and keeps the flags.
// RUN: terrace-opt %s --affine-parallelize=parallel-reductions 2>&1 | FileCheck %s
// RUN: terrace-opt %s --affine-parallelize=parallel-reductions --match-upstream 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// CHECK-COUNT-2: remark: loop is not parallelized: a sum in it may be -0.0, but starts from 0.0 in a parallel loop
// CHECK-NOT:     remark:

// CHECK-LABEL:    func.func @negative_zero
// CHECK:            affine.for
// UPSTREAM-LABEL: func.func @negative_zero
// UPSTREAM:         affine.parallel
func.func @negative_zero(%m: memref<16xf32>) -> f32 {
  %start = arith.constant -0.0 : f32
  %sum = affine.for %i = 0 to 16 iter_args(%s = %start) -> f32 {
    %x = affine.load %m[%i] : memref<16xf32>
    %next = arith.addf %s, %x : f32
    affine.yield %next : f32
  }
  return %sum : f32
}

// CHECK-LABEL:    func.func @unknown
// CHECK:            affine.for
// UPSTREAM-LABEL: func.func @unknown
// UPSTREAM:         affine.parallel
func.func @unknown(%m: memref<16xf32>, %start: f32) -> f32 {
  %sum = affine.for %i = 0 to 16 iter_args(%s = %start) -> f32 {
    %x = affine.load %m[%i] : memref<16xf32>
    %next = arith.addf %s, %x : f32
    affine.yield %next : f32
  }
  return %sum : f32
}

// CHECK-LABEL:    func.func @zero
// CHECK:            affine.parallel
// UPSTREAM-LABEL: func.func @zero
// UPSTREAM:         affine.parallel
func.func @zero(%m: memref<16xf32>) -> f32 {
  %start = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 16 iter_args(%s = %start) -> f32 {
    %x = affine.load %m[%i] : memref<16xf32>
    %next = arith.addf %s, %x : f32
    affine.yield %next : f32
  }
  return %sum : f32
}

// CHECK-LABEL:    func.func @no_signed_zeros
// CHECK:            affine.parallel
// CHECK:            arith.addf %{{.*}}, %{{.*}} fastmath<nsz> : f32
// UPSTREAM-LABEL: func.func @no_signed_zeros
// UPSTREAM:         affine.parallel
// UPSTREAM:         arith.addf %{{.*}}, %{{.*}} fastmath<ninf,nsz> : f32
func.func @no_signed_zeros(%m: memref<16xf32>, %start: f32) -> f32 {
  %sum = affine.for %i = 0 to 16 iter_args(%s = %start) -> f32 {
    %x = affine.load %m[%i] : memref<16xf32>
    %next = arith.addf %s, %x fastmath<nsz,ninf> : f32
    affine.yield %next : f32
  }
  return %sum : f32
}

// A product of factors that do not overflow from the first one on may overflow without it.
// CHECK-LABEL:    func.func @product
// CHECK:            affine.parallel
// CHECK:            arith.muli %{{.*}}, %{{.*}} : i32
// UPSTREAM-LABEL: func.func @product
// UPSTREAM:         affine.parallel
// UPSTREAM:         arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i32
func.func @product(%m: memref<16xi32>, %start: i32) -> i32 {
  %product = affine.for %i = 0 to 16 iter_args(%p = %start) -> i32 {
    %x = affine.load %m[%i] : memref<16xi32>
    %next = arith.muli %p, %x overflow<nsw> : i32
    affine.yield %next : i32
  }
  return %product : i32
}

// Without iterations, the result of the parallel loop is an infinity.
// CHECK-LABEL:    func.func @maximum
// CHECK:            affine.parallel
// CHECK:            arith.maximumf %{{.*}}, %{{.*}} fastmath<nnan> : f32
// UPSTREAM-LABEL: func.func @maximum
// UPSTREAM:         affine.parallel
// UPSTREAM:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : f32
func.func @maximum(%m: memref<16xf32>, %start: f32, %n: index) -> f32 {
  %maximum = affine.for %i = 0 to %n iter_args(%s = %start) -> f32 {
    %x = affine.load %m[%i] : memref<16xf32>
    %next = arith.maximumf %s, %x fastmath<nnan,ninf> : f32
    affine.yield %next : f32
  }
  return %maximum : f32
}
