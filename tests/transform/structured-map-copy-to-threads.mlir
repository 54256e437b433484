// A copy is distributed over threads, each of which moves a vector.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Shorter vectors use all threads.
// CHECK-LABEL: func.func @all_threads
// CHECK: scf.forall (%{{.*}}) in (32)
// CHECK: linalg.copy {{.*}} -> tensor<4xf16>
// CHECK: {mapping = [#gpu.thread<linear_dim_0>]}
func.func @all_threads(%a: tensor<128xf16>, %b: tensor<128xf16>) -> tensor<128xf16> {
  %0 = linalg.copy ins(%a : tensor<128xf16>) outs(%b : tensor<128xf16>) -> tensor<128xf16>
  return %0 : tensor<128xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

// No length of vectors uses all: they are as long as the alignment permits.
// CHECK-LABEL: func.func @some_threads
// CHECK: scf.forall (%{{.*}}) in (5)
// CHECK: linalg.copy {{.*}} -> tensor<4xf16>
func.func @some_threads(%a: tensor<20xf16>, %b: tensor<20xf16>) -> tensor<20xf16> {
  %0 = linalg.copy ins(%a : tensor<20xf16>) outs(%b : tensor<20xf16>) -> tensor<20xf16>
  return %0 : tensor<20xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @three_dimensions
// CHECK: scf.forall ({{.*}}) in (8, 3, 5)
// CHECK: linalg.copy {{.*}} -> tensor<2x5x8xi8>
// CHECK: {mapping = [#gpu.thread<linear_dim_2>, #gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
func.func @three_dimensions(%a: tensor<16x15x40xi8>, %b: tensor<16x15x40xi8>) -> tensor<16x15x40xi8> {
  %0 = linalg.copy ins(%a : tensor<16x15x40xi8>) outs(%b : tensor<16x15x40xi8>) -> tensor<16x15x40xi8>
  return %0 : tensor<16x15x40xi8>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 128 desired_bit_alignment = 64
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

// Threads are missing for the last dimension if others use all.
// CHECK-LABEL: func.func @outermost
// CHECK: scf.forall (%{{.*}}) in (32)
// CHECK: linalg.copy {{.*}} -> tensor<1x1x20xi8>
// CHECK: {mapping = [#gpu.thread<linear_dim_0>]}
func.func @outermost(%a: tensor<32x1x20xi8>, %b: tensor<32x1x20xi8>) -> tensor<32x1x20xi8> {
  %0 = linalg.copy ins(%a : tensor<32x1x20xi8>) outs(%b : tensor<32x1x20xi8>) -> tensor<32x1x20xi8>
  return %0 : tensor<32x1x20xi8>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 8
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @pad
// CHECK: scf.forall (%{{.*}}) in (2)
// CHECK: tensor.pad
func.func @pad(%a: tensor<?xf32>, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[0] high[%n] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @fewer_threads(%a: tensor<1024xf16>, %b: tensor<1024xf16>) -> tensor<1024xf16> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<1024xf16>) outs(%b : tensor<1024xf16>) -> tensor<1024xf16>
  return %0 : tensor<1024xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{too few threads to map copy op to threads on the most minor dimension, given alignment and vector size constraints, try smaller tile size of mapping to more threads}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @empty(%a: tensor<0xf16>, %b: tensor<0xf16>) -> tensor<0xf16> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<0xf16>) outs(%b : tensor<0xf16>) -> tensor<0xf16>
  return %0 : tensor<0xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{too few threads to map copy op to threads on the most minor dimension, given alignment and vector size constraints, try smaller tile size of mapping to more threads}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @too_few(%a: tensor<8xf16>, %b: tensor<8xf16>) -> tensor<8xf16> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<8xf16>) outs(%b : tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{too few threads to map copy op to threads on the most minor dimension, given alignment and vector size constraints, try smaller tile size of mapping to more threads}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 0 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @dynamic(%a: tensor<?xf16>, %b: tensor<?xf16>) -> tensor<?xf16> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<?xf16>) outs(%b : tensor<?xf16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only statically sized ops of rank <= 3 are supported}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @rank_four(%a: tensor<1x2x3x4xf16>, %b: tensor<1x2x3x4xf16>) -> tensor<1x2x3x4xf16> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<1x2x3x4xf16>) outs(%b : tensor<1x2x3x4xf16>) -> tensor<1x2x3x4xf16>
  return %0 : tensor<1x2x3x4xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only statically sized ops of rank <= 3 are supported}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @scalar(%a: tensor<f16>, %b: tensor<f16>) -> tensor<f16> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<f16>) outs(%b : tensor<f16>) -> tensor<f16>
  return %0 : tensor<f16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only statically sized ops of rank <= 3 are supported}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @of_indices(%a: tensor<4xindex>, %b: tensor<4xindex>) -> tensor<4xindex> {
  // expected-note @below {{target op}}
  %0 = linalg.copy ins(%a : tensor<4xindex>) outs(%b : tensor<4xindex>) -> tensor<4xindex>
  return %0 : tensor<4xindex>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only elements that are integers or floats are supported}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @buffers(%a: memref<8xf16>, %b: memref<8xf16>) {
  // expected-note @below {{target op}}
  linalg.copy ins(%a : memref<8xf16>) outs(%b : memref<8xf16>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only copies of tensors are supported}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @other_op(%a: tensor<8xf16>, %b: tensor<8xf16>) -> tensor<8xf16> {
  // expected-note @below {{target op}}
  %0 = linalg.exp ins(%a : tensor<8xf16>) outs(%b : tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only linalg.copy and tensor.pad target ops are supported}}
    transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.op<"scf.forall">, !transform.any_op)
    transform.yield
  }
}
