// The producer of a slice is computed where the slice is used; what reaches beyond the end is cut off.
// RUN: terrace-test-opt %s --test-linalg-greedy-fusion --split-input-file | FileCheck %s

// The slices are transposed, and the numbers of iterations those of the whole.
// CHECK-LABEL: func.func @transposed
// CHECK-NOT:     linalg.generic
// CHECK:         scf.for %[[I:[^ ]*]] =
// CHECK:           %[[A:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [4, 16] [1, 1]
// CHECK:           %[[PART:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4x16xf32>) outs(%{{.*}} : tensor<16x4xf32>)
// CHECK:             %[[J:.*]] = linalg.index 1
// CHECK:             affine.apply #{{.*}}(%[[I]])[%[[J]]]
// CHECK:           linalg.exp ins(%[[PART]]
func.func @transposed(%a: tensor<8x16xf32>, %init: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x16xf32>) outs(%init : tensor<16x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %x, %f : f32
    linalg.yield %s : f32
  } -> tensor<16x8xf32>
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%acc = %init) -> tensor<16x8xf32> {
    %part = tensor.extract_slice %t[0, %i] [16, 4] [1, 1] : tensor<16x8xf32> to tensor<16x4xf32>
    %out = tensor.extract_slice %acc[0, %i] [16, 4] [1, 1] : tensor<16x8xf32> to tensor<16x4xf32>
    %e = linalg.exp ins(%part : tensor<16x4xf32>) outs(%out : tensor<16x4xf32>) -> tensor<16x4xf32>
    %n = tensor.insert_slice %e into %acc[0, %i] [16, 4] [1, 1] : tensor<16x4xf32> into tensor<16x8xf32>
    scf.yield %n : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// -----

// A slice with a stride is not computed alone.
// CHECK-LABEL: func.func @stride
// CHECK:         linalg.exp
// CHECK:         scf.for
// CHECK:           tensor.extract_slice
// CHECK:           linalg.exp
func.func @stride(%a: tensor<16xf32>, %init: tensor<16xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = linalg.exp ins(%a : tensor<16xf32>) outs(%init : tensor<16xf32>) -> tensor<16xf32>
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%acc = %out) -> tensor<4xf32> {
    %part = tensor.extract_slice %t[%i] [4] [2] : tensor<16xf32> to tensor<4xf32>
    %e = linalg.exp ins(%part : tensor<4xf32>) outs(%acc : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
