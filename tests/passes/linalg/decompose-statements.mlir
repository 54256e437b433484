// RUN: terrace-test-opt -test-linalg-decompose-ops=remove-dead-args-and-results -split-input-file %s | FileCheck %s

// The statements that follow the first one keep their own destinations.

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @destinations(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4x3xf32>, %[[C:.*]]: tensor<3x4xf32>)
func.func @destinations(%a: tensor<4xf32>, %b: tensor<4x3xf32>, %c: tensor<3x4xf32>)
    -> (tensor<4x3xf32>, tensor<3x4xf32>) {
  // CHECK:      %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf32>) outs(%[[B]] : tensor<4x3xf32>)
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[X]], %[[Y]]
  // CHECK-NEXT:   linalg.yield %[[S]]
  // CHECK:      %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf32>) outs(%[[C]] : tensor<3x4xf32>)
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
  // CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
  // CHECK-NEXT:   linalg.yield %[[P]]
  // CHECK:      return %[[SUM]], %[[PRODUCT]]
  %0:2 = linalg.generic {indexing_maps = [#row, #all, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4xf32>) outs(%b, %c : tensor<4x3xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.addf %x, %y : f32
    %2 = arith.mulf %x, %z : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4x3xf32>, tensor<3x4xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3x4xf32>
}

// -----

// A statement with a region uses the elements of the new op in it.

#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @nested(
func.func @nested(%a: tensor<4xf32>, %c: i1, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      linalg.generic
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:   %[[R:.*]] = scf.if %{{.*}} -> (f32) {
  // CHECK-NEXT:     scf.yield %[[X]]
  // CHECK:      linalg.yield %[[R]]
  // CHECK:      linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %cst = scf.if %c -> (f32) {
      scf.yield %x : f32
    } else {
      %n = arith.negf %x : f32
      scf.yield %n : f32
    }
    %2 = arith.mulf %x, %cst : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
