// RUN: terrace-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// Canonicalization of shapes.

// Known extents are computed with.
// CHECK-LABEL: func.func @extents() -> (index, index, !shape.size, index) {
// CHECK-NEXT:    %c24 = arith.constant 24 : index
// CHECK-NEXT:    %c3 = arith.constant 3 : index
// CHECK-NEXT:    %c6 = shape.const_size 6
// CHECK-NEXT:    %c-4 = arith.constant -4 : index
// CHECK-NEXT:    return %c24, %c3, %c6, %c-4 : index, index, !shape.size, index
// CHECK-NEXT:  }
func.func @extents() -> (index, index, !shape.size, index) {
  %s = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %c1 = arith.constant 1 : index
  %c7 = arith.constant -7 : index
  %c2 = arith.constant 2 : index
  %size = shape.const_size 5
  %a = shape.num_elements %s : tensor<3xindex> -> index
  %b = shape.get_extent %s, %c1 : tensor<3xindex>, index -> index
  %c = shape.add %size, %c1 : !shape.size, index -> !shape.size
  %d = shape.div %c7, %c2 : index, index -> index
  return %a, %b, %c, %d : index, index, !shape.size, index
}

// Known shapes broadcast to a known shape; the shape of a scalar and what is there twice do not matter.
// CHECK-LABEL: func.func @broadcasts(%arg0: !shape.shape) -> (!shape.shape, !shape.shape) {
// CHECK-NEXT:    %0 = shape.const_shape [2, 1, 3] : !shape.shape
// CHECK-NEXT:    return %0, %arg0 : !shape.shape, !shape.shape
// CHECK-NEXT:  }
func.func @broadcasts(%x: !shape.shape) -> (!shape.shape, !shape.shape) {
  %a = shape.const_shape [1, 3] : !shape.shape
  %b = shape.const_shape [2, 1, 3] : !shape.shape
  %e = shape.const_shape [] : !shape.shape
  %0 = shape.broadcast %a, %b : !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.broadcast %x, %e, %x : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  return %0, %1 : !shape.shape, !shape.shape
}

// A shape equals itself, and what then is assumed holds.
// CHECK-LABEL: func.func @assumed(%arg0: !shape.shape) -> index {
// CHECK-NEXT:    %0 = "test.source"() : () -> index
// CHECK-NEXT:    return %0 : index
// CHECK-NEXT:  }
func.func @assumed(%x: !shape.shape) -> index {
  %w = shape.cstr_eq %x, %x : !shape.shape, !shape.shape
  %r = shape.assuming %w -> (index) {
    %v = "test.source"() : () -> index
    shape.assuming_yield %v : index
  }
  return %r : index
}

// Ranks and shapes of tensors are known from their types.
// CHECK-LABEL: func.func @tensors(%arg0: tensor<2x?xf32>, %arg1: tensor<2x3xf32>) -> (index, tensor<2xindex>) {
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %0 = shape.const_shape [2, 3] : tensor<2xindex>
// CHECK-NEXT:    return %c2, %0 : index, tensor<2xindex>
// CHECK-NEXT:  }
func.func @tensors(%t: tensor<2x?xf32>, %u: tensor<2x3xf32>) -> (index, tensor<2xindex>) {
  %s = shape.shape_of %t : tensor<2x?xf32> -> tensor<2xindex>
  %r = shape.rank %s : tensor<2xindex> -> index
  %k = shape.shape_of %u : tensor<2x3xf32> -> tensor<2xindex>
  return %r, %k : index, tensor<2xindex>
}
