// RUN: terrace-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Extractions are gathers, or reads of elements next to each other or of one element.

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<1x4xf32>, %i: index, %x: tensor<1x4xindex>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x4xindex>) outs(%o : tensor<1x4xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<1x4xf32>, %i: index, %x: tensor<1x4xindex>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x4xindex>) outs(%o : tensor<1x4xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [1,8] {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<?x?xf32>, %i: index, %x: tensor<?x?xindex>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xindex>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [2,4] {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<?x?xf32>, %i: index, %x: tensor<?x?xindex>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xindex>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [1,[4]] {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// AUTOGENERATED CHECKS
