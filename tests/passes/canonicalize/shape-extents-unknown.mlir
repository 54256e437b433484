// RUN: terrace-opt %s --canonicalize | FileCheck %s

// The type of a constant shape has its extent: what is computed as a tensor of unknown extent stays.
// CHECK-LABEL: func.func @broadcast(
// CHECK: %[[SHAPE:.*]] = shape.const_shape [2, 3] : tensor<2xindex>
// CHECK: %[[CAST:.*]] = tensor.cast %[[SHAPE]] : tensor<2xindex> to tensor<?xindex>
// CHECK: return %[[CAST]]
func.func @broadcast() -> tensor<?xindex> {
  %0 = shape.const_shape [2, 3] : tensor<2xindex>
  %1 = shape.const_shape [1, 3] : tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
  return %2 : tensor<?xindex>
}
