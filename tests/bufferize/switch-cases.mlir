// What a switch returns has the buffers that its cases yield, so that a write to it is one to them.
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" --match-upstream | FileCheck %s --check-prefixes=CHECK,UPSTREAM

// CHECK-LABEL: func.func @read_later(
// STRICT: tensor.insert {{.*}}{__inplace_operands_attr__ = ["none", "false", "none"]}
// UPSTREAM: tensor.insert {{.*}}{__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @read_later(%t: tensor<4xf32>, %u: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = scf.index_switch %i -> tensor<4xf32>
  case 0 {
    scf.yield %t : tensor<4xf32>
  }
  default {
    scf.yield %u : tensor<4xf32>
  }
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
  return %1, %t : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @not_read(
// CHECK: tensor.insert {{.*}}{__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @not_read(%t: tensor<4xf32>, %u: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %0 = scf.index_switch %i -> tensor<4xf32>
  case 0 {
    scf.yield %t : tensor<4xf32>
  }
  default {
    scf.yield %u : tensor<4xf32>
  }
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A part of what a case yields.
// CHECK-LABEL: func.func @part_read_later(
// STRICT: tensor.extract_slice {{.*}}{__inplace_operands_attr__ = ["false"]}
// UPSTREAM: tensor.extract_slice {{.*}}{__inplace_operands_attr__ = ["true"]}
// CHECK: tensor.insert {{.*}}{__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @part_read_later(%t: tensor<8xf32>, %u: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, f32) {
  %s = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = scf.index_switch %i -> tensor<4xf32>
  case 0 {
    scf.yield %s : tensor<4xf32>
  }
  default {
    scf.yield %u : tensor<4xf32>
  }
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
  %2 = tensor.extract %t[%i] : tensor<8xf32>
  return %1, %2 : tensor<4xf32>, f32
}
