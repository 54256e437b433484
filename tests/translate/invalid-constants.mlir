// RUN: terrace-translate --mlir-to-llvmir --split-input-file --verify-diagnostics %s

// Constants whose elements are not those of the type of the global.

// expected-error @below {{expected an array attribute for a struct constant}}
llvm.mlir.global private constant @alone(dense<(1.0, 2.0)> : tensor<complex<f32>>) : !llvm.struct<(f32, f32)>

// -----

// expected-error @below {{expected an array attribute for a struct constant}}
llvm.mlir.global private constant @flat(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : !llvm.array<2 x struct<(f32, f32)>>

// -----

// expected-error @below {{unsupported constant value}}
llvm.mlir.global private constant @numbers(dense<[(1.0, 2.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>) : !llvm.array<4 x f32>

// -----

// expected-error @below {{FloatAttr does not match expected type of the constant}}
llvm.mlir.global private constant @wide_parts(dense<[(1.0, 2.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<(f64, f64)>>

// -----

// expected-error @below {{FloatAttr does not match expected type of the constant}}
llvm.mlir.global private constant @wide(dense<[1.0, 2.0]> : tensor<2xf32>) : !llvm.array<2 x f64>

// -----

// expected-error @below {{FloatAttr does not match expected type of the constant}}
llvm.mlir.global private constant @wide_vector(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf64>

// -----

// expected-error @below {{constant has 3 elements, but its type has 2}}
llvm.mlir.global private constant @many(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<2 x i32>
