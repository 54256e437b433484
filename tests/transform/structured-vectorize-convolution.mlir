// Convolutions and poolings along one dimension are computed on slices of vectors.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// With a stride of one, a slice has all positions of the output.
// CHECK-LABEL: func.func @nwc
// CHECK-DAG: %[[A:.*]] = vector.transfer_read %arg0{{.*}} : tensor<1x6x3xf32>, vector<1x6x3xf32>
// CHECK-DAG: %[[K:.*]] = vector.transfer_read %arg1{{.*}} : tensor<2x3x5xf32>, vector<2x3x5xf32>
// CHECK-DAG: %[[O:.*]] = vector.transfer_read %arg2{{.*}} : tensor<1x4x5xf32>, vector<1x4x5xf32>
// CHECK: %[[A0:.*]] = vector.extract_strided_slice %[[A]] {offsets = [0, 0, 0], sizes = [1, 4, 3], strides = [1, 1, 1]}
// CHECK: %[[A1:.*]] = vector.extract_strided_slice %[[A]] {offsets = [0, 2, 0], sizes = [1, 4, 3], strides = [1, 1, 1]}
// CHECK: %[[K0:.*]] = vector.extract %[[K]][0]
// CHECK: %[[K1:.*]] = vector.extract %[[K]][1]
// CHECK: %[[O0:.*]] = vector.extract_strided_slice %[[O]]
// CHECK: %[[R0:.*]] = vector.contract {{.*}} %[[A0]], %[[K0]], %[[O0]]
// CHECK: %[[R1:.*]] = vector.contract {{.*}} %[[A1]], %[[K1]], %[[R0]]
// CHECK: %[[R:.*]] = vector.insert_strided_slice %[[R1]], %[[O]]
// CHECK: vector.transfer_write %[[R]], %arg2
func.func @nwc(%a: tensor<1x6x3xf32>, %k: tensor<2x3x5xf32>, %o: tensor<1x4x5xf32>) -> tensor<1x4x5xf32> {
  %0 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : tensor<1x6x3xf32>, tensor<2x3x5xf32>) outs(%o : tensor<1x4x5xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_1d_nwc_wcf"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// With another one, each position has a slice. Operands are transposed, and converted to the type of the output.
// CHECK-LABEL: func.func @ncw
// CHECK: vector.transpose %{{.*}}, [0, 2, 1] : vector<1x3x6xi8> to vector<1x6x3xi8>
// CHECK: vector.transpose %{{.*}}, [2, 1, 0] : vector<5x3x2xi8> to vector<2x3x5xi8>
// CHECK: vector.transpose %{{.*}}, [0, 2, 1] : vector<1x5x3xi32> to vector<1x3x5xi32>
// CHECK-COUNT-6: vector.extract_strided_slice %{{.*}} : vector<1x6x3xi8> to vector<1x1x3xi8>
// CHECK: arith.extsi %{{.*}} : vector<1x1x3xi8> to vector<1x1x3xi32>
// CHECK: arith.extsi %{{.*}} : vector<3x5xi8> to vector<3x5xi32>
// CHECK-COUNT-6: vector.contract
// CHECK-COUNT-3: vector.insert_strided_slice
// CHECK: vector.transpose %{{.*}}, [0, 2, 1] : vector<1x3x5xi32> to vector<1x5x3xi32>
func.func @ncw(%a: tensor<1x3x6xi8>, %k: tensor<5x3x2xi8>, %o: tensor<1x5x3xi32>) -> tensor<1x5x3xi32> {
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a, %k : tensor<1x3x6xi8>, tensor<5x3x2xi8>) outs(%o : tensor<1x5x3xi32>) -> tensor<1x5x3xi32>
  return %0 : tensor<1x5x3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_1d_ncw_fcw"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// A pooling does not read the filter.
// CHECK-LABEL: func.func @pool
// CHECK-NOT: transfer_read %arg1
// CHECK: arith.extui %{{.*}} : vector<1x4x3xi8> to vector<1x4x3xi32>
// CHECK-NEXT: arith.maxui %{{.*}} : vector<1x4x3xi32>
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.maxui
// CHECK-NEXT: vector.insert_strided_slice
func.func @pool(%a: tensor<1x5x3xi8>, %k: tensor<2xi8>, %o: tensor<1x4x3xi32>) -> tensor<1x4x3xi32> {
  %0 = linalg.pooling_nwc_max_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : tensor<1x5x3xi8>, tensor<2xi8>) outs(%o : tensor<1x4x3xi32>) -> tensor<1x4x3xi32>
  return %0 : tensor<1x4x3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.pooling_nwc_max_unsigned"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// Without channels, slices are scaled by elements of the filter.
// CHECK-LABEL: func.func @plain
// CHECK: %[[K0:.*]] = vector.extract %{{.*}}[0] : f32 from vector<3xf32>
// CHECK: vector.outerproduct %{{.*}}, %[[K0]], %{{.*}} {kind = #vector.kind<add>} : vector<6xf32>, f32
// CHECK-COUNT-2: vector.outerproduct
func.func @plain(%a: tensor<8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.conv_1d ins(%a, %k : tensor<8xf32>, tensor<3xf32>) outs(%o : tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_1d"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// The channels of a depthwise convolution may be dynamic, and their vectors scalable.
// CHECK-LABEL: func.func @depthwise
// CHECK: %[[C:.*]] = tensor.dim %arg0
// CHECK: %[[M:.*]] = vector.create_mask %{{.*}}, %{{.*}}, %[[C]] : vector<1x5x[4]xi1>
// CHECK: vector.mask %[[M]] { vector.transfer_read %arg0{{.*}} {in_bounds = [true, true, true]} : tensor<1x5x?xf32>, vector<1x5x[4]xf32> }
// CHECK: vector.broadcast %{{.*}} : vector<[4]xf32> to vector<1x4x[4]xf32>
// CHECK: vector.fma %{{.*}} : vector<1x4x[4]xf32>
// CHECK: vector.mask %{{.*}} { vector.transfer_write %{{.*}} : vector<1x4x[4]xf32>, tensor<1x4x?xf32> }
func.func @depthwise(%a: tensor<1x5x?xf32>, %k: tensor<2x?xf32>, %o: tensor<1x4x?xf32>) -> tensor<1x4x?xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : tensor<1x5x?xf32>, tensor<2x?xf32>) outs(%o : tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %0 : tensor<1x4x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.depthwise_conv_1d_nwc_wc"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [1, 4, [4], 2] : !transform.any_op
    transform.yield
  }
}

// -----

// On flat vectors, the filter is repeated.
// CHECK-LABEL: func.func @flat
// CHECK: vector.shape_cast %{{.*}} : vector<1x4x3xi8> to vector<1x12xi8>
// CHECK: arith.extsi %{{.*}} : vector<1x12xi8> to vector<1x12xi32>
// CHECK: vector.shuffle %{{.*}} [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2] : vector<3xi8>, vector<3xi8>
// CHECK: arith.muli %{{.*}} : vector<1x12xi32>
// CHECK: arith.addi %{{.*}} : vector<1x12xi32>
// CHECK: vector.shape_cast %{{.*}} : vector<1x12xi32> to vector<1x4x3xi32>
func.func @flat(%a: tensor<1x5x3xi8>, %k: tensor<2x3xi8>, %o: tensor<1x4x3xi32>) -> tensor<1x4x3xi32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : tensor<1x5x3xi8>, tensor<2x3xi8>) outs(%o : tensor<1x4x3xi32>) -> tensor<1x4x3xi32>
  return %0 : tensor<1x4x3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.vectorize_children_and_apply_patterns %0 {flatten_1d_depthwise_conv} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Memory is read and written.
