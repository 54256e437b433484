// Borders that are known though the type of the result leaves its extent open: the extent stays open. mlir-opt crashes, or
// leaves a type that does not fit.
// RUN: terrace-opt %s --linalg-fold-unit-extent-dims | FileCheck %s

func.func @known_border(%t: tensor<1x2xi32>, %x: i32) -> tensor<1x?xi32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %t low[0, 1] high[0, %c0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<1x2xi32> to tensor<1x?xi32>
  return %0 : tensor<1x?xi32>
}
func.func @open_unit(%t: tensor<4x1xi32>, %x: i32) -> tensor<6x?xi32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %t low[1, 0] high[1, %c0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<4x1xi32> to tensor<6x?xi32>
  return %0 : tensor<6x?xi32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @known_border(%arg0: tensor<1x2xi32>, %arg1: i32) -> tensor<1x?xi32> {
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<1x2xi32> into tensor<2xi32>
// CHECK-NEXT:     %padded = tensor.pad %collapsed low[1] high[%c0] {
// CHECK-NEXT:     ^bb0(%arg2: index):
// CHECK-NEXT:       tensor.yield %arg1 : i32
// CHECK-NEXT:     } : tensor<2xi32> to tensor<?xi32>
// CHECK-NEXT:     %expanded = tensor.expand_shape %padded {{\[\[}}0, 1]] output_shape [1, %c3] : tensor<?xi32> into tensor<1x?xi32>
// CHECK-NEXT:     return %expanded : tensor<1x?xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @open_unit(%arg0: tensor<4x1xi32>, %arg1: i32) -> tensor<6x?xi32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %padded = tensor.pad %arg0 low[1, 0] high[1, %c0] {
// CHECK-NEXT:     ^bb0(%arg2: index, %arg3: index):
// CHECK-NEXT:       tensor.yield %arg1 : i32
// CHECK-NEXT:     } : tensor<4x1xi32> to tensor<6x?xi32>
// CHECK-NEXT:     return %padded : tensor<6x?xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
