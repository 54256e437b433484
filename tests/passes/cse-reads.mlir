// A read gives way to the last one that does the same, if nothing is written between the two.
// RUN: terrace-opt %s --cse | FileCheck %s

// The first read is of what was there before the write.
// CHECK-LABEL: func.func @last_read_counts
func.func @last_read_counts(%m: memref<?xi32>, %i: index, %k: i32) -> (i32, i32, i32) {
  // CHECK-NEXT: %[[BEFORE:.*]] = memref.load
  %a = memref.load %m[%i] : memref<?xi32>
  // CHECK-NEXT: memref.store
  memref.store %k, %m[%i] : memref<?xi32>
  // CHECK-NEXT: %[[AFTER:.*]] = memref.load
  %b = memref.load %m[%i] : memref<?xi32>
  %c = memref.load %m[%i] : memref<?xi32>
  // CHECK-NEXT: return %[[BEFORE]], %[[AFTER]], %[[AFTER]]
  return %a, %b, %c : i32, i32, i32
}

// Behind a region, what was read before it is known again, and not what was read in it.
// CHECK-LABEL: func.func @reads_in_regions_are_left
func.func @reads_in_regions_are_left(%m: memref<?xi32>, %i: index, %c: i1) -> (i32, i32) {
  // CHECK-NEXT: %[[FIRST:.*]] = memref.load
  %a = memref.load %m[%i] : memref<?xi32>
  scf.if %c {
    // CHECK: memref.load
    // CHECK-NEXT: memref.store
    %x = memref.load %m[%i] : memref<?xi32>
    memref.store %x, %m[%i] : memref<?xi32>
    // CHECK-NEXT: %[[INSIDE:.*]] = memref.load
    // CHECK-NEXT: vector.print %[[INSIDE]]
    // CHECK-NEXT: vector.print %[[INSIDE]]
    %y = memref.load %m[%i] : memref<?xi32>
    %z = memref.load %m[%i] : memref<?xi32>
    vector.print %y : i32
    vector.print %z : i32
  }
  // CHECK: %[[BEHIND:.*]] = memref.load
  %b = memref.load %m[%i] : memref<?xi32>
  // CHECK-NEXT: return %[[FIRST]], %[[BEHIND]]
  return %a, %b : i32, i32
}
