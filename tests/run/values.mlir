// Values that programs are given, and what they give back.

// RUN: terrace run %s '--arg=[[1, 2.5], [-3, 1e3]]' --arg=7 '--arg=(1, -2)' | FileCheck %s
// RUN: terrace run %s --arg=0.5 --arg=7 '--arg=(1, -2)' | FileCheck %s --check-prefix=SPLAT
// RUN: terrace run %s --arg=random:3 --arg=7 '--arg=(1, -2)' | FileCheck %s --check-prefix=RANDOM
// RUN: terrace run %s '--arg=[[1, 2.5], [-3, 1e3]]' --arg=7 '--arg=(1, -2)' --result=%t.npy
// RUN: terrace run %s --arg=%t.npy --arg=7 '--arg=(1, -2)' | FileCheck %s --check-prefix=AGAIN
// RUN: not terrace run %s '--arg=[[1, 2], [3]]' --arg=7 '--arg=(1, -2)' 2>&1 | FileCheck %s --check-prefix=RAGGED
// RUN: not terrace run %s --arg=%s.npy --arg=7 '--arg=(1, -2)' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not terrace run %s --entry=grow --arg=%t.npy 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: terrace run %s --entry=grow '--arg=[1, 2, 3]' | FileCheck %s --check-prefix=GROW
// RUN: not terrace run %s --entry=grow --arg=1 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: terrace run %s --entry=buffer '--arg=[[1, 2], [3, 4]]' | FileCheck %s --check-prefix=BUFFER
// RUN: terrace run %s --entry=buffer '--arg=[[1, 2], [3, 4]]' --arg-after=0:%t2.npy | FileCheck %s --check-prefix=KEPT
// RUN: terrace run %s --entry=buffer --arg=%t2.npy | FileCheck %s --check-prefix=TWICE
// RUN: not terrace run %s --entry=columns '--arg=[[1, 2], [3, 4]]' 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: terrace run %s --entry=returned | FileCheck %s --check-prefix=RETURNED
// RUN: not terrace run %s --entry=freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not terrace run %s --entry=forever --max-seconds=0 2>&1 | FileCheck %s --check-prefix=FOREVER
// RUN: not terrace run %s --entry=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: terrace run %s --entry=unwritten --unchecked | FileCheck %s --check-prefix=UNCHECKED

// CHECK: {{\[\[}}8.000000e+00, 9.500000e+00], [4.000000e+00, 1.007000e+03]] : tensor<2x2xf32>
// CHECK-NEXT: (1.000000e+00, -2.000000e+00) : complex<f64>
// SPLAT: {{\[\[}}7.500000e+00, 7.500000e+00], [7.500000e+00, 7.500000e+00]] : tensor<2x2xf32>
// RANDOM: {{\[\[}}{{[67]\.[0-9]+}}, {{[67]\.[0-9]+}}], [{{[67]\.[0-9]+}}, {{[67]\.[0-9]+}}]] : tensor<2x2xf32>
// AGAIN: {{\[\[}}1.500000e+01, 1.650000e+01], [1.100000e+01, 1.014000e+03]] : tensor<2x2xf32>
// RAGGED: error: argument #0: '{{\[\[}}1, 2], [3]]' is no value of type tensor<2x2xf32>: lists of dimension 1 have 2 and 1 elements
// MISSING: error: argument #0: cannot open input file '{{.*}}values.mlir.npy': No such file
func.func @main(%t: tensor<2x2xf32>, %x: f32, %c: complex<f64>) -> (tensor<2x2xf32>, complex<f64>) {
  %0 = linalg.map ins(%t : tensor<2x2xf32>) outs(%t : tensor<2x2xf32>) (%v: f32, %o: f32) {
    %s = arith.addf %v, %x : f32
    linalg.yield %s : f32
  }
  return %0, %c : tensor<2x2xf32>, complex<f64>
}

// OTHER: error: argument #0: cannot read '{{.*}}.npy': its elements are '<f4', and '<i8' is expected
// GROW: [0, 1, 2, 3] : tensor<?xindex>
// DYNAMIC: error: argument #0: '1' does not say how many elements tensor<?xindex> has
func.func @grow(%t: tensor<?xindex>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?xindex>
  %m = arith.addi %n, %c1 : index
  %0 = tensor.generate %m {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %0 : tensor<?xindex>
}

// What a buffer holds is shown behind the results.
// BUFFER: 3 : i32
// BUFFER-NEXT: {{\[\[}}1, 2], [6, 4]] : memref<2x2xi32>
// KEPT: 3 : i32
// KEPT-NOT: memref
// TWICE: 6 : i32
// TWICE-NEXT: {{\[\[}}1, 2], [12, 4]] : memref<2x2xi32>
func.func @buffer(%m: memref<2x2xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[%c1, %c0] : memref<2x2xi32>
  %1 = arith.addi %0, %0 : i32
  memref.store %1, %m[%c1, %c0] : memref<2x2xi32>
  return %0 : i32
}

// COLUMNS: error: argument 0 cannot be given: memref<2x2xi32, strided<[1, 2]>> is not in row-major order
func.func @columns(%m: memref<2x2xi32, strided<[1, 2]>>) {
  return
}

// A buffer that is returned is the caller's, and no leak; what was not written is not shown.
// RETURNED: [?, 5] : memref<2xi32>
func.func @returned() -> memref<2xi32> {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i32
  %m = memref.alloc() : memref<2xi32>
  memref.store %c5, %m[%c1] : memref<2xi32>
  return %m : memref<2xi32>
}

// FREED: error: the program returns a memref of memory that it has freed
func.func @freed() -> memref<2xi32> {
  %m = memref.alloc() : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  return %m : memref<2xi32>
}

// FOREVER: error: more than 0 seconds
func.func @forever() {
  cf.br ^again
^again:
  cf.br ^again
}

// UNWRITTEN: error: read of memory that was not written
// UNCHECKED: 0 : i32
func.func @unwritten() -> i32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<2xi32>
  %0 = memref.load %m[%c1] : memref<2xi32>
  return %0 : i32
}
