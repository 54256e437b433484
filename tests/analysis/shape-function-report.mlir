// How the shapes of results may be computed: by the op itself, by a function in a library, by a function that the op names.
// RUN: terrace-test-opt %s --test-shape-function-report --verify-diagnostics --allow-unregistered-dialect

module attributes {shape.lib = [@shapes, @others]} {

// expected-remark@+1 {{no associated way to refine shape}}
func.func @shaped(%arg: tensor<10x20xf32>) -> tensor<10x20xf32> {
  // expected-remark@+1 {{implements InferType op interface}}
  %0 = math.tanh %arg : tensor<10x20xf32>
  // expected-remark@+1 {{associated shape function: same}}
  %1 = "test.mapped"(%0) : (tensor<10x20xf32>) -> tensor<10x20xf32>
  // expected-remark@+1 {{associated shape function: other}}
  %2 = "test.also_mapped"(%0) : (tensor<10x20xf32>) -> tensor<10x20xf32>
  // expected-remark@+1 {{associated shape function: other}}
  %3 = "test.names"(%0) {shape.function = @others::@other} : (tensor<10x20xf32>) -> tensor<10x20xf32>
  // What is named must be there; mlir-opt crashes.
  // expected-remark@+1 {{no associated way to refine shape}}
  %4 = "test.names"(%0) {shape.function = @others::@none} : (tensor<10x20xf32>) -> tensor<10x20xf32>
  return %1 : tensor<10x20xf32>
}

"test.mapped"() : () -> ()

shape.function_library @shapes {
  func @same(%arg: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {
  test.mapped = @same
}
shape.function_library @others {
  func @other(%arg: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {
  test.also_mapped = @other
}

}
