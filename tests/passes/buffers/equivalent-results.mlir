// What a function gives back may be what it got back from one before it; a function of others' is left as it is.
// RUN: terrace-opt %s --drop-equivalent-buffer-results | FileCheck %s

// CHECK-LABEL: func.func private @first(%arg0: memref<4xf32>, %arg1: f32) {
// CHECK-NEXT: return
func.func private @first(%m: memref<4xf32>, %x: f32) -> (memref<4xf32>, f32) {
  return %m, %x : memref<4xf32>, f32
}

// CHECK-LABEL: func.func private @second(%arg0: memref<4xf32>, %arg1: f32) {
// CHECK-NEXT: call @first(%arg0, %arg1) : (memref<4xf32>, f32) -> ()
// CHECK-NEXT: return
func.func private @second(%m: memref<4xf32>, %x: f32) -> (memref<4xf32>, f32) {
  %0:2 = call @first(%m, %x) : (memref<4xf32>, f32) -> (memref<4xf32>, f32)
  return %0#0, %0#1 : memref<4xf32>, f32
}

// CHECK-LABEL: func.func @third
// CHECK-NEXT: call @second(%arg0, %arg1) : (memref<4xf32>, f32) -> ()
// CHECK-NEXT: return %arg0, %arg1 : memref<4xf32>, f32
func.func @third(%m: memref<4xf32>, %x: f32) -> (memref<4xf32>, f32) {
  %0:2 = call @second(%m, %x) : (memref<4xf32>, f32) -> (memref<4xf32>, f32)
  return %0#0, %0#1 : memref<4xf32>, f32
}
