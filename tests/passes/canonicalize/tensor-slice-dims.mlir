// A size that turns out to be one does not change which dimensions a slice leaves out; mlir-opt leaves out the first of
// extent one and stops, or takes another part.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

func.func @extract(%t: tensor<2x2x2xi32>) -> tensor<?x2xi32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[0, 0, 0] [%c1, 2, 1] [1, 1, 2] : tensor<2x2x2xi32> to tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
func.func @insert(%s: tensor<?x2xi32>, %t: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert_slice %s into %t[0, 0, 0] [%c1, 2, 1] [1, 1, 1] : tensor<?x2xi32> into tensor<2x2x2xi32>
  return %0 : tensor<2x2x2xi32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @extract(%arg0: tensor<2x2x2xi32>) -> tensor<?x2xi32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 2, 1] [1, 1, 2] : tensor<2x2x2xi32> to tensor<1x2xi32>
// CHECK-NEXT:     %cast = tensor.cast %extracted_slice : tensor<1x2xi32> to tensor<?x2xi32>
// CHECK-NEXT:     return %cast : tensor<?x2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @insert(%arg0: tensor<?x2xi32>, %arg1: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
// CHECK-NEXT:     %cast = tensor.cast %arg0 : tensor<?x2xi32> to tensor<1x2xi32>
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %cast into %arg1[0, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<1x2xi32> into tensor<2x2x2xi32>
// CHECK-NEXT:     return %inserted_slice : tensor<2x2x2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
