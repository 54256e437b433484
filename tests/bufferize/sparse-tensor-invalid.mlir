// RUN: terrace-opt %s --one-shot-bufferize --split-input-file --verify-diagnostics

#v = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @convert(%a: tensor<10xf32, #v>) -> tensor<10xf32> {
  // expected-error @below {{sparse_tensor ops must be bufferized with the sparsifier}}
  // expected-error @below {{failed to bufferize op}}
  %0 = sparse_tensor.convert %a : tensor<10xf32, #v> to tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

#v = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @new(%a: !llvm.ptr) -> tensor<10xf32, #v> {
  // expected-error @below {{sparse_tensor ops must be bufferized with the sparsifier}}
  // expected-error @below {{failed to bufferize op}}
  %0 = sparse_tensor.new %a : !llvm.ptr to tensor<10xf32, #v>
  return %0 : tensor<10xf32, #v>
}
