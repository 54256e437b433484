// The kernel adi of PolyBench, written anew, with static extents, in one function: alternating directions:
// tridiagonal systems along the columns and the rows.
// RUN: terrace run %s | FileCheck %s

memref.global @scalars : memref<6xf64> = dense<[-0.75, 2.5, -0.75, -0.375, 1.75, -0.375]>

func.func @main() -> i64 {
  %scalars = memref.get_global @scalars : memref<6xf64>
  %a = affine.load %scalars[0] : memref<6xf64>
  %b = affine.load %scalars[1] : memref<6xf64>
  %c = affine.load %scalars[2] : memref<6xf64>
  %d = affine.load %scalars[3] : memref<6xf64>
  %e = affine.load %scalars[4] : memref<6xf64>
  %f = affine.load %scalars[5] : memref<6xf64>
  %u = memref.alloc() : memref<7x7xf64>
  %v = memref.alloc() : memref<7x7xf64>
  %p = memref.alloc() : memref<7x7xf64>
  %q = memref.alloc() : memref<7x7xf64>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 9)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %u[%i, %j] : memref<7x7xf64>
    }
  }
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 6 {
      %3 = arith.constant 1.0 : f64
      affine.store %3, %v[0, %i] : memref<7x7xf64>
      %4 = arith.constant 0.0 : f64
      affine.store %4, %p[%i, 0] : memref<7x7xf64>
      %5 = affine.load %v[0, %i] : memref<7x7xf64>
      affine.store %5, %q[%i, 0] : memref<7x7xf64>
      affine.for %j = 1 to 6 {
        %6 = arith.negf %c : f64
        %7 = affine.load %p[%i, %j - 1] : memref<7x7xf64>
        %8 = arith.mulf %a, %7 : f64
        %9 = arith.addf %8, %b : f64
        %10 = arith.divf %6, %9 : f64
        affine.store %10, %p[%i, %j] : memref<7x7xf64>
        %11 = arith.negf %d : f64
        %12 = affine.load %u[%j, %i - 1] : memref<7x7xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = arith.constant 1.0 : f64
        %15 = arith.constant 2.0 : f64
        %16 = arith.mulf %15, %d : f64
        %17 = arith.addf %14, %16 : f64
        %18 = affine.load %u[%j, %i] : memref<7x7xf64>
        %19 = arith.mulf %17, %18 : f64
        %20 = arith.addf %13, %19 : f64
        %21 = affine.load %u[%j, %i + 1] : memref<7x7xf64>
        %22 = arith.mulf %f, %21 : f64
        %23 = arith.subf %20, %22 : f64
        %24 = affine.load %q[%i, %j - 1] : memref<7x7xf64>
        %25 = arith.mulf %a, %24 : f64
        %26 = arith.subf %23, %25 : f64
        %27 = affine.load %p[%i, %j - 1] : memref<7x7xf64>
        %28 = arith.mulf %a, %27 : f64
        %29 = arith.addf %28, %b : f64
        %30 = arith.divf %26, %29 : f64
        affine.store %30, %q[%i, %j] : memref<7x7xf64>
      }
      %31 = arith.constant 1.0 : f64
      affine.store %31, %v[7 - 1, %i] : memref<7x7xf64>
      affine.for %j = 1 to 6 {
        %32 = affine.load %p[%i, 7 - 1 - %j] : memref<7x7xf64>
        %33 = affine.load %v[7 - %j, %i] : memref<7x7xf64>
        %34 = arith.mulf %32, %33 : f64
        %35 = affine.load %q[%i, 7 - 1 - %j] : memref<7x7xf64>
        %36 = arith.addf %34, %35 : f64
        affine.store %36, %v[7 - 1 - %j, %i] : memref<7x7xf64>
      }
    }
    affine.for %i = 1 to 6 {
      %37 = arith.constant 1.0 : f64
      affine.store %37, %u[%i, 0] : memref<7x7xf64>
      %38 = arith.constant 0.0 : f64
      affine.store %38, %p[%i, 0] : memref<7x7xf64>
      %39 = affine.load %u[%i, 0] : memref<7x7xf64>
      affine.store %39, %q[%i, 0] : memref<7x7xf64>
      affine.for %j = 1 to 6 {
        %40 = arith.negf %f : f64
        %41 = affine.load %p[%i, %j - 1] : memref<7x7xf64>
        %42 = arith.mulf %d, %41 : f64
        %43 = arith.addf %42, %e : f64
        %44 = arith.divf %40, %43 : f64
        affine.store %44, %p[%i, %j] : memref<7x7xf64>
        %45 = arith.negf %a : f64
        %46 = affine.load %v[%i - 1, %j] : memref<7x7xf64>
        %47 = arith.mulf %45, %46 : f64
        %48 = arith.constant 1.0 : f64
        %49 = arith.constant 2.0 : f64
        %50 = arith.mulf %49, %a : f64
        %51 = arith.addf %48, %50 : f64
        %52 = affine.load %v[%i, %j] : memref<7x7xf64>
        %53 = arith.mulf %51, %52 : f64
        %54 = arith.addf %47, %53 : f64
        %55 = affine.load %v[%i + 1, %j] : memref<7x7xf64>
        %56 = arith.mulf %c, %55 : f64
        %57 = arith.subf %54, %56 : f64
        %58 = affine.load %q[%i, %j - 1] : memref<7x7xf64>
        %59 = arith.mulf %d, %58 : f64
        %60 = arith.subf %57, %59 : f64
        %61 = affine.load %p[%i, %j - 1] : memref<7x7xf64>
        %62 = arith.mulf %d, %61 : f64
        %63 = arith.addf %62, %e : f64
        %64 = arith.divf %60, %63 : f64
        affine.store %64, %q[%i, %j] : memref<7x7xf64>
      }
      %65 = arith.constant 1.0 : f64
      affine.store %65, %u[%i, 7 - 1] : memref<7x7xf64>
      affine.for %j = 1 to 6 {
        %66 = affine.load %p[%i, 7 - 1 - %j] : memref<7x7xf64>
        %67 = affine.load %u[%i, 7 - %j] : memref<7x7xf64>
        %68 = arith.mulf %66, %67 : f64
        %69 = affine.load %q[%i, 7 - 1 - %j] : memref<7x7xf64>
        %70 = arith.addf %68, %69 : f64
        affine.store %70, %u[%i, 7 - 1 - %j] : memref<7x7xf64>
      }
    }
  }
  affine.for %d0 = 0 to 7 {
    affine.for %d1 = 0 to 7 {
      %71 = affine.load %u[%d0, %d1] : memref<7x7xf64>
      vector.print %71 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %72 = arith.constant 0 : i64
  %73 = arith.constant 31 : i64
  %74 = affine.for %d0 = 0 to 7 iter_args(%h1 = %72) -> (i64) {
    %75 = affine.for %d1 = 0 to 7 iter_args(%h2 = %h1) -> (i64) {
      %76 = affine.load %u[%d0, %d1] : memref<7x7xf64>
      %77 = arith.bitcast %76 : f64 to i64
      %78 = arith.muli %h2, %73 : i64
      %79 = arith.addi %78, %77 : i64
      affine.yield %79 : i64
    }
    affine.yield %75 : i64
  }
  memref.dealloc %u : memref<7x7xf64>
  memref.dealloc %v : memref<7x7xf64>
  memref.dealloc %p : memref<7x7xf64>
  memref.dealloc %q : memref<7x7xf64>
  return %74 : i64
}

// CHECK: 2, 7, 3, 8, 4, 0, 5,
// CHECK-NEXT: 1, 1.18143, 1.31007, 1.35547, 1.31022, 1.18138, 1,
// CHECK-NEXT: 1, 1.3878, 1.66411, 1.76862, 1.66905, 1.39305, 1,
// CHECK-NEXT: 1, 1.38678, 1.66474, 1.77559, 1.68248, 1.40439, 1,
// CHECK-NEXT: 1, 1.36824, 1.62759, 1.71518, 1.61825, 1.35891, 1,
// CHECK-NEXT: 1, 1.20099, 1.34659, 1.40892, 1.36101, 1.21552, 1,
// CHECK-NEXT: 2, 7, 3, 8, 4, 0, 5,
// CHECK-NEXT: -6564181106582533368 : i64
