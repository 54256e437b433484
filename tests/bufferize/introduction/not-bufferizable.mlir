// An op that nobody has told how to bufferize is an error.
// RUN: not terrace-opt %s --allow-unregistered-dialect --one-shot-bufferize 2>&1 | FileCheck %s

func.func @test_matmul(%A: memref<1x17x19xf32>,
                       %B: memref<1x19x29xf32>,
                       %C: memref<1x17x29xf32>) {
  %A_tensor = bufferization.to_tensor %A restrict : memref<1x17x19xf32> to tensor<1x17x19xf32>
  %B_tensor = bufferization.to_tensor %B restrict : memref<1x19x29xf32> to tensor<1x19x29xf32>
  // CHECK: not-bufferizable.mlir:[[#@LINE+1]]:8: error: op was not bufferized
  %0 = "other.matmul"(%A_tensor, %B_tensor)
      : (tensor<1x17x19xf32>, tensor<1x19x29xf32>) -> tensor<1x17x29xf32>
  bufferization.materialize_in_destination
    %0 in restrict writable %C
      : (tensor<1x17x29xf32>, memref<1x17x29xf32>) -> ()
  return
}
