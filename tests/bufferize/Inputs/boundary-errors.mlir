func.func @alloc(%x: f32, %i: index) -> tensor<?xf32> {
  %a = bufferization.alloc_tensor(%i) {memory_space = 2 : i64} : tensor<?xf32>
  %b = tensor.insert %x into %a[%i] : tensor<?xf32>
  return %b : tensor<?xf32>
}
