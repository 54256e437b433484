// The sizes of a buffer that is expanded are those of the type, whatever else the tensor op says.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

// CHECK-LABEL: func.func @sizes_of_the_type
// CHECK: memref.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [2, 3]
func.func @sizes_of_the_type(%t: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
