// The kernel nussinov of PolyBench, written anew, on open arrays, as those of C: the most pairs of a sequence of
// bases, by dynamic programming.
// RUN: terrace run %s | FileCheck %s


func.func private @init(%seq: memref<?xi64>, %table: memref<?x13xi64>) {
  affine.for %i = 0 to 13 {
    %0 = affine.apply affine_map<(d0) -> ((d0 * 7 + d0 floordiv 3 + 1) mod 4)>(%i)
    %1 = arith.index_cast %0 : index to i64
    affine.store %1, %seq[%i] : memref<?xi64>
  }
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 13 {
      %2 = arith.constant 0 : i64
      affine.store %2, %table[%i, %j] : memref<?x13xi64>
    }
  }
  return
}

func.func private @kernel_nussinov(%seq: memref<?xi64>, %table: memref<?x13xi64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = affine_map<(d0) -> (13 - d0)>(%i) to 13 {
      %0 = affine.load %table[13 - 1 - %i, %j] : memref<?x13xi64>
      %1 = affine.load %table[13 - 1 - %i, %j - 1] : memref<?x13xi64>
      %2 = arith.maxsi %0, %1 : i64
      affine.store %2, %table[13 - 1 - %i, %j] : memref<?x13xi64>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %3 = affine.load %table[13 - 1 - %i, %j] : memref<?x13xi64>
        %4 = affine.load %table[13 - %i, %j] : memref<?x13xi64>
        %5 = arith.maxsi %3, %4 : i64
        affine.store %5, %table[13 - 1 - %i, %j] : memref<?x13xi64>
        affine.if affine_set<(d0, d1) : (d0 - 1 - (13 - 1 - d1) - 1 >= 0)>(%j, %i) {
          %6 = affine.load %table[13 - 1 - %i, %j] : memref<?x13xi64>
          %7 = affine.load %table[13 - %i, %j - 1] : memref<?x13xi64>
          %8 = affine.load %seq[13 - 1 - %i] : memref<?xi64>
          %9 = affine.load %seq[%j] : memref<?xi64>
          %10 = arith.addi %8, %9 : i64
          %11 = arith.constant 3 : i64
          %12 = arith.cmpi eq, %10, %11 : i64
          %13 = arith.constant 1 : i64
          %14 = arith.constant 0 : i64
          %15 = arith.select %12, %13, %14 : i64
          %16 = arith.addi %7, %15 : i64
          %17 = arith.maxsi %6, %16 : i64
          affine.store %17, %table[13 - 1 - %i, %j] : memref<?x13xi64>
        } else {
          %18 = affine.load %table[13 - 1 - %i, %j] : memref<?x13xi64>
          %19 = affine.load %table[13 - %i, %j - 1] : memref<?x13xi64>
          %20 = arith.maxsi %18, %19 : i64
          affine.store %20, %table[13 - 1 - %i, %j] : memref<?x13xi64>
        }
      }
      affine.for %k = affine_map<(d0) -> (13 - d0)>(%i) to affine_map<(d0) -> (d0)>(%j) {
        %21 = affine.load %table[13 - 1 - %i, %j] : memref<?x13xi64>
        %22 = affine.load %table[13 - 1 - %i, %k] : memref<?x13xi64>
        %23 = affine.load %table[%k + 1, %j] : memref<?x13xi64>
        %24 = arith.addi %22, %23 : i64
        %25 = arith.maxsi %21, %24 : i64
        affine.store %25, %table[13 - 1 - %i, %j] : memref<?x13xi64>
      }
    }
  }
  return
}

func.func @main() -> i64 {
  %seq = memref.alloc() : memref<13xi64>
  %seq_open = memref.cast %seq : memref<13xi64> to memref<?xi64>
  %table = memref.alloc() : memref<13x13xi64>
  %table_open = memref.cast %table : memref<13x13xi64> to memref<?x13xi64>
  call @init(%seq_open, %table_open) : (memref<?xi64>, memref<?x13xi64>) -> ()
  call @kernel_nussinov(%seq_open, %table_open) : (memref<?xi64>, memref<?x13xi64>) -> ()
  affine.for %d0 = 0 to 13 {
    affine.for %d1 = 0 to 13 {
      %0 = affine.load %table[%d0, %d1] : memref<13x13xi64>
      vector.print %0 : i64 punctuation <comma>
    }
    vector.print punctuation <newline>
  }
  %1 = arith.constant 0 : i64
  %2 = arith.constant 31 : i64
  %3 = affine.for %d0 = 0 to 13 iter_args(%h1 = %1) -> (i64) {
    %4 = affine.for %d1 = 0 to 13 iter_args(%h2 = %h1) -> (i64) {
      %5 = affine.load %table[%d0, %d1] : memref<13x13xi64>
      %6 = arith.muli %h2, %2 : i64
      %7 = arith.addi %6, %5 : i64
      affine.yield %7 : i64
    }
    affine.yield %4 : i64
  }
  memref.dealloc %seq : memref<13xi64>
  memref.dealloc %table : memref<13x13xi64>
  return %3 : i64
}

// CHECK: 0, 0, 0, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4,
// CHECK-NEXT: 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
// CHECK-NEXT: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
// CHECK-NEXT: 8589496077953436386 : i64
