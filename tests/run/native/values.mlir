// REQUIRES: clang
// RUN: terrace run %s --native --opt=1 "--arg=[[1, 2, 3], [4, 5, 6]]" "--arg=[1.0, 2.0, 3.0, 4.5]" "--arg=(1.5, 2.0)" --arg=true --arg=100 | FileCheck %s
// RUN: terrace run %s "--arg=[[1, 2, 3], [4, 5, 6]]" "--arg=[1.0, 2.0, 3.0, 4.5]" "--arg=(1.5, 2.0)" --arg=true --arg=100 | FileCheck %s

// Values of all kinds go into compiled programs and come back as from the interpreter.

// CHECK: false : i1
// CHECK-NEXT: [2.000000e+00, 4.000000e+00, 6.000000e+00, 9.000000e+00] : vector<4xf32>
// CHECK-NEXT: (1.500000e+00, 2.000000e+00) : complex<f32>
// CHECK-NEXT: -56 : i8
// CHECK-NEXT: {{\[\[}}2.500000e+00, 2.500000e+00], [2.500000e+00, 2.500000e+00]] : memref<2x2xf64>
// CHECK-NEXT: {{\[\[}}1, 2, 3], [7, 5, 6]] : memref<?x3xi32>
func.func @main(%m: memref<?x3xi32>, %v: vector<4xf32>, %c: complex<f32>, %b: i1, %x: i8) -> (i1, vector<4xf32>, complex<f32>, i8, memref<2x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i32
  memref.store %seven, %m[%c1, %c0] : memref<?x3xi32>
  %twice = arith.addf %v, %v : vector<4xf32>
  %r = memref.alloc() : memref<2x2xf64>
  %f = arith.constant 2.5 : f64
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      memref.store %f, %r[%i, %j] : memref<2x2xf64>
    }
  }
  %y = arith.addi %x, %x : i8
  %true = arith.constant true
  %not = arith.xori %b, %true : i1
  return %not, %twice, %c, %y, %r : i1, vector<4xf32>, complex<f32>, i8, memref<2x2xf64>
}
