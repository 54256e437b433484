// The kernel fdtd-2d of PolyBench, written anew, with dynamic extents: electric and magnetic fields in two
// dimensions, by finite differences.
// RUN: terrace run %s | FileCheck %s

memref.global @sizes : memref<3xindex> = dense<[5, 7, 3]>

func.func private @init(%nx: index, %ny: index, %ts: index, %ex: memref<?x?xf64>, %ey: memref<?x?xf64>, %hz: memref<?x?xf64>, %fict: memref<?xf64>) {
  affine.for %i = 0 to %ts {
    %0 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    affine.store %2, %fict[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %nx {
    affine.for %j = 0 to %ny {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 1) mod 8)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      %6 = arith.constant 8.0 : f64
      %7 = arith.divf %5, %6 : f64
      affine.store %7, %ex[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nx {
    affine.for %j = 0 to %ny {
      %8 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 7 + 1) mod 8)>(%i, %j)
      %9 = arith.index_cast %8 : index to i64
      %10 = arith.sitofp %9 : i64 to f64
      %11 = arith.constant 8.0 : f64
      %12 = arith.divf %10, %11 : f64
      affine.store %12, %ey[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nx {
    affine.for %j = 0 to %ny {
      %13 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 3 + 1) mod 8)>(%i, %j)
      %14 = arith.index_cast %13 : index to i64
      %15 = arith.sitofp %14 : i64 to f64
      %16 = arith.constant 8.0 : f64
      %17 = arith.divf %15, %16 : f64
      affine.store %17, %hz[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func private @kernel_fdtd_2d(%nx: index, %ny: index, %ts: index, %ex: memref<?x?xf64>, %ey: memref<?x?xf64>, %hz: memref<?x?xf64>, %fict: memref<?xf64>) {
  affine.for %t = 0 to %ts {
    affine.for %j = 0 to %ny {
      %0 = affine.load %fict[%t] : memref<?xf64>
      affine.store %0, %ey[0, %j] : memref<?x?xf64>
    }
    affine.for %i = 1 to %nx {
      affine.for %j = 0 to %ny {
        %1 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %2 = arith.constant 0.5 : f64
        %3 = affine.load %hz[%i, %j] : memref<?x?xf64>
        %4 = affine.load %hz[%i - 1, %j] : memref<?x?xf64>
        %5 = arith.subf %3, %4 : f64
        %6 = arith.mulf %2, %5 : f64
        %7 = arith.subf %1, %6 : f64
        affine.store %7, %ey[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to %nx {
      affine.for %j = 1 to %ny {
        %8 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %9 = arith.constant 0.5 : f64
        %10 = affine.load %hz[%i, %j] : memref<?x?xf64>
        %11 = affine.load %hz[%i, %j - 1] : memref<?x?xf64>
        %12 = arith.subf %10, %11 : f64
        %13 = arith.mulf %9, %12 : f64
        %14 = arith.subf %8, %13 : f64
        affine.store %14, %ex[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%nx] {
      affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%ny] {
        %15 = affine.load %hz[%i, %j] : memref<?x?xf64>
        %16 = arith.constant 0.7 : f64
        %17 = affine.load %ex[%i, %j + 1] : memref<?x?xf64>
        %18 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %19 = arith.subf %17, %18 : f64
        %20 = affine.load %ey[%i + 1, %j] : memref<?x?xf64>
        %21 = arith.addf %19, %20 : f64
        %22 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %23 = arith.subf %21, %22 : f64
        %24 = arith.mulf %16, %23 : f64
        %25 = arith.subf %15, %24 : f64
        affine.store %25, %hz[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %sizes = memref.get_global @sizes : memref<3xindex>
  %nx = affine.load %sizes[0] : memref<3xindex>
  %ny = affine.load %sizes[1] : memref<3xindex>
  %ts = affine.load %sizes[2] : memref<3xindex>
  %ex = memref.alloc(%nx, %ny) : memref<?x?xf64>
  %ey = memref.alloc(%nx, %ny) : memref<?x?xf64>
  %hz = memref.alloc(%nx, %ny) : memref<?x?xf64>
  %fict = memref.alloc(%ts) : memref<?xf64>
  call @init(%nx, %ny, %ts, %ex, %ey, %hz, %fict) : (index, index, index, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>, memref<?xf64>) -> ()
  call @kernel_fdtd_2d(%nx, %ny, %ts, %ex, %ey, %hz, %fict) : (index, index, index, memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>, memref<?xf64>) -> ()
  affine.for %d0 = 0 to %nx {
    affine.for %d1 = 0 to %ny {
      %0 = affine.load %ex[%d0, %d1] : memref<?x?xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  affine.for %d0 = 0 to %nx {
    affine.for %d1 = 0 to %ny {
      %1 = affine.load %ey[%d0, %d1] : memref<?x?xf64>
      vector.print %1 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  affine.for %d0 = 0 to %nx {
    affine.for %d1 = 0 to %ny {
      %2 = affine.load %hz[%d0, %d1] : memref<?x?xf64>
      vector.print %2 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %3 = arith.constant 0 : i64
  %4 = arith.constant 31 : i64
  %5 = affine.for %d0 = 0 to %nx iter_args(%h1 = %3) -> (i64) {
    %6 = affine.for %d1 = 0 to %ny iter_args(%h2 = %h1) -> (i64) {
      %7 = affine.load %ex[%d0, %d1] : memref<?x?xf64>
      %8 = arith.bitcast %7 : f64 to i64
      %9 = arith.muli %h2, %4 : i64
      %10 = arith.addi %9, %8 : i64
      affine.yield %10 : i64
    }
    affine.yield %6 : i64
  }
  %11 = affine.for %d0 = 0 to %nx iter_args(%h3 = %5) -> (i64) {
    %12 = affine.for %d1 = 0 to %ny iter_args(%h4 = %h3) -> (i64) {
      %13 = affine.load %ey[%d0, %d1] : memref<?x?xf64>
      %14 = arith.bitcast %13 : f64 to i64
      %15 = arith.muli %h4, %4 : i64
      %16 = arith.addi %15, %14 : i64
      affine.yield %16 : i64
    }
    affine.yield %12 : i64
  }
  %17 = affine.for %d0 = 0 to %nx iter_args(%h5 = %11) -> (i64) {
    %18 = affine.for %d1 = 0 to %ny iter_args(%h6 = %h5) -> (i64) {
      %19 = affine.load %hz[%d0, %d1] : memref<?x?xf64>
      %20 = arith.bitcast %19 : f64 to i64
      %21 = arith.muli %h6, %4 : i64
      %22 = arith.addi %21, %20 : i64
      affine.yield %22 : i64
    }
    affine.yield %18 : i64
  }
  memref.dealloc %ex : memref<?x?xf64>
  memref.dealloc %ey : memref<?x?xf64>
  memref.dealloc %hz : memref<?x?xf64>
  memref.dealloc %fict : memref<?xf64>
  return %17 : i64
}

// CHECK: 0.125, 0.0759375, 0.113281, 0.322812, 1.12781, 0.702969, 2.04281,
// CHECK-NEXT: 0.5, 0.065, 0.483906, 0.400938, -0.346563, 0.89375, 1.23672,
// CHECK-NEXT: 0.875, 0.757812, 0.192969, 0.5375, 0.355, 0.0603125, 0.283438,
// CHECK-NEXT: 0.25, 0.768594, 1.12422, 0.0475, 0.66, 0.492813, 0.128125,
// CHECK-NEXT: 0.625, 1.1875, 0.3125, -0.0625, 1.0625, 0.1875, -0.1875,
// CHECK-NEXT: 4, 4, 4, 4, 4, 4, 4,
// CHECK-NEXT: 1.83937, 2.32844, 2.19906, 1.77719, 1.80281, 1.49359, 1.1875,
// CHECK-NEXT: 0.484219, 0.677031, 0.886094, 0.522656, 0.724219, 0.390781, -0.0625,
// CHECK-NEXT: 0.653281, 0.164062, 0.595313, 0.605313, 0.410312, 0.342813, 0.6875,
// CHECK-NEXT: 0.15875, 1.07766, 0.765938, 0.155938, 1.05844, 0.253125, -0.5625,
// CHECK-NEXT: 4.39303, 4.28208, 4.28805, 4.33341, 4.38323, 3.27097, 0.375,
// CHECK-NEXT: 1.45186, 1.86275, 1.75934, 2.08173, 1.11023, 1.16783, 0,
// CHECK-NEXT: 0.494, 0.850406, 0.472375, 0.254891, 0.601016, 0.481766, 0.625,
// CHECK-NEXT: 1.35691, -0.270641, 0.653641, 0.610188, -0.182281, 0.186812, 0.25,
// CHECK-NEXT: 0.625, 0, 0.375, 0.75, 0.125, 0.5, 0.875,
// CHECK-NEXT: -5161173525083512027 : i64
