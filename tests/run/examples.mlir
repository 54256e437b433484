// What the examples print: on tensors, on buffers, and lowered.

// RUN: terrace run %S/../../examples/fc_relu.mlir | FileCheck %s --check-prefix=FC
// RUN: terrace run %S/../../examples/memref/fc_relu.mlir | FileCheck %s --check-prefix=FC
// RUN: terrace run %S/../../examples/fc_relu.mlir --bufferize 2>&1 | FileCheck %s --check-prefixes=FC,SAME
// RUN: terrace run %S/../../examples/fc_relu.mlir --linalg-fuse-elementwise-ops --inline --cse | FileCheck %s --check-prefix=FC
// FC: 236429.2637292312 : f64

// RUN: terrace run %S/../../examples/convolution.mlir | FileCheck %s --check-prefix=CONV
// RUN: terrace run %S/../../examples/memref/convolution.mlir | FileCheck %s --check-prefix=CONV
// RUN: terrace run %S/../../examples/convolution.mlir --bufferize 2>&1 | FileCheck %s --check-prefixes=CONV,SAME
// RUN: terrace run %S/../../examples/memref/convolution.mlir --convert-linalg-to-affine-loops --lower-affine --convert-scf-to-cf | FileCheck %s --check-prefix=CONV
// CONV: 6.187500e+00, 6.187500e+00], [7.875000e+00
// CONV: 7.875000e+00 : f32

// RUN: terrace run %S/../../examples/softmax.mlir '--arg=[[1, 2, 3, 4], [0, 0, 0, 0], [-1, 5, 2.5, 5]]' | FileCheck %s --check-prefix=SOFTMAX
// RUN: terrace run %S/../../examples/memref/softmax.mlir '--arg=[[1, 2, 3, 4], [0, 0, 0, 0], [-1, 5, 2.5, 5]]' | FileCheck %s --check-prefix=SOFTMAX
// RUN: terrace run %S/../../examples/memref/softmax.mlir '--arg=[[1, 2, 3, 4], [0, 0, 0, 0], [-1, 5, 2.5, 5]]' --convert-linalg-to-loops | FileCheck %s --check-prefix=SOFTMAX
// SOFTMAX: [0.0320586041, 0.0871443226, 0.236882836, 0.643914282], [2.500000e-01, 2.500000e-01, 2.500000e-01, 2.500000e-01]
// SOFTMAX-SAME: [0.00118909881, 0.479716688, 0.0393775441, 0.479716688]

// RUN: terrace run %S/../../examples/stencil.mlir --arg=100 | FileCheck %s --check-prefix=STENCIL
// RUN: terrace run %S/../../examples/stencil.mlir --arg=100 --bufferize 2>&1 | FileCheck %s --check-prefixes=STENCIL,SAME
// RUN: terrace run %S/../../examples/memref/stencil.mlir --arg=100 | FileCheck %s --check-prefix=STENCIL
// STENCIL: [0.000000e+00, 0.93222804370842671, 1.8220686224903244,
// STENCIL-SAME: 0.90506127792872371, 0.000000e+00]

// RUN: terrace run %S/../../examples/calls.mlir --arg=100 | FileCheck %s --check-prefix=CALLS
// RUN: terrace run %S/../../examples/calls.mlir --arg=20 --bufferize 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: terrace run %S/../../examples/memref/calls.mlir --arg=100 | FileCheck %s --check-prefix=CALLS
// CALLS: 292 : i64

// RUN: terrace run %S/../../examples/unstructured.mlir '--arg=[3, 1, 2]' | FileCheck %s --check-prefix=SORT
// RUN: terrace run %S/../../examples/unstructured.mlir '--arg=[3, 1, 2]' --bufferize 2>&1 | FileCheck %s --check-prefixes=SORT,SAME
// RUN: terrace run %S/../../examples/memref/unstructured.mlir '--arg=[3, 1, 2]' | FileCheck %s --check-prefix=SORT
// SORT: [1, 2, 3]

// Bufferized, with buffers freed, and run again.
// SAME: the same as before bufferization