// CHECK-LABEL: func.func @memory
// CHECK: vector.transfer_write %{{.*}}, %arg2{{.*}} : vector<1x4x3xf32>, memref<1x4x3xf32>
// CHECK-NEXT: return
func.func @memory(%a: memref<1x5x3xf32>, %k: memref<2xf32>, %o: memref<1x4x3xf32>) {
  linalg.pooling_nwc_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : memref<1x5x3xf32>, memref<2xf32>) outs(%o : memref<1x4x3xf32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.pooling_nwc_sum"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// Only depthwise convolutions may have dynamic channels.
func.func @dynamic(%a: tensor<1x5x?xf32>, %k: tensor<2x?x5xf32>, %o: tensor<1x4x5xf32>) -> tensor<1x4x5xf32> {
  // expected-error @below {{Attempted to vectorize, but failed}}
  %0 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : tensor<1x5x?xf32>, tensor<2x?x5xf32>) outs(%o : tensor<1x4x5xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_1d_nwc_wcf"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// No other dimension of them may be dynamic.
func.func @dynamic_width(%a: tensor<1x?x3xf32>, %k: tensor<2x3xf32>, %o: tensor<1x?x3xf32>) -> tensor<1x?x3xf32> {
  // expected-error @below {{Attempted to vectorize, but failed}}
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%a, %k : tensor<1x?x3xf32>, tensor<2x3xf32>) outs(%o : tensor<1x?x3xf32>) -> tensor<1x?x3xf32>
  return %0 : tensor<1x?x3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.depthwise_conv_1d_nwc_wc"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [1, 4, 4, 2] : !transform.any_op
    transform.yield
  }
}

// -----

// Windows of two dimensions are decomposed first.
func.func @two_dimensions(%a: tensor<1x5x5x3xf32>, %k: tensor<2x2xf32>, %o: tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32> {
  // expected-error @below {{Attempted to vectorize, but failed}}
  %0 = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %k : tensor<1x5x5x3xf32>, tensor<2x2xf32>) outs(%o : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.pooling_nhwc_sum"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}
