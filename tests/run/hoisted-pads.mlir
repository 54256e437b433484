// A product of matrices whose tiles are padded, with pads hoisted out of loops, computes the same.

// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=lhs --canonicalize | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=transposed --canonicalize | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=two_loops --canonicalize | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=init --canonicalize | FileCheck %s
// RUN: terrace-opt %s --transform-interpreter=entry-point=init --canonicalize | FileCheck %s --check-prefix=INIT

// CHECK{LITERAL}: [[2.700000e+01, 3.000000e+01, 4.100000e+01, 5.600000e+01, 6.800000e+01], [3.500000e+01, 3.700000e+01, 5.000000e+01, 6.600000e+01, 8.300000e+01], [3.000000e+00, 1.000000e+01, 1.600000e+01, 1.100000e+01, 2.300000e+01], [1.100000e+01, 9.000000e+00, 1.700000e+01, 2.500000e+01, 3.100000e+01], [2.300000e+01, 1.600000e+01, 1.900000e+01, 1.200000e+01, 3.200000e+01], [9.000000e+00, 9.000000e+00, 1.200000e+01, 1.400000e+01, 2.000000e+01], [9.000000e+00, 0.000000e+00, 5.000000e+00, 1.600000e+01, 1.500000e+01]] : tensor<7x5xf32>

// The loop carries the padded tile, of which the part that is no padding is taken.
// INIT-LABEL: func.func private @product(
// INIT:       scf.for
// INIT:         %[[PADDED:.*]] = tensor.pad
// INIT:         %[[LOOP:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[PADDED]]) -> (tensor<3x5xf32>)
// INIT:         tensor.extract_slice %[[LOOP]][0, 0] [%{{.*}}, 5] [1, 1] : tensor<3x5xf32> to tensor<?x5xf32>

func.func private @product(%a: tensor<7x6xf32>, %b: tensor<6x5xf32>, %c: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<7x6xf32>, tensor<6x5xf32>) outs(%c : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

func.func @main() -> tensor<7x5xf32> {
  %a = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [3.0, -1.0, 2.0, 0.0, 1.0, 1.0],
    [0.0, 1.0, 0.0, 2.0, 0.0, 3.0], [5.0, 4.0, 3.0, 2.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-2.0, 2.0, -2.0, 2.0, -2.0, 2.0]]> : tensor<7x6xf32>
  %b = arith.constant dense<[[1.0, 0.0, 2.0, -1.0, 3.0], [2.0, 1.0, 0.0, 1.0, 2.0], [0.0, 3.0, 1.0, 2.0, 1.0], [4.0, 0.0, 1.0, 1.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0], [0.0, 2.0, 4.0, 6.0, 8.0]]> : tensor<6x5xf32>
  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0],
    [1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<7x5xf32>
  %0 = func.call @product(%a, %b, %c) : (tensor<7x6xf32>, tensor<6x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

module @scripts attributes {transform.with_named_sequence} {
  transform.named_sequence @lhs(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.tile_using_for %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %3, %4, %5 = transform.structured.pad %1 {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], copy_back_op = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %6 = transform.get_producer_of_operand %3[0] : (!transform.any_op) -> !transform.any_op
    %7 = transform.structured.hoist_pad %6 by 1 loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @transposed(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.tile_using_for %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %3, %4, %5 = transform.structured.pad %1 {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], copy_back_op = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %6 = transform.get_producer_of_operand %3[0] : (!transform.any_op) -> !transform.any_op
    %7 = transform.structured.hoist_pad %6 by 1 loops, transpose by [1, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @two_loops(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2:3 = transform.structured.tile_using_for %0 tile_sizes [3, 2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %3, %4, %5 = transform.structured.pad %1 {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], copy_back_op = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %6 = transform.get_producer_of_operand %3[0] : (!transform.any_op) -> !transform.any_op
    %7 = transform.get_producer_of_operand %3[1] : (!transform.any_op) -> !transform.any_op
    %8 = transform.structured.hoist_pad %6 by 3 loops : (!transform.any_op) -> !transform.any_op
    %9 = transform.structured.hoist_pad %7 by 2 loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @init(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2:2 = transform.structured.tile_using_for %0 tile_sizes [3, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %3, %4, %5 = transform.structured.pad %1 {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], copy_back_op = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %6 = transform.get_producer_of_operand %3[2] : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %2#1 : !transform.any_op
    %7 = transform.structured.hoist_pad %6 by 1 loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
