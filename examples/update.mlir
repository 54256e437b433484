// An element is read after it is overwritten: the tensor is copied.
//
//   terrace explain examples/update.mlir --html=why.html

func.func @main(%t: tensor<64xf32>, %x: f32, %i: index) -> (tensor<64xf32>, f32) {
  %new = tensor.insert %x into %t[%i] : tensor<64xf32>
  %old = tensor.extract %t[%i] : tensor<64xf32>
  return %new, %old : tensor<64xf32>, f32
}
