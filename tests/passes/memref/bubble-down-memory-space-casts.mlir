// Accesses use the buffer before its cast to the default memory space; views are cast after they are taken.

// RUN: terrace-opt %s --bubble-down-memory-space-casts --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @accesses(
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32, 1>
// CHECK-NOT: memory_space_cast
// CHECK: memref.load %[[A]]
// CHECK-NEXT: memref.store %{{.*}}, %[[A]]
// CHECK-NEXT: memref.atomic_rmw addf %{{.*}}, %[[A]]
// CHECK-NEXT: vector.transfer_read %[[A]]
// CHECK-NEXT: vector.transfer_write %{{.*}}, %[[A]]
// CHECK-NEXT: vector.store %{{.*}}, %[[A]]
// CHECK-NEXT: vector.scatter %[[A]]
// CHECK-NEXT: return
func.func @accesses(%a: memref<?x?xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %m: vector<4xi1>, %iv: vector<4xindex>) -> (f32, f32, vector<4xf32>) {
  %0 = memref.memory_space_cast %a : memref<?x?xf32, 1> to memref<?x?xf32>
  %1 = memref.load %0[%i, %i] : memref<?x?xf32>
  memref.store %x, %0[%i, %i] : memref<?x?xf32>
  %2 = memref.atomic_rmw addf %x, %0[%i, %i] : (f32, memref<?x?xf32>) -> f32
  %3 = vector.transfer_read %0[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %0[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.store %v, %0[%i, %i] : memref<?x?xf32>, vector<4xf32>
  vector.scatter %0[%i, %i][%iv], %m, %v : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %1, %2, %3 : f32, f32, vector<4xf32>
}

// The casts of views of views go behind all of them; what is no access gets the cast view.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32, 1>
// CHECK-NEXT: %[[S:.*]] = memref.subview %[[A]]{{.*}} to memref<3x?xf32, strided<[?, 1], offset: ?>, 1>
// CHECK-NEXT: %[[T:.*]] = memref.transpose %[[S]]
// CHECK-NEXT: %[[CAST:.*]] = memref.memory_space_cast %[[T]] : memref<?x3xf32, strided<[1, ?], offset: ?>, 1> to memref<?x3xf32, strided<[1, ?], offset: ?>>
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[A]] : memref<?x?xf32, 1> to memref<*xf32, 1>
// CHECK-NEXT: %[[CCAST:.*]] = memref.memory_space_cast %[[C]] : memref<*xf32, 1> to memref<*xf32>
// CHECK-NEXT: "test.use"(%[[CAST]], %[[CCAST]])
// CHECK-NEXT: %[[L:.*]] = memref.assume_alignment %[[A]], 16
// CHECK-NEXT: vector.load %[[L]]
func.func @views(%a: memref<?x?xf32, 1>, %i: index) -> vector<4xf32> {
  %0 = memref.memory_space_cast %a : memref<?x?xf32, 1> to memref<?x?xf32>
  %s = memref.subview %0[1, 2][3, %i][1, 1] : memref<?x?xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
  %t = memref.transpose %s (d0, d1) -> (d1, d0) : memref<3x?xf32, strided<[?, 1], offset: ?>> to memref<?x3xf32, strided<[1, ?], offset: ?>>
  %c = memref.cast %0 : memref<?x?xf32> to memref<*xf32>
  "test.use"(%t, %c) : (memref<?x3xf32, strided<[1, ?], offset: ?>>, memref<*xf32>) -> ()
  %l = memref.assume_alignment %0, 16 : memref<?x?xf32>
  %v = vector.load %l[%i, %i] : memref<?x?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// A cast to another space may change what the access means.
// CHECK-LABEL: func.func @kept(
// CHECK: %[[CAST:.*]] = memref.memory_space_cast
// CHECK: memref.load %[[CAST]]
func.func @kept(%a: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 3>
  %1 = memref.load %0[%i] : memref<4xf32, 3>
  return %1 : f32
}
