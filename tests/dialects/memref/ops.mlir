// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each op, with and without what may be left out.

memref.global @empty : memref<4xf32>
memref.global "private" constant @c : memref<2xi32> = dense<[1, 2]> {alignment = 8 : i64}
memref.global "nested" @u : memref<2xi32> = uninitialized
func.func @ops(%n: index, %f: f32, %m: memref<4xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %b: memref<64xi8>, %s: memref<2xindex>, %t: memref<1xi32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n)[%n] {alignment = 16 : i64} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %2 = memref.alloca(%n) : memref<?xf32, 3>
  memref.dealloc %0 : memref<4xf32>
  %3 = memref.realloc %m(%n) : memref<4xf32> to memref<?xf32>
  %4 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  memref.alloca_scope { memref.alloca_scope.return }
  %5 = memref.alloca_scope -> (index) { memref.alloca_scope.return %n : index } {a}
  %6 = memref.load %m[%n] : memref<4xf32>
  %7 = memref.load %m[%n] {nontemporal = true, alignment = 4 : i64} : memref<4xf32>
  memref.store %f, %m[%n] {nontemporal = false} : memref<4xf32>
  memref.copy %m, %0 : memref<4xf32> to memref<4xf32>
  memref.prefetch %m[%n], write, locality<3>, data : memref<4xf32>
  memref.prefetch %m[%n], read, locality<0>, instr : memref<4xf32>
  %8 = memref.assume_alignment %m, 16 : memref<4xf32>
  %9:2 = memref.distinct_objects %m, %0 : memref<4xf32>, memref<4xf32>
  %10 = memref.dim %d, %n : memref<?x?xf32>
  %11 = memref.rank %u : memref<*xf32>
  %12 = memref.atomic_rmw addf %f, %m[%n] : (f32, memref<4xf32>) -> f32
  %13 = memref.generic_atomic_rmw %m[%n] : memref<4xf32> { ^bb0(%a: f32): memref.atomic_yield %a : f32 }
  %14 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %15 = memref.cast %u : memref<*xf32> to memref<4x?xf32>
  %16 = memref.memory_space_cast %m : memref<4xf32> to memref<4xf32, 1>
  %17 = memref.reinterpret_cast %u to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<*xf32> to memref<?x4xf32>
  %18 = memref.reinterpret_cast %m to offset: [%n], sizes: [], strides: [] : memref<4xf32> to memref<f32, strided<[], offset: ?>>
  %19 = memref.reshape %m(%s) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %20 = memref.view %b[%n][%n] : memref<64xi8> to memref<?x4xf32>
  %21 = memref.transpose %d (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %22, %23, %24:2, %25:2 = memref.extract_strided_metadata %d : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %26 = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  %27 = memref.subview %d[%n, 0][2, %n][1, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %28 = memref.subview %m[1][1][1] : memref<4xf32> to memref<f32, strided<[], offset: 1>>
  %29 = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %30 = memref.expand_shape %14 [[0, 1]] output_shape [%n, 2] : memref<?xf32> into memref<?x2xf32>
  %31 = memref.collapse_shape %29 [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  %32 = memref.get_global @c : memref<2xi32>
  memref.dma_start %m[%n], %0[%n], %n, %t[%n] : memref<4xf32>, memref<4xf32>, memref<1xi32>
  memref.dma_start %m[%n], %0[%n], %n, %t[%n], %n, %n : memref<4xf32>, memref<4xf32>, memref<1xi32>
  memref.dma_wait %t[%n], %n : memref<1xi32>
  return
}

// CHECK:      #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   memref.global @empty : memref<4xf32>
// CHECK-NEXT:   memref.global "private" constant @c : memref<2xi32> = dense<[1, 2]> {alignment = 8 : i64}
// CHECK-NEXT:   memref.global "nested" @u : memref<2xi32> = uninitialized
// CHECK-NEXT:   func.func @ops(%arg0: index, %arg1: f32, %arg2: memref<4xf32>, %arg3: memref<?x?xf32>, %arg4: memref<*xf32>, %arg5: memref<64xi8>, %arg6: memref<2xindex>, %arg7: memref<1xi32>) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %alloc_0 = memref.alloc(%arg0)[%arg0] {alignment = 16 : i64} : memref<?xf32, #map>
// CHECK-NEXT:     %alloca = memref.alloca(%arg0) : memref<?xf32, 3>
// CHECK-NEXT:     memref.dealloc %alloc : memref<4xf32>
// CHECK-NEXT:     %0 = memref.realloc %arg2(%arg0) : memref<4xf32> to memref<?xf32>
// CHECK-NEXT:     %1 = memref.realloc %arg2 : memref<4xf32> to memref<8xf32>
// CHECK-NEXT:     memref.alloca_scope  {
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = memref.alloca_scope  -> (index) {
// CHECK-NEXT:       memref.alloca_scope.return %arg0 : index
// CHECK-NEXT:     } {a}
// CHECK-NEXT:     %3 = memref.load %arg2[%arg0] : memref<4xf32>
// CHECK-NEXT:     %4 = memref.load %arg2[%arg0] {alignment = 4 : i64, nontemporal = true} : memref<4xf32>
// CHECK-NEXT:     memref.store %arg1, %arg2[%arg0] : memref<4xf32>
// CHECK-NEXT:     memref.copy %arg2, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:     memref.prefetch %arg2[%arg0], write, locality<3>, data : memref<4xf32>
// CHECK-NEXT:     memref.prefetch %arg2[%arg0], read, locality<0>, instr : memref<4xf32>
// CHECK-NEXT:     %assume_align = memref.assume_alignment %arg2, 16 : memref<4xf32>
// CHECK-NEXT:     %5:2 = memref.distinct_objects %arg2, %alloc : memref<4xf32>, memref<4xf32>
// CHECK-NEXT:     %dim = memref.dim %arg3, %arg0 : memref<?x?xf32>
// CHECK-NEXT:     %6 = memref.rank %arg4 : memref<*xf32>
// CHECK-NEXT:     %7 = memref.atomic_rmw addf %arg1, %arg2[%arg0] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT:     %8 = memref.generic_atomic_rmw %arg2[%arg0] : memref<4xf32> {
// CHECK-NEXT:     ^bb0(%arg8: f32):
// CHECK-NEXT:       memref.atomic_yield %arg8 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %cast = memref.cast %arg2 : memref<4xf32> to memref<?xf32>
// CHECK-NEXT:     %cast_1 = memref.cast %arg4 : memref<*xf32> to memref<4x?xf32>
// CHECK-NEXT:     %memspacecast = memref.memory_space_cast %arg2 : memref<4xf32> to memref<4xf32, 1>
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %arg4 to offset: [0], sizes: [%arg0, 4], strides: [4, 1] : memref<*xf32> to memref<?x4xf32>
// CHECK-NEXT:     %reinterpret_cast_2 = memref.reinterpret_cast %arg2 to offset: [%arg0], sizes: [], strides: [] : memref<4xf32> to memref<f32, strided<[], offset: ?>>
// CHECK-NEXT:     %reshape = memref.reshape %arg2(%arg6) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT:     %view = memref.view %arg5[%arg0][%arg0] : memref<64xi8> to memref<?x4xf32>
// CHECK-NEXT:     %transpose = memref.transpose %arg3 (d0, d1) -> (d1, d0) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
// CHECK-NEXT:     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg3 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %arg2 : memref<4xf32> -> index
// CHECK-NEXT:     %subview = memref.subview %arg3[%arg0, 0] [2, %arg0] [1, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %subview_3 = memref.subview %arg2[1] [1] [1] : memref<4xf32> to memref<f32, strided<[], offset: 1>>
// CHECK-NEXT:     %expand_shape = memref.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
// CHECK-NEXT:     %expand_shape_4 = memref.expand_shape %cast {{\[\[}}0, 1]] output_shape [%arg0, 2] : memref<?xf32> into memref<?x2xf32>
// CHECK-NEXT:     %collapse_shape = memref.collapse_shape %expand_shape {{\[\[}}0, 1]] : memref<2x2xf32> into memref<4xf32>
// CHECK-NEXT:     %9 = memref.get_global @c : memref<2xi32>
// CHECK-NEXT:     memref.dma_start %arg2[%arg0], %alloc[%arg0], %arg0, %arg7[%arg0] : memref<4xf32>, memref<4xf32>, memref<1xi32>
// CHECK-NEXT:     memref.dma_start %arg2[%arg0], %alloc[%arg0], %arg0, %arg7[%arg0], %arg0, %arg0 : memref<4xf32>, memref<4xf32>, memref<1xi32>
// CHECK-NEXT:     memref.dma_wait %arg7[%arg0], %arg0 : memref<1xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
