// Buffers fall apart into the elements that are used, where all subscripts are constants within the shape.
// RUN: terrace-opt %s --sroa | FileCheck %s

func.func @sroa(%x: i32) -> i32 {
  %a = memref.alloca() : memref<2x3xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c0, %c1] : memref<2x3xi32>
  memref.store %x, %a[%c1, %c1] : memref<2x3xi32>
  %r = memref.load %a[%c0, %c1] : memref<2x3xi32>
  return %r : i32
}
func.func @sroa_dynamic(%x: i32, %i: index) -> i32 {
  %a = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%c0] : memref<2xi32>
  %r = memref.load %a[%i] : memref<2xi32>
  return %r : i32
}
func.func @sroa_out(%x: i32, %i: index) -> i32 {
  %a = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 4 : index
  memref.store %x, %a[%c0] : memref<2xi32>
  %r = memref.load %a[%c0] : memref<2xi32>
  return %r : i32
}

// CHECK: module {
// CHECK-NEXT:   func.func @sroa(%arg0: i32) -> i32 {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<i32>
// CHECK-NEXT:     %alloca_0 = memref.alloca() : memref<i32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     memref.store %arg0, %alloca[] : memref<i32>
// CHECK-NEXT:     memref.store %arg0, %alloca_0[] : memref<i32>
// CHECK-NEXT:     %0 = memref.load %alloca[] : memref<i32>
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sroa_dynamic(%arg0: i32, %arg1: index) -> i32 {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<2xi32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     memref.store %arg0, %alloca[%c0] : memref<2xi32>
// CHECK-NEXT:     %0 = memref.load %alloca[%arg1] : memref<2xi32>
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sroa_out(%arg0: i32, %arg1: index) -> i32 {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<2xi32>
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     memref.store %arg0, %alloca[%c4] : memref<2xi32>
// CHECK-NEXT:     %0 = memref.load %alloca[%c4] : memref<2xi32>
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
