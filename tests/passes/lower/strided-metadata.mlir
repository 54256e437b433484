// Views are casts of their base, with arithmetic on offsets, sizes and strides.
// RUN: terrace-opt %s --expand-strided-metadata --allow-unregistered-dialect | FileCheck %s

func.func @subviews(%m: memref<16x?x4xf32, strided<[?, 4, 1], offset: ?>>, %i: index, %n: index)
    -> (memref<?x4xf32, strided<[?, 1], offset: ?>>, index) {
  %0 = memref.subview %m[%i, 2, 0] [1, %n, 4] [1, %i, 1]
    : memref<16x?x4xf32, strided<[?, 4, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<?x4xf32, strided<[?, 1], offset: ?>> -> index
  return %0, %1 : memref<?x4xf32, strided<[?, 1], offset: ?>>, index
}

func.func @reshapes(%m: memref<?x4xf32, strided<[?, ?], offset: 3>>, %n: index, %s: memref<1x1xf32, strided<[?, ?]>>) {
  %0 = memref.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [3, %n, 5, 2, 2]
    : memref<?x4xf32, strided<[?, ?], offset: 3>> into memref<3x?x5x2x2xf32, strided<[?, ?, ?, ?, ?], offset: 3>>
  "foo.use"(%0) : (memref<3x?x5x2x2xf32, strided<[?, ?, ?, ?, ?], offset: 3>>) -> ()
  %1 = memref.collapse_shape %s [[0, 1]] : memref<1x1xf32, strided<[?, ?]>> into memref<1xf32, strided<[?]>>
  "foo.use"(%1) : (memref<1xf32, strided<[?]>>) -> ()
  %2 = memref.alloc(%n, %n) : memref<?x2x?xf32>
  %3 = memref.collapse_shape %2 [[0], [1, 2]] : memref<?x2x?xf32> into memref<?x?xf32>
  "foo.use"(%3) : (memref<?x?xf32>) -> ()
  %4 = memref.alloc() : memref<f32>
  %5 = memref.expand_shape %4 [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  "foo.use"(%5) : (memref<1x1xf32>) -> ()
  return
}

memref.global "private" @g : memref<2x3xf32>

func.func @sources(%n: index, %u: memref<4x?xf32>, %v: memref<4x5xf32, 1>) {
  %0 = memref.alloc(%n) : memref<2x?x3xf32>
  %b0, %o0, %s0:3, %t0:3 = memref.extract_strided_metadata %0 : memref<2x?x3xf32> -> memref<f32>, index, index, index, index, index, index, index
  "foo.use"(%b0, %o0, %s0#1, %t0#0) : (memref<f32>, index, index, index) -> ()
  %1 = memref.get_global @g : memref<2x3xf32>
  %b1, %o1, %s1:2, %t1:2 = memref.extract_strided_metadata %1 : memref<2x3xf32> -> memref<f32>, index, index, index, index, index
  "foo.use"(%b1, %o1, %s1#1, %t1#0) : (memref<f32>, index, index, index) -> ()
  %2 = memref.reinterpret_cast %u to offset: [%n], sizes: [2, %n], strides: [%n, 1] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %b2, %o2, %s2:2, %t2:2 = memref.extract_strided_metadata %2 : memref<2x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  "foo.use"(%b2, %o2, %s2#1, %t2#0) : (memref<f32>, index, index, index) -> ()
  %3 = memref.memory_space_cast %v : memref<4x5xf32, 1> to memref<4x5xf32>
  %b3, %o3, %s3:2, %t3:2 = memref.extract_strided_metadata %3 : memref<4x5xf32> -> memref<f32>, index, index, index, index, index
  "foo.use"(%b3, %o3, %s3#1, %t3#0) : (memref<f32>, index, index, index) -> ()
  %b4, %o4 = memref.extract_strided_metadata %b2 : memref<f32> -> memref<f32>, index
  "foo.use"(%b4, %o4) : (memref<f32>, index) -> ()
  return
}

// CHECK:      #map = affine_map<()[s0] -> (s0 * 4)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1, s2] -> (s0 + s1 * s2 + 8)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0 floordiv 15)>
// CHECK-NEXT: #map3 = affine_map<()[s0, s1] -> ((s0 floordiv 3) * s1)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 * 5)>
// CHECK-NEXT: #map5 = affine_map<()[s0] -> (s0 * 2)>
// CHECK-NEXT: #map6 = affine_map<()[s0] -> (s0 * 3)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @subviews(%arg0: memref<16x?x4xf32, strided<[?, 4, 1], offset: ?>>, %arg1: index, %arg2: index) -> (memref<?x4xf32, strided<[?, 1], offset: ?>>, index) {
// CHECK-NEXT:     %base_buffer, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %arg0 : memref<16x?x4xf32, strided<[?, 4, 1], offset: ?>> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT:     %0 = affine.apply #map()[%arg1]
// CHECK-NEXT:     %1 = affine.apply #map1()[%offset, %arg1, %strides#0]
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%1], sizes: [%arg2, 4], strides: [%0, 1] : memref<f32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<16x?x4xf32, strided<[?, 4, 1], offset: ?>> -> index
// CHECK-NEXT:     return %reinterpret_cast, %intptr : memref<?x4xf32, strided<[?, 1], offset: ?>>, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reshapes(%arg0: memref<?x4xf32, strided<[?, ?], offset: 3>>, %arg1: index, %arg2: memref<1x1xf32, strided<[?, ?]>>) {
// CHECK-NEXT:     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x4xf32, strided<[?, ?], offset: 3>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT:     %0 = affine.apply #map2()[%sizes#0]
// CHECK-NEXT:     %1 = affine.apply #map3()[%sizes#0, %strides#0]
// CHECK-NEXT:     %2 = affine.apply #map4()[%strides#0]
// CHECK-NEXT:     %3 = affine.apply #map5()[%strides#1]
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [3], sizes: [3, %0, 5, 2, 2], strides: [%1, %2, %strides#0, %3, %strides#1] : memref<f32> to memref<3x?x5x2x2xf32, strided<[?, ?, ?, ?, ?], offset: 3>>
// CHECK-NEXT:     "foo.use"(%reinterpret_cast) : (memref<3x?x5x2x2xf32, strided<[?, ?, ?, ?, ?], offset: 3>>) -> ()
// CHECK-NEXT:     %base_buffer_0, %offset_1, %sizes_2:2, %strides_3:2 = memref.extract_strided_metadata %arg2 : memref<1x1xf32, strided<[?, ?]>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT:     %reinterpret_cast_4 = memref.reinterpret_cast %base_buffer_0 to offset: [0], sizes: [1], strides: [%strides_3#0] : memref<f32> to memref<1xf32, strided<[?]>>
// CHECK-NEXT:     "foo.use"(%reinterpret_cast_4) : (memref<1xf32, strided<[?]>>) -> ()
// CHECK-NEXT:     %alloc = memref.alloc(%arg1, %arg1) : memref<?x2x?xf32>
// CHECK-NEXT:     %4 = affine.apply #map5()[%arg1]
// CHECK-NEXT:     %5 = affine.apply #map5()[%arg1]
// CHECK-NEXT:     %reinterpret_cast_5 = memref.reinterpret_cast %alloc to offset: [0], sizes: [%arg1, %5], strides: [%4, 1] : memref<?x2x?xf32> to memref<?x?xf32>
// CHECK-NEXT:     "foo.use"(%reinterpret_cast_5) : (memref<?x?xf32>) -> ()
// CHECK-NEXT:     %alloc_6 = memref.alloc() : memref<f32>
// CHECK-NEXT:     %reinterpret_cast_7 = memref.reinterpret_cast %alloc_6 to offset: [0], sizes: [1, 1], strides: [1, 1] : memref<f32> to memref<1x1xf32>
// CHECK-NEXT:     "foo.use"(%reinterpret_cast_7) : (memref<1x1xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.global "private" @g : memref<2x3xf32>
// CHECK-NEXT:   func.func @sources(%arg0: index, %arg1: memref<4x?xf32>, %arg2: memref<4x5xf32, 1>) {
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %alloc = memref.alloc(%arg0) : memref<2x?x3xf32>
// CHECK-NEXT:     %0 = affine.apply #map6()[%arg0]
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [], strides: [] : memref<2x?x3xf32> to memref<f32>
// CHECK-NEXT:     "foo.use"(%reinterpret_cast, %c0, %arg0, %0) : (memref<f32>, index, index, index) -> ()
// CHECK-NEXT:     %1 = memref.get_global @g : memref<2x3xf32>
// CHECK-NEXT:     %reinterpret_cast_0 = memref.reinterpret_cast %1 to offset: [0], sizes: [], strides: [] : memref<2x3xf32> to memref<f32>
// CHECK-NEXT:     "foo.use"(%reinterpret_cast_0, %c0, %c3, %c3) : (memref<f32>, index, index, index) -> ()
// CHECK-NEXT:     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg1 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT:     "foo.use"(%base_buffer, %arg0, %arg0, %arg0) : (memref<f32>, index, index, index) -> ()
// CHECK-NEXT:     %base_buffer_1, %offset_2, %sizes_3:2, %strides_4:2 = memref.extract_strided_metadata %arg2 : memref<4x5xf32, 1> -> memref<f32, 1>, index, index, index, index, index
// CHECK-NEXT:     %memspacecast = memref.memory_space_cast %base_buffer_1 : memref<f32, 1> to memref<f32>
// CHECK-NEXT:     "foo.use"(%memspacecast, %c0, %c5, %c5) : (memref<f32>, index, index, index) -> ()
// CHECK-NEXT:     "foo.use"(%base_buffer, %c0) : (memref<f32>, index) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
