// RUN: terrace-opt %s --promote-buffers-to-stack | FileCheck %s
// RUN: terrace-opt %s --promote-buffers-to-stack='max-alloc-size-in-bytes=64 max-rank-of-allocated-memref=2' | FileCheck %s --check-prefix=SMALL

// Small buffers that stay in a scope go on its stack.
func.func @small(%m: memref<*xf32>, %n: index) {
  %0 = memref.alloc() {alignment = 64 : i64, note} : memref<256xf32>
  %1 = memref.alloc() : memref<257xf32>
  %2 = memref.alloc() : memref<2xcomplex<f64>>
  %3 = memref.alloc() : memref<3xvector<3xi8>>
  %4 = memref.alloc() : memref<4xindex>
  %r = memref.rank %m : memref<*xf32>
  %5 = memref.alloc(%r) : memref<?xf32>
  %6 = memref.alloc(%r, %r) : memref<?x?xf32>
  %7 = memref.alloc(%n) : memref<?xf32>
  %8 = memref.alloc() : memref<1xi8>
  memref.dealloc %8 : memref<1xi8>
  return
}
func.func @leaving(%c: i1, %n: index) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = scf.if %c -> (memref<2xf32>) {
    %3 = memref.alloc() : memref<2xf32>
    scf.yield %3 : memref<2xf32>
  } else {
    scf.yield %1 : memref<2xf32>
  }
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> (memref<2xf32>) {
    %5 = memref.alloc() : memref<2xf32>
    %6 = memref.alloc() : memref<2xf32>
    memref.copy %6, %5 : memref<2xf32> to memref<2xf32>
    scf.yield %5 : memref<2xf32>
  }
  %7 = memref.cast %4 : memref<2xf32> to memref<?xf32>
  %8 = memref.cast %7 : memref<?xf32> to memref<2xf32>
  return %8 : memref<2xf32>
}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 4096 : i64>} {
  func.func @wide() {
    %0 = memref.alloc() : memref<4xindex>
    return
  }
}

// CHECK:      module {
// CHECK-NEXT:   func.func @small(%arg0: memref<*xf32>, %arg1: index) {
// CHECK-NEXT:     %alloca = memref.alloca() {alignment = 64 : i64, note} : memref<256xf32>
// CHECK-NEXT:     %alloc = memref.alloc() : memref<257xf32>
// CHECK-NEXT:     %alloca_0 = memref.alloca() : memref<2xcomplex<f64>>
// CHECK-NEXT:     %alloca_1 = memref.alloca() : memref<3xvector<3xi8>>
// CHECK-NEXT:     %alloca_2 = memref.alloca() : memref<4xindex>
// CHECK-NEXT:     %0 = memref.rank %arg0 : memref<*xf32>
// CHECK-NEXT:     %alloca_3 = memref.alloca(%0) : memref<?xf32>
// CHECK-NEXT:     %alloc_4 = memref.alloc(%0, %0) : memref<?x?xf32>
// CHECK-NEXT:     %alloc_5 = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT:     %alloc_6 = memref.alloc() : memref<1xi8>
// CHECK-NEXT:     memref.dealloc %alloc_6 : memref<1xi8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @leaving(%arg0: i1, %arg1: index) -> memref<2xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloca = memref.alloca() : memref<2xf32>
// CHECK-NEXT:     %0 = scf.if %arg0 -> (memref<2xf32>) {
// CHECK-NEXT:       %alloca_1 = memref.alloca() : memref<2xf32>
// CHECK-NEXT:       scf.yield %alloca_1 : memref<2xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %alloca : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %alloc) -> (memref<2xf32>) {
// CHECK-NEXT:       %alloc_1 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:       %alloca_2 = memref.alloca() : memref<2xf32>
// CHECK-NEXT:       memref.copy %alloca_2, %alloc_1 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       scf.yield %alloc_1 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %cast = memref.cast %1 : memref<2xf32> to memref<?xf32>
// CHECK-NEXT:     %cast_0 = memref.cast %cast : memref<?xf32> to memref<2xf32>
// CHECK-NEXT:     return %cast_0 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {dlti.dl_spec = #dlti.dl_spec<index = 4096 : i64>} {
// CHECK-NEXT:     func.func @wide() {
// CHECK-NEXT:       %alloc = memref.alloc() : memref<4xindex>
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// SMALL:      module {
// SMALL-NEXT:   func.func @small(%arg0: memref<*xf32>, %arg1: index) {
// SMALL-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64, note} : memref<256xf32>
// SMALL-NEXT:     %alloc_0 = memref.alloc() : memref<257xf32>
// SMALL-NEXT:     %alloca = memref.alloca() : memref<2xcomplex<f64>>
// SMALL-NEXT:     %alloca_1 = memref.alloca() : memref<3xvector<3xi8>>
// SMALL-NEXT:     %alloca_2 = memref.alloca() : memref<4xindex>
// SMALL-NEXT:     %0 = memref.rank %arg0 : memref<*xf32>
// SMALL-NEXT:     %alloca_3 = memref.alloca(%0) : memref<?xf32>
// SMALL-NEXT:     %alloca_4 = memref.alloca(%0, %0) : memref<?x?xf32>
// SMALL-NEXT:     %alloc_5 = memref.alloc(%arg1) : memref<?xf32>
// SMALL-NEXT:     %alloc_6 = memref.alloc() : memref<1xi8>
// SMALL-NEXT:     memref.dealloc %alloc_6 : memref<1xi8>
// SMALL-NEXT:     return
// SMALL-NEXT:   }
// SMALL-NEXT:   func.func @leaving(%arg0: i1, %arg1: index) -> memref<2xf32> {
// SMALL-NEXT:     %c0 = arith.constant 0 : index
// SMALL-NEXT:     %c1 = arith.constant 1 : index
// SMALL-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// SMALL-NEXT:     %alloca = memref.alloca() : memref<2xf32>
// SMALL-NEXT:     %0 = scf.if %arg0 -> (memref<2xf32>) {
// SMALL-NEXT:       %alloca_1 = memref.alloca() : memref<2xf32>
// SMALL-NEXT:       scf.yield %alloca_1 : memref<2xf32>
// SMALL-NEXT:     } else {
// SMALL-NEXT:       scf.yield %alloca : memref<2xf32>
// SMALL-NEXT:     }
// SMALL-NEXT:     %1 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %alloc) -> (memref<2xf32>) {
// SMALL-NEXT:       %alloc_1 = memref.alloc() : memref<2xf32>
// SMALL-NEXT:       %alloca_2 = memref.alloca() : memref<2xf32>
// SMALL-NEXT:       memref.copy %alloca_2, %alloc_1 : memref<2xf32> to memref<2xf32>
// SMALL-NEXT:       scf.yield %alloc_1 : memref<2xf32>
// SMALL-NEXT:     }
// SMALL-NEXT:     %cast = memref.cast %1 : memref<2xf32> to memref<?xf32>
// SMALL-NEXT:     %cast_0 = memref.cast %cast : memref<?xf32> to memref<2xf32>
// SMALL-NEXT:     return %cast_0 : memref<2xf32>
// SMALL-NEXT:   }
// SMALL-NEXT:   module attributes {dlti.dl_spec = #dlti.dl_spec<index = 4096 : i64>} {
// SMALL-NEXT:     func.func @wide() {
// SMALL-NEXT:       %alloc = memref.alloc() : memref<4xindex>
// SMALL-NEXT:       return
// SMALL-NEXT:     }
// SMALL-NEXT:   }
// SMALL-NEXT: }
