// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

// Dense constants of complex numbers are structures in arrays.

// CHECK: @parts = private constant [2 x { float, float }] [{ float, float } { float -1.500000e+00, float 2.500000e-01 }, { float, float } { float 0x4415AF1D80000000, float 0.000000e+00 }]
llvm.mlir.global private constant @parts(dense<[(-1.5, 0.25), (1.0e20, 0.0)]> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<(f32, f32)>>

// CHECK: @splat = private constant [2 x { double, double }] [{ double, double } { double -1.500000e+00, double 2.500000e-01 }, { double, double } { double -1.500000e+00, double 2.500000e-01 }]
llvm.mlir.global private constant @splat(dense<(-1.5, 0.25)> : tensor<2xcomplex<f64>>) : !llvm.array<2 x struct<(f64, f64)>>

// CHECK: @nested = private constant [2 x [1 x { i32, i32 }]] {{\[\[}}1 x { i32, i32 }] [{ i32, i32 } { i32 -1, i32 2 }], [1 x { i32, i32 }] [{ i32, i32 } { i32 3, i32 4 }]]
llvm.mlir.global private constant @nested(dense<[[(-1, 2)], [(3, 4)]]> : tensor<2x1xcomplex<i32>>) : !llvm.array<2 x array<1 x struct<(i32, i32)>>>

// CHECK: @zero = private constant [2 x { double, double }] zeroinitializer
llvm.mlir.global private constant @zero(dense<(0.0, 0.0)> : tensor<2xcomplex<f64>>) : !llvm.array<2 x struct<(f64, f64)>>

// CHECK: @packed = private constant [2 x <{ float, float }>] [<{ float, float }> <{ float 1.000000e+00, float 2.000000e+00 }>, <{ float, float }> <{ float 1.000000e+00, float 2.000000e+00 }>]
llvm.mlir.global private constant @packed(dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<packed (f32, f32)>>
