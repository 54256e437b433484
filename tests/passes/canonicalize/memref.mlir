// RUN: terrace-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// Canonicalization of buffers.

// A size that is a constant goes into the type; casts go into what uses the buffer.
// CHECK-LABEL: func.func @sizes(%arg0: index, %arg1: index) -> f32 {
// CHECK-NEXT:    %alloc = memref.alloc(%arg0) : memref<4x?xf32>
// CHECK-NEXT:    %cast = memref.cast %alloc : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT:    "test.use"(%cast) : (memref<?x?xf32>) -> ()
// CHECK-NEXT:    %0 = memref.load %alloc[%arg1, %arg1] : memref<4x?xf32>
// CHECK-NEXT:    return %0 : f32
// CHECK-NEXT:  }
func.func @sizes(%n: index, %i: index) -> f32 {
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c4, %n) : memref<?x?xf32>
  "test.use"(%m) : (memref<?x?xf32>) -> ()
  %v = memref.load %m[%i, %i] : memref<?x?xf32>
  return %v : f32
}

// A buffer that is only written goes, with what writes and frees it.
// CHECK-LABEL: func.func @dead(%arg0: f32, %arg1: index) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @dead(%v: f32, %i: index) {
  %m = memref.alloc() : memref<8xf32>
  memref.store %v, %m[%i] : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return
}

// Extents are known from what made the buffer.
// CHECK-LABEL: func.func @extents(%arg0: memref<?x8xf32>, %arg1: index, %arg2: index) -> (index, index, index) {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c8 = arith.constant 8 : index
// CHECK-NEXT:    %dim = memref.dim %arg0, %c0 : memref<?x8xf32>
// CHECK-NEXT:    return %arg2, %c8, %dim : index, index, index
// CHECK-NEXT:  }
func.func @extents(%m: memref<?x8xf32>, %o: index, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%o, 0] [1, %n] [1, 1] : memref<?x8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %a = memref.dim %s, %c0 : memref<?xf32, strided<[1], offset: ?>>
  %b = memref.dim %m, %c1 : memref<?x8xf32>
  %c = memref.dim %m, %c0 : memref<?x8xf32>
  return %a, %b, %c : index, index, index
}

// All of a buffer is the buffer; what is known of a part is in its type.
// CHECK-LABEL: func.func @parts(%arg0: memref<4x8xf32>) -> (memref<4x8xf32, strided<[8, 1]>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %cast = memref.cast %arg0 : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
// CHECK-NEXT:    %subview = memref.subview %arg0[2, 2] [2, 2] [%c2, %c2] : memref<4x8xf32> to memref<2x2xf32, strided<[?, ?], offset: 18>>
// CHECK-NEXT:    %cast_0 = memref.cast %subview : memref<2x2xf32, strided<[?, ?], offset: 18>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:    return %cast, %cast_0 : memref<4x8xf32, strided<[8, 1]>>, memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:  }
func.func @parts(%m: memref<4x8xf32>) -> (memref<4x8xf32, strided<[8, 1]>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %c2 = arith.constant 2 : index
  %a = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %b = memref.subview %m[%c2, %c2] [%c2, %c2] [%c2, %c2] : memref<4x8xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %a, %b : memref<4x8xf32, strided<[8, 1]>>, memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// Grouping twice is grouping once; taking apart what was grouped the same way is nothing.
// CHECK-LABEL: func.func @groups(%arg0: memref<2x3x5x7xf32>) -> (memref<210xf32>, memref<2x3x5x7xf32>) {
// CHECK-NEXT:    %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2, 3{{\]\]}} : memref<2x3x5x7xf32> into memref<210xf32>
// CHECK-NEXT:    return %collapse_shape, %arg0 : memref<210xf32>, memref<2x3x5x7xf32>
// CHECK-NEXT:  }
func.func @groups(%m: memref<2x3x5x7xf32>) -> (memref<210xf32>, memref<2x3x5x7xf32>) {
  %a = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<2x3x5x7xf32> into memref<6x35xf32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<6x35xf32> into memref<210xf32>
  %c = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [2, 3, 5, 7] : memref<6x35xf32> into memref<2x3x5x7xf32>
  return %b, %c : memref<210xf32>, memref<2x3x5x7xf32>
}

// What the type tells need not be computed, and what is put together again is a cast.
// CHECK-LABEL: func.func @metadata(%arg0: memref<4x?xf32, strided<[?, 1], offset: 3>>) -> (index, index, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
// CHECK-NEXT:    %c3 = arith.constant 3 : index
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %cast = memref.cast %arg0 : memref<4x?xf32, strided<[?, 1], offset: 3>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:    return %c3, %c4, %cast : index, index, memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:  }
func.func @metadata(%m: memref<4x?xf32, strided<[?, 1], offset: 3>>) -> (index, index, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32, strided<[?, 1], offset: 3>> -> memref<f32>, index, index, index, index, index
  %r = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, %sizes#1], strides: [%strides#0, %strides#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %offset, %sizes#0, %r : index, index, memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// A scope without anything on the stack is none.
// CHECK-LABEL: func.func @scope() -> i32 {
// CHECK-NEXT:    %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:    return %c3_i32 : i32
// CHECK-NEXT:  }
func.func @scope() -> i32 {
  %r = memref.alloca_scope -> (i32) {
    %c = arith.constant 3 : i32
    memref.alloca_scope.return %c : i32
  }
  return %r : i32
}
