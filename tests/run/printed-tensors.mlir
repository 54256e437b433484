// What a program prints is compared without addresses, which bufferization may change.
// RUN: terrace run %s --entry=main --bufferize | FileCheck %s
// CHECK: Unranked Memref base@
// CHECK: the same as before bufferization
#map = affine_map<(d0, d1) -> (d0, d1)>
#bias = affine_map<(d0, d1) -> (d1)>
module {
  func.func private @printMemrefF32(tensor<*xf32>)
  func.func @mlp(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
    %c0 = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4x16xf32>
    %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    %m = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%z : tensor<4x16xf32>) -> tensor<4x16xf32>
    %r = linalg.generic {indexing_maps = [#map, #bias, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%e : tensor<4x16xf32>) {
    ^bb0(%i: f32, %j: f32, %o: f32):
      %s = arith.addf %i, %j : f32
      %t = arith.maximumf %s, %c0 : f32
      linalg.yield %t : f32
    } -> tensor<4x16xf32>
    return %r : tensor<4x16xf32>
  }
  func.func @main() {
    %x = arith.constant dense<1.5> : tensor<4x8xf32>
    %w = arith.constant dense<-0.25> : tensor<8x16xf32>
    %b = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]> : tensor<16xf32>
    %r = call @mlp(%x, %w, %b) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %u = tensor.cast %r : tensor<4x16xf32> to tensor<*xf32>
    call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
    return
  }
}
