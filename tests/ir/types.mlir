// RUN: terrace-opt --allow-unregistered-dialect %s | FileCheck %s

// CHECK: func.func private @scalars(i1, si7, ui64, index, bf16, f80, f8E4M3FN, none)
func.func private @scalars(i1, si7, ui64, index, bf16, f80, f8E4M3FN, none)
// CHECK: func.func private @shaped(tensor<*xf32>, tensor<?x4xindex>, tensor<f32>, vector<2x[4]xi8>, memref<3x?xf32, strided<[?, 1], offset: ?>, 2 : i32>)
func.func private @shaped(tensor<*xf32>, tensor<?x4xindex>, tensor<f32>, vector<2x[4]xi8>, memref<3x?xf32, strided<[?, 1], offset: ?>, 2 : i32>)
// CHECK: func.func private @nested(tuple<i32, tuple<>, complex<f32>>, (i32) -> (), () -> ((f32) -> i8)) -> (i32, i64)
func.func private @nested(tuple<i32, tuple<>, complex<f32>>, (i32) -> (), () -> ((f32) -> i8)) -> (i32, i64)

!pair = tuple<i32, i32>
// An alias is only a name on input.
// CHECK: func.func private @alias(tuple<i32, i32>)
func.func private @alias(!pair)
