// RUN: terrace-test-opt -test-linalg-pad-fusion -split-input-file %s | FileCheck %s

#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @overwrites(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[P:.*]]: f32)
func.func @overwrites(%a: tensor<4xf32>, %p: f32) -> tensor<9xf32> {
  // CHECK:      %[[EMPTY:.*]] = tensor.empty() : tensor<9xf32>
  // CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[P]] : f32) outs(%[[EMPTY]] : tensor<9xf32>)
  // CHECK-NEXT: %[[SLICE:.*]] = tensor.extract_slice %[[FILL]][2] [4] [1] : tensor<9xf32> to tensor<4xf32>
  // CHECK-NEXT: %[[DONE:.*]] = linalg.generic {{.*}} outs(%[[SLICE]] : tensor<4xf32>)
  // CHECK:      tensor.insert_slice %[[DONE]] into %[[FILL]][2] [4] [1] : tensor<4xf32> into tensor<9xf32>
  %init = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %2 = tensor.pad %0 low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<4xf32> to tensor<9xf32>
  return %2 : tensor<9xf32>
}

// -----

// What the op reads of its destination is not in the filled tensor.

#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @reads(
// CHECK:         tensor.pad
func.func @reads(%a: tensor<4xf32>, %b: tensor<4xf32>, %p: f32) -> tensor<9xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %2 = tensor.pad %0 low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<4xf32> to tensor<9xf32>
  return %2 : tensor<9xf32>
}
