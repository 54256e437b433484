// RUN: terrace-opt %s --split-input-file --verify-diagnostics --convert-bufferization-to-memref

func.func @layout(%m: memref<?xf32, affine_map<(d0) -> (d0 mod 4)>>) -> memref<?xf32, affine_map<(d0) -> (d0 mod 4)>> {
  // expected-error @below {{failed to legalize operation 'bufferization.clone' that was explicitly marked illegal}}
  %0 = bufferization.clone %m : memref<?xf32, affine_map<(d0) -> (d0 mod 4)>> to memref<?xf32, affine_map<(d0) -> (d0 mod 4)>>
  return %0 : memref<?xf32, affine_map<(d0) -> (d0 mod 4)>>
}

// -----

func.func @tensor(%m: memref<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{failed to legalize operation 'bufferization.to_tensor' that was explicitly marked illegal}}
  %0 = bufferization.to_tensor %m : memref<2xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}
