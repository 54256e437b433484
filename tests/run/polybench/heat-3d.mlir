// The kernel heat-3d of PolyBench, written anew, on open arrays, as those of C: the heat equation in three
// dimensions.
// RUN: terrace run %s | FileCheck %s


func.func private @init(%A: memref<?x6x6xf64>, %B: memref<?x6x6xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.for %l = 0 to 6 {
        %0 = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 3 + d1 * 5 + d2 * 2 + 1) mod 16)>(%i, %j, %l)
        %1 = arith.index_cast %0 : index to i64
        %2 = arith.sitofp %1 : i64 to f64
        affine.store %2, %A[%i, %j, %l] : memref<?x6x6xf64>
      }
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.for %l = 0 to 6 {
        %3 = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 3 + d1 * 5 + d2 * 2 + 1) mod 16)>(%i, %j, %l)
        %4 = arith.index_cast %3 : index to i64
        %5 = arith.sitofp %4 : i64 to f64
        affine.store %5, %B[%i, %j, %l] : memref<?x6x6xf64>
      }
    }
  }
  return
}

func.func private @kernel_heat_3d(%A: memref<?x6x6xf64>, %B: memref<?x6x6xf64>) {
  affine.for %t = 1 to 3 {
    affine.for %i = 1 to 5 {
      affine.for %j = 1 to 5 {
        affine.for %k = 1 to 5 {
          %0 = arith.constant 0.125 : f64
          %1 = affine.load %A[%i + 1, %j, %k] : memref<?x6x6xf64>
          %2 = arith.constant 2.0 : f64
          %3 = affine.load %A[%i, %j, %k] : memref<?x6x6xf64>
          %4 = arith.mulf %2, %3 : f64
          %5 = arith.subf %1, %4 : f64
          %6 = affine.load %A[%i - 1, %j, %k] : memref<?x6x6xf64>
          %7 = arith.addf %5, %6 : f64
          %8 = arith.mulf %0, %7 : f64
          %9 = arith.constant 0.125 : f64
          %10 = affine.load %A[%i, %j + 1, %k] : memref<?x6x6xf64>
          %11 = arith.constant 2.0 : f64
          %12 = affine.load %A[%i, %j, %k] : memref<?x6x6xf64>
          %13 = arith.mulf %11, %12 : f64
          %14 = arith.subf %10, %13 : f64
          %15 = affine.load %A[%i, %j - 1, %k] : memref<?x6x6xf64>
          %16 = arith.addf %14, %15 : f64
          %17 = arith.mulf %9, %16 : f64
          %18 = arith.addf %8, %17 : f64
          %19 = arith.constant 0.125 : f64
          %20 = affine.load %A[%i, %j, %k + 1] : memref<?x6x6xf64>
          %21 = arith.constant 2.0 : f64
          %22 = affine.load %A[%i, %j, %k] : memref<?x6x6xf64>
          %23 = arith.mulf %21, %22 : f64
          %24 = arith.subf %20, %23 : f64
          %25 = affine.load %A[%i, %j, %k - 1] : memref<?x6x6xf64>
          %26 = arith.addf %24, %25 : f64
          %27 = arith.mulf %19, %26 : f64
          %28 = arith.addf %18, %27 : f64
          %29 = affine.load %A[%i, %j, %k] : memref<?x6x6xf64>
          %30 = arith.addf %28, %29 : f64
          affine.store %30, %B[%i, %j, %k] : memref<?x6x6xf64>
        }
      }
    }
    affine.for %i = 1 to 5 {
      affine.for %j = 1 to 5 {
        affine.for %k = 1 to 5 {
          %31 = arith.constant 0.125 : f64
          %32 = affine.load %B[%i + 1, %j, %k] : memref<?x6x6xf64>
          %33 = arith.constant 2.0 : f64
          %34 = affine.load %B[%i, %j, %k] : memref<?x6x6xf64>
          %35 = arith.mulf %33, %34 : f64
          %36 = arith.subf %32, %35 : f64
          %37 = affine.load %B[%i - 1, %j, %k] : memref<?x6x6xf64>
          %38 = arith.addf %36, %37 : f64
          %39 = arith.mulf %31, %38 : f64
          %40 = arith.constant 0.125 : f64
          %41 = affine.load %B[%i, %j + 1, %k] : memref<?x6x6xf64>
          %42 = arith.constant 2.0 : f64
          %43 = affine.load %B[%i, %j, %k] : memref<?x6x6xf64>
          %44 = arith.mulf %42, %43 : f64
          %45 = arith.subf %41, %44 : f64
          %46 = affine.load %B[%i, %j - 1, %k] : memref<?x6x6xf64>
          %47 = arith.addf %45, %46 : f64
          %48 = arith.mulf %40, %47 : f64
          %49 = arith.addf %39, %48 : f64
          %50 = arith.constant 0.125 : f64
          %51 = affine.load %B[%i, %j, %k + 1] : memref<?x6x6xf64>
          %52 = arith.constant 2.0 : f64
          %53 = affine.load %B[%i, %j, %k] : memref<?x6x6xf64>
          %54 = arith.mulf %52, %53 : f64
          %55 = arith.subf %51, %54 : f64
          %56 = affine.load %B[%i, %j, %k - 1] : memref<?x6x6xf64>
          %57 = arith.addf %55, %56 : f64
          %58 = arith.mulf %50, %57 : f64
          %59 = arith.addf %49, %58 : f64
          %60 = affine.load %B[%i, %j, %k] : memref<?x6x6xf64>
          %61 = arith.addf %59, %60 : f64
          affine.store %61, %A[%i, %j, %k] : memref<?x6x6xf64>
        }
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %A = memref.alloc() : memref<6x6x6xf64>
  %A_open = memref.cast %A : memref<6x6x6xf64> to memref<?x6x6xf64>
  %B = memref.alloc() : memref<6x6x6xf64>
  %B_open = memref.cast %B : memref<6x6x6xf64> to memref<?x6x6xf64>
  call @init(%A_open, %B_open) : (memref<?x6x6xf64>, memref<?x6x6xf64>) -> ()
  call @kernel_heat_3d(%A_open, %B_open) : (memref<?x6x6xf64>, memref<?x6x6xf64>) -> ()
  affine.for %d0 = 0 to 6 {
    affine.for %d1 = 0 to 6 {
      affine.for %d2 = 0 to 6 {
        %0 = affine.load %A[%d0, %d1, %d2] : memref<6x6x6xf64>
        vector.print %0 : f64 punctuation <comma>
      }
      vector.print punctuation <newline>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 6 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 6 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.for %d2 = 0 to 6 iter_args(%h3 = %h2) -> (i64) {
        %6 = affine.load %A[%d0, %d1, %d2] : memref<6x6x6xf64>
        %7 = arith.bitcast %6 : f64 to i64
        %8 = arith.muli %h3, %2 : i64
        %9 = arith.addi %8, %7 : i64
        affine.yield %9 : i64
      }
      affine.yield %5 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %A : memref<6x6x6xf64>
  memref.dealloc %B : memref<6x6x6xf64>
  return %3 : i64
}

// CHECK: 1, 3, 5, 7, 9, 11,
// CHECK-NEXT: 6, 8, 10, 12, 14, 0,
// CHECK-NEXT: 11, 13, 15, 1, 3, 5,
// CHECK-NEXT: 0, 2, 4, 6, 8, 10,
// CHECK-NEXT: 5, 7, 9, 11, 13, 15,
// CHECK-NEXT: 10, 12, 14, 0, 2, 4,
// CHECK-EMPTY:
// CHECK-NEXT: 4, 6, 8, 10, 12, 14,
// CHECK-NEXT: 9, 7.99219, 8.36328, 8.79297, 8.73828, 3,
// CHECK-NEXT: 14, 9.09766, 8.62891, 6.60938, 7.05078, 8,
// CHECK-NEXT: 3, 6.09375, 6.89453, 7.29688, 8.21484, 13,
// CHECK-NEXT: 8, 8.57031, 6.89062, 7.25, 7.05859, 2,
// CHECK-NEXT: 13, 15, 1, 3, 5, 7,
// CHECK-EMPTY:
// CHECK-NEXT: 7, 9, 11, 13, 15, 1,
// CHECK-NEXT: 12, 8.53125, 8.22656, 8.42188, 8.70703, 6,
// CHECK-NEXT: 1, 6.39453, 7.41406, 7.59766, 8.22656, 11,
// CHECK-NEXT: 6, 6.96094, 7.50781, 7.59375, 6.43359, 0,
// CHECK-NEXT: 11, 7.41016, 6.99609, 7.19531, 6.89844, 5,
// CHECK-NEXT: 0, 2, 4, 6, 8, 10,
// CHECK-EMPTY:
// CHECK-NEXT: 10, 12, 14, 0, 2, 4,
// CHECK-NEXT: 15, 9.46484, 8.35156, 6.28516, 7.17188, 9,
// CHECK-NEXT: 4, 7.05859, 7.62891, 7.54688, 8.53125, 14,
// CHECK-NEXT: 9, 7.62891, 7.56641, 7.59766, 6.91016, 3,
// CHECK-NEXT: 14, 7.89062, 7.375, 7.83203, 8.21094, 8,
// CHECK-NEXT: 3, 5, 7, 9, 11, 13,
// CHECK-EMPTY:
// CHECK-NEXT: 13, 15, 1, 3, 5, 7,
// CHECK-NEXT: 2, 7.89844, 6.80078, 7.07422, 8.51953, 12,
// CHECK-NEXT: 7, 8.16406, 8.33203, 6.26562, 5.87109, 1,
// CHECK-NEXT: 12, 6.9375, 6.70703, 6.94922, 7.14453, 6,
// CHECK-NEXT: 1, 6.09375, 7.57031, 8.76172, 9.96875, 11,
// CHECK-NEXT: 6, 8, 10, 12, 14, 0,
// CHECK-EMPTY:
// CHECK-NEXT: 0, 2, 4, 6, 8, 10,
// CHECK-NEXT: 5, 7, 9, 11, 13, 15,
// CHECK-NEXT: 10, 12, 14, 0, 2, 4,
// CHECK-NEXT: 15, 1, 3, 5, 7, 9,
// CHECK-NEXT: 4, 6, 8, 10, 12, 14,
// CHECK-NEXT: 9, 11, 13, 15, 1, 3,
// CHECK-EMPTY:
// CHECK-NEXT: -7584464193747681280 : i64
