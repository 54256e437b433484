// A destination that is new has the encoding of the result.
// RUN: terrace-opt %s --linalg-fold-unit-extent-dims --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,UNIT
// RUN: terrace-opt %s --convert-elementwise-to-linalg --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,ELEMENTWISE

// CHECK-LABEL: func.func @destination_that_is_read
func.func @destination_that_is_read(%a: tensor<32xf32, #foo.e>, %out: tensor<32xf32, #foo.e>) -> tensor<32xf32, #foo.e> {
  // UNIT: %[[E:.*]] = tensor.empty() : tensor<32xf32, #foo.e>
  // UNIT: outs(%[[E]] : tensor<32xf32, #foo.e>)
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%a : tensor<32xf32, #foo.e>) outs(%out : tensor<32xf32, #foo.e>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<32xf32, #foo.e>
  return %0 : tensor<32xf32, #foo.e>
}

// CHECK-LABEL: func.func @result_of_another_type
func.func @result_of_another_type(%a: tensor<4xf32, #foo.e>) -> tensor<4xi1, #foo.e> {
  // ELEMENTWISE: %[[E:.*]] = tensor.empty() : tensor<4xi1, #foo.e>
  // ELEMENTWISE: outs(%[[E]] : tensor<4xi1, #foo.e>)
  %0 = arith.cmpf olt, %a, %a : tensor<4xf32, #foo.e>
  return %0 : tensor<4xi1, #foo.e>
}
