// RUN: terrace-test-opt %s --test-tensor-copy-insertion | FileCheck %s

#v = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#map = affine_map<(i) -> (i)>

// The sparse operand is not accessed element by element: the output must not be the buffer that is still read.
// CHECK-LABEL: @not_elementwise
// CHECK-DAG: %[[A:.*]] = bufferization.alloc_tensor() : tensor<10xf32>
// CHECK-DAG: %[[B:.*]] = bufferization.alloc_tensor() : tensor<10xf32>
// CHECK: %[[FILLED:.*]] = linalg.generic {{.*}} outs(%[[B]] : tensor<10xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[FILLED]] : {{.*}}) outs(%[[A]] : tensor<10xf32>)
func.func @not_elementwise(%a: tensor<10xf32, #v>) -> tensor<10xf32> {
  %cst = arith.constant 1.0 : f32
  %0 = bufferization.alloc_tensor() : tensor<10xf32>
  %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<10xf32>) {
  ^bb0(%out: f32):
    linalg.yield %cst : f32
  } -> tensor<10xf32>
  %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%a, %1 : tensor<10xf32, #v>, tensor<10xf32>) outs(%0 : tensor<10xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %3 = arith.mulf %in, %other : f32
    linalg.yield %3 : f32
  } -> tensor<10xf32>
  return %2 : tensor<10xf32>
}

// What is loaded is the buffer itself, what is converted a new one.
// CHECK-LABEL: @load_and_convert
// CHECK: %[[ALLOC:.*]] = bufferization.alloc_tensor() : tensor<10xf32, #{{.*}}>
// CHECK-NEXT: %[[LOAD:.*]] = sparse_tensor.load %[[ALLOC]]
// CHECK-NEXT: %[[CONVERT:.*]] = sparse_tensor.convert %[[LOAD]]
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[CONVERT]] : tensor<10xf32>)
// CHECK-NEXT: return %[[FILL]], %[[LOAD]]
func.func @load_and_convert(%f: f32) -> (tensor<10xf32>, tensor<10xf32, #v>) {
  %0 = bufferization.alloc_tensor() : tensor<10xf32, #v>
  %1 = sparse_tensor.load %0 : tensor<10xf32, #v>
  %2 = sparse_tensor.convert %1 : tensor<10xf32, #v> to tensor<10xf32>
  %3 = linalg.fill ins(%f : f32) outs(%2 : tensor<10xf32>) -> tensor<10xf32>
  return %3, %1 : tensor<10xf32>, tensor<10xf32, #v>
}
