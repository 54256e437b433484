// The kernel 3mm of PolyBench, written anew, on open arrays, as those of C: G = (A * B) * (C * D).
// RUN: terrace run %s | FileCheck %s


func.func private @init(%E: memref<?x6xf64>, %A: memref<?x7xf64>, %B: memref<?x6xf64>, %FF: memref<?x4xf64>, %C: memref<?x9xf64>, %D: memref<?x4xf64>, %G: memref<?x4xf64>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5 + 2) mod 7 - 3)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %A[%i, %j] : memref<?x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 6 {
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1 * 3 + 1) mod 9 - 4)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %B[%i, %j] : memref<?x6xf64>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 9 {
      %6 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 2 + 3) mod 8 - 3)>(%i, %j)
      %7 = arith.index_cast %6 : index to i64
      %8 = arith.sitofp %7 : i64 to f64
      affine.store %8, %C[%i, %j] : memref<?x9xf64>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 4 {
      %9 = affine.apply affine_map<(d0, d1) -> ((d0 + d1 * 4) mod 6 - 2)>(%i, %j)
      %10 = arith.index_cast %9 : index to i64
      %11 = arith.sitofp %10 : i64 to f64
      affine.store %11, %D[%i, %j] : memref<?x4xf64>
    }
  }
  return
}

func.func private @kernel_3mm(%E: memref<?x6xf64>, %A: memref<?x7xf64>, %B: memref<?x6xf64>, %FF: memref<?x4xf64>, %C: memref<?x9xf64>, %D: memref<?x4xf64>, %G: memref<?x4xf64>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %0 = arith.constant 0.0 : f64
      affine.store %0, %E[%i, %j] : memref<?x6xf64>
      affine.for %k = 0 to 7 {
        %1 = affine.load %E[%i, %j] : memref<?x6xf64>
        %2 = affine.load %A[%i, %k] : memref<?x7xf64>
        %3 = affine.load %B[%k, %j] : memref<?x6xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %1, %4 : f64
        affine.store %5, %E[%i, %j] : memref<?x6xf64>
      }
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      %6 = arith.constant 0.0 : f64
      affine.store %6, %FF[%i, %j] : memref<?x4xf64>
      affine.for %k = 0 to 9 {
        %7 = affine.load %FF[%i, %j] : memref<?x4xf64>
        %8 = affine.load %C[%i, %k] : memref<?x9xf64>
        %9 = affine.load %D[%k, %j] : memref<?x4xf64>
        %10 = arith.mulf %8, %9 : f64
        %11 = arith.addf %7, %10 : f64
        affine.store %11, %FF[%i, %j] : memref<?x4xf64>
      }
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 4 {
      %12 = arith.constant 0.0 : f64
      affine.store %12, %G[%i, %j] : memref<?x4xf64>
      affine.for %k = 0 to 6 {
        %13 = affine.load %G[%i, %j] : memref<?x4xf64>
        %14 = affine.load %E[%i, %k] : memref<?x6xf64>
        %15 = affine.load %FF[%k, %j] : memref<?x4xf64>
        %16 = arith.mulf %14, %15 : f64
        %17 = arith.addf %13, %16 : f64
        affine.store %17, %G[%i, %j] : memref<?x4xf64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %E = memref.alloc() : memref<5x6xf64>
  %E_open = memref.cast %E : memref<5x6xf64> to memref<?x6xf64>
  %A = memref.alloc() : memref<5x7xf64>
  %A_open = memref.cast %A : memref<5x7xf64> to memref<?x7xf64>
  %B = memref.alloc() : memref<7x6xf64>
  %B_open = memref.cast %B : memref<7x6xf64> to memref<?x6xf64>
  %FF = memref.alloc() : memref<6x4xf64>
  %FF_open = memref.cast %FF : memref<6x4xf64> to memref<?x4xf64>
  %C = memref.alloc() : memref<6x9xf64>
  %C_open = memref.cast %C : memref<6x9xf64> to memref<?x9xf64>
  %D = memref.alloc() : memref<9x4xf64>
  %D_open = memref.cast %D : memref<9x4xf64> to memref<?x4xf64>
  %G = memref.alloc() : memref<5x4xf64>
  %G_open = memref.cast %G : memref<5x4xf64> to memref<?x4xf64>
  call @init(%E_open, %A_open, %B_open, %FF_open, %C_open, %D_open, %G_open) : (memref<?x6xf64>, memref<?x7xf64>, memref<?x6xf64>, memref<?x4xf64>, memref<?x9xf64>, memref<?x4xf64>, memref<?x4xf64>) -> ()
  call @kernel_3mm(%E_open, %A_open, %B_open, %FF_open, %C_open, %D_open, %G_open) : (memref<?x6xf64>, memref<?x7xf64>, memref<?x6xf64>, memref<?x4xf64>, memref<?x9xf64>, memref<?x4xf64>, memref<?x4xf64>) -> ()
  affine.for %d0 = 0 to 5 {
    affine.for %d1 = 0 to 4 {
      %0 = affine.load %G[%d0, %d1] : memref<5x4xf64>
      vector.print %0 : f64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 5 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 4 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %G[%d0, %d1] : memref<5x4xf64>
      %6 = arith.bitcast %5 : f64 to i64
      %7 = arith.muli %h2, %2 : i64
      %8 = arith.addi %7, %6 : i64
      affine.yield %8 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %E : memref<5x6xf64>
  memref.dealloc %A : memref<5x7xf64>
  memref.dealloc %B : memref<7x6xf64>
  memref.dealloc %FF : memref<6x4xf64>
  memref.dealloc %C : memref<6x9xf64>
  memref.dealloc %D : memref<9x4xf64>
  memref.dealloc %G : memref<5x4xf64>
  return %3 : i64
}

// CHECK: 80, 260, 20, 80,
// CHECK-NEXT: 640, 496, -848, 640,
// CHECK-NEXT: -648, -486, 594, -648,
// CHECK-NEXT: -32, -68, -260, -32,
// CHECK-NEXT: -32, -140, 244, -32,
// CHECK-NEXT: -893313615149400064 : i64
