// The kernel gemver of PolyBench, written anew, with static extents, in one function: two updates of rank one, and
// two products with vectors.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<2xf64> = dense<[3.0, 2.0]>

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<2xf64>
  %alpha = affine.load %scalars[0] : memref<2xf64>
  %beta = affine.load %scalars[1] : memref<2xf64>
  %A = memref.alloc() : memref<9x9xf64>
  %u1 = memref.alloc() : memref<9xf64>
  %v1 = memref.alloc() : memref<9xf64>
  %u2 = memref.alloc() : memref<9xf64>
  %v2 = memref.alloc() : memref<9xf64>
  %w = memref.alloc() : memref<9xf64>
  %x = memref.alloc() : memref<9xf64>
  %y = memref.alloc() : memref<9xf64>
  %z = memref.alloc() : memref<9xf64>
  affine.for %i = 0 to 9 {
    %0 = affine.apply affine_map<(d0) -> ((d0 * 3 + 1) mod 5 - 2)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %u1[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %3 = affine.apply affine_map<(d0) -> ((d0 * 2 + 3) mod 7 - 3)>(%i)
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.sitofp %4 : i64 to f64
    affine.store %5, %v1[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %6 = affine.apply affine_map<(d0) -> ((d0 * 5 + 0) mod 4 - 1)>(%i)
    %7 = arith.index_cast %6 : index to i64
    %8 = arith.sitofp %7 : i64 to f64
    affine.store %8, %u2[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %9 = affine.apply affine_map<(d0) -> ((d0 * 3 + 2) mod 6 - 2)>(%i)
    %10 = arith.index_cast %9 : index to i64
    %11 = arith.sitofp %10 : i64 to f64
    affine.store %11, %v2[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %12 = affine.apply affine_map<(d0) -> ((d0 * 4 + 1) mod 5 - 2)>(%i)
    %13 = arith.index_cast %12 : index to i64
    %14 = arith.sitofp %13 : i64 to f64
    affine.store %14, %y[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %15 = affine.apply affine_map<(d0) -> ((d0 * 2 + 1) mod 3 - 1)>(%i)
    %16 = arith.index_cast %15 : index to i64
    %17 = arith.sitofp %16 : i64 to f64
    affine.store %17, %z[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %18 = arith.constant 0.0 : f64
    affine.store %18, %w[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %19 = arith.constant 0.0 : f64
    affine.store %19, %x[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %20 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 4 + 1) mod 9 - 4)>(%i, %j)
      %21 = arith.index_cast %20 : index to i64
      %22 = arith.sitofp %21 : i64 to f64
      affine.store %22, %A[%i, %j] : memref<9x9xf64>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %23 = affine.load %A[%i, %j] : memref<9x9xf64>
      %24 = affine.load %u1[%i] : memref<9xf64>
      %25 = affine.load %v1[%j] : memref<9xf64>
      %26 = arith.mulf %24, %25 : f64
      %27 = affine.load %u2[%i] : memref<9xf64>
      %28 = affine.load %v2[%j] : memref<9xf64>
      %29 = arith.mulf %27, %28 : f64
      %30 = arith.addf %26, %29 : f64
      %31 = arith.addf %23, %30 : f64
      affine.store %31, %A[%i, %j] : memref<9x9xf64>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %32 = affine.load %x[%i] : memref<9xf64>
      %33 = affine.load %A[%j, %i] : memref<9x9xf64>
      %34 = arith.mulf %beta, %33 : f64
      %35 = affine.load %y[%j] : memref<9xf64>
      %36 = arith.mulf %34, %35 : f64
      %37 = arith.addf %32, %36 : f64
      affine.store %37, %x[%i] : memref<9xf64>
    }
  }
  affine.for %i = 0 to 9 {
    %38 = affine.load %x[%i] : memref<9xf64>
    %39 = affine.load %z[%i] : memref<9xf64>
    %40 = arith.addf %38, %39 : f64
    affine.store %40, %x[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %41 = affine.load %w[%i] : memref<9xf64>
      %42 = affine.load %A[%i, %j] : memref<9x9xf64>
      %43 = arith.mulf %alpha, %42 : f64
      %44 = affine.load %x[%j] : memref<9xf64>
      %45 = arith.mulf %43, %44 : f64
      %46 = arith.addf %41, %45 : f64
      affine.store %46, %w[%i] : memref<9xf64>
    }
  }
  affine.for %d0 = 0 to 9 {
    affine.for %d1 = 0 to 9 {
      %47 = affine.load %A[%d0, %d1] : memref<9x9xf64>
      vector.print %47 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  affine.for %d0 = 0 to 9 {
    %48 = affine.load %x[%d0] : memref<9xf64>
    vector.print %48 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  affine.for %d0 = 0 to 9 {
    %49 = affine.load %w[%d0] : memref<9xf64>
    vector.print %49 : f64 punctuation <comma>
  }
  vector.print punctuation <newline>
  %50 = arith.constant 0 : i64
  %51 = arith.constant 31 : i64
  %52 = affine.for %d0 = 0 to 9 iter_args(%h1 = %50) -> (i64) {
    %53 = affine.for %d1 = 0 to 9 iter_args(%h2 = %h1) -> (i64) {
      %54 = affine.load %A[%d0, %d1] : memref<9x9xf64>
      %55 = arith.bitcast %54 : f64 to i64
      %56 = arith.muli %h2, %51 : i64
      %57 = arith.addi %56, %55 : i64
      affine.yield %57 : i64
    }
    affine.yield %53 : i64
  }
  %58 = affine.for %d0 = 0 to 9 iter_args(%h3 = %52) -> (i64) {
    %59 = affine.load %x[%d0] : memref<9xf64>
    %60 = arith.bitcast %59 : f64 to i64
    %61 = arith.muli %h3, %51 : i64
    %62 = arith.addi %61, %60 : i64
    affine.yield %62 : i64
  }
  %63 = affine.for %d0 = 0 to 9 iter_args(%h4 = %58) -> (i64) {
    %64 = affine.load %w[%d0] : memref<9xf64>
    %65 = arith.bitcast %64 : f64 to i64
    %66 = arith.muli %h4, %51 : i64
    %67 = arith.addi %66, %65 : i64
    affine.yield %67 : i64
  }
  memref.dealloc %A : memref<9x9xf64>
  memref.dealloc %u1 : memref<9xf64>
  memref.dealloc %v1 : memref<9xf64>
  memref.dealloc %u2 : memref<9xf64>
  memref.dealloc %v2 : memref<9xf64>
  memref.dealloc %w : memref<9xf64>
  memref.dealloc %x : memref<9xf64>
  memref.dealloc %y : memref<9xf64>
  memref.dealloc %z : memref<9xf64>
  return %63 : i64
}

// CHECK: -3, -4, -1, -2, 3, -7, 5, -5, 0,
// CHECK-NEXT: 0, 8, -7, 1, 0, 8, -7, 1, 0,
// CHECK-NEXT: 3, 1, 2, 0, 1, -1, 0, 7, -1,
// CHECK-NEXT: -3, 3, 2, 8, 2, -1, 7, 4, -2,
// CHECK-NEXT: 0, 3, -4, -1, -1, 2, -5, -2, -2,
// CHECK-NEXT: 3, -4, 5, -2, 0, -7, 2, 4, -3,
// CHECK-NEXT: -3, 8, -10, 1, 6, 8, -1, 1, 6,
// CHECK-NEXT: 0, 10, -1, 9, -2, 8, -3, 7, -4,
// CHECK-NEXT: 3, -9, 8, -4, -1, -13, 4, 1, -5,
// CHECK-NEXT: 24, -17, 85, 44, -33, -35, 28, 59, -51,
// CHECK-NEXT: -558, -3312, 2073, 2706, -1884, 3501, -5301, 1380, 4929,
// CHECK-NEXT: -4972156507547238400 : i64
