// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Constants of nested sums and products come together; overflow flags are those of both.

// CHECK-LABEL: func.func @sums(%arg0: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c-7_i32 = arith.constant -7 : i32
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %c13_i32 = arith.constant 13 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c13_i32 overflow<nsw> : i32
// CHECK-NEXT:   %1 = arith.subi %c13_i32, %arg0 : i32
// CHECK-NEXT:   %2 = arith.subi %c7_i32, %arg0 overflow<nuw> : i32
// CHECK-NEXT:   %3 = arith.addi %arg0, %c-7_i32 : i32
// CHECK-NEXT:   return %0, %1, %2, %3 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @sums(%x: i32) -> (i32, i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c10 = arith.constant 10 : i32
  %0 = arith.addi %x, %c3 overflow<nsw, nuw> : i32
  %1 = arith.addi %0, %c10 overflow<nsw> : i32
  %2 = arith.subi %c3, %x : i32
  %3 = arith.addi %2, %c10 : i32
  %4 = arith.subi %c10, %0 overflow<nuw> : i32
  %5 = arith.subi %0, %c10 overflow<nsw> : i32
  return %1, %3, %4, %5 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @negated_product(%arg0: i8, %arg1: i8) -> (i8, i8) {
// CHECK-NEXT:   %0 = arith.subi %arg0, %arg1 : i8
// CHECK-NEXT:   %1 = arith.subi %arg0, %arg1 : i8
// CHECK-NEXT:   return %0, %1 : i8, i8
// CHECK-NEXT: }
func.func @negated_product(%x: i8, %y: i8) -> (i8, i8) {
  %m = arith.constant -1 : i8
  %0 = arith.muli %y, %m : i8
  %1 = arith.addi %x, %0 : i8
  %2 = arith.addi %0, %x : i8
  return %1, %2 : i8, i8
}

// A division folds where it does not trap.

// CHECK-LABEL: func.func @divisions(%arg0: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c-7_i32 = arith.constant -7 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %0 = arith.divsi %c-2147483648_i32, %c-1_i32 : i32
// CHECK-NEXT:   %1 = arith.divui %c7_i32, %c0_i32 : i32
// CHECK-NEXT:   return %0, %1, %c-7_i32, %arg0 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @divisions(%x: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %m1 = arith.constant -1 : i32
  %min = arith.constant -2147483648 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.divsi %min, %m1 : i32
  %1 = arith.divui %c7, %c0 : i32
  %2 = arith.ceildivsi %c7, %m1 : i32
  %3 = arith.muli %x, %c7 overflow<nsw> : i32
  %4 = arith.divsi %3, %c7 : i32
  return %0, %1, %2, %4 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @vectors() -> (vector<2xi8>, vector<2xi8>, vector<2xi8>) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<2xi8>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[109, -127]> : vector<2xi8>
// CHECK-NEXT:   %cst_1 = arith.constant dense<[100, 1]> : vector<2xi8>
// CHECK-NEXT:   return %cst, %cst_0, %cst_1 : vector<2xi8>, vector<2xi8>, vector<2xi8>
// CHECK-NEXT: }
func.func @vectors() -> (vector<2xi8>, vector<2xi8>, vector<2xi8>) {
  %a = arith.constant dense<[100, -128]> : vector<2xi8>
  %s = arith.constant dense<[9, 1]> : vector<2xi8>
  %m = arith.constant dense<[true, false]> : vector<2xi1>
  %0 = arith.shli %a, %s : vector<2xi8>
  %1 = arith.addi %a, %s : vector<2xi8>
  %2 = arith.select %m, %a, %s : vector<2xi1>, vector<2xi8>
  return %0, %1, %2 : vector<2xi8>, vector<2xi8>, vector<2xi8>
}

// CHECK-LABEL: func.func @comparisons(%arg0: i32, %arg1: i1, %arg2: i8) -> (i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.cmpi sle, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %1 = arith.cmpi sle, %arg2, %c4_i8 : i8
// CHECK-NEXT:   return %0, %arg1, %1, %false : i1, i1, i1, i1
// CHECK-NEXT: }
func.func @comparisons(%x: i32, %b: i1, %f: i8) -> (i1, i1, i1, i1) {
  %c5 = arith.constant 5 : i32
  %true = arith.constant true
  %0 = arith.cmpi slt, %c5, %x : i32
  %1 = arith.xori %0, %true : i1
  %2 = arith.cmpi eq, %b, %true : i1
  %3 = arith.sitofp %f : i8 to f32
  %half = arith.constant 4.5 : f32
  %4 = arith.cmpf olt, %3, %half : f32
  %big = arith.constant 1.0e6 : f32
  %5 = arith.cmpf ogt, %3, %big : f32
  return %1, %2, %4, %5 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @choices(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT:   %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT:   %3 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   return %0, %2, %arg2, %3 : i32, i32, i32, i1
// CHECK-NEXT: }
func.func @choices(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.xori %c, %true : i1
  %0 = arith.select %n, %x, %y : i32
  %1 = arith.select %c, %c0, %c1 : i32
  %e = arith.cmpi eq, %x, %y : i32
  %2 = arith.select %e, %x, %y : i32
  %3 = arith.select %c, %false, %true : i1
  return %0, %1, %2, %3 : i32, i32, i32, i1
}

// CHECK-LABEL: func.func @conversions(%arg0: i8, %arg1: f16, %arg2: index) -> (i16, index, f16, i16) {
// CHECK-NEXT:   %c17152_i16 = arith.constant 17152 : i16
// CHECK-NEXT:   %0 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT:   %1 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT:   return %0, %1, %arg1, %c17152_i16 : i16, index, f16, i16
// CHECK-NEXT: }
func.func @conversions(%x: i8, %f: f16, %i: index) -> (i16, index, f16, i16) {
  %0 = arith.extsi %x : i8 to i32
  %1 = arith.trunci %0 : i32 to i16
  %2 = arith.index_cast %0 : i32 to index
  %3 = arith.extf %f : f16 to f32
  %4 = arith.truncf %3 : f32 to f16
  %c = arith.constant 3.5 : f16
  %5 = arith.bitcast %c : f16 to i16
  return %1, %2, %4, %5 : i16, index, f16, i16
}

// CHECK-LABEL: func.func @floats(%arg0: f32) -> (f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = arith.addf %arg0, %cst : f32
// CHECK-NEXT:   %1 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:   return %arg0, %0, %cst, %1 : f32, f32, f32, f32
// CHECK-NEXT: }
func.func @floats(%x: f32) -> (f32, f32, f32, f32) {
  %nz = arith.constant -0.0 : f32
  %z = arith.constant 0.0 : f32
  %0 = arith.addf %x, %nz : f32
  %1 = arith.addf %x, %z : f32
  %2 = arith.mulf %x, %z fastmath<nnan,nsz> : f32
  %3 = arith.negf %x : f32
  %4 = arith.mulf %3, %3 : f32
  return %0, %1, %2, %4 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @extended(%arg0: i8) -> (i8, i1, i8, i8) {
// CHECK-NEXT:   %c44_i8 = arith.constant 44 : i8
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %c0_i8 : i8
// CHECK-NEXT:   %1 = arith.extsi %0 : i1 to i8
// CHECK-NEXT:   return %c44_i8, %true, %arg0, %1 : i8, i1, i8, i8
// CHECK-NEXT: }
func.func @extended(%x: i8) -> (i8, i1, i8, i8) {
  %a = arith.constant 200 : i8
  %b = arith.constant 100 : i8
  %c1 = arith.constant 1 : i8
  %s, %o = arith.addui_extended %a, %b : i8, i1
  %l, %h = arith.mulsi_extended %x, %c1 : i8
  return %s, %o, %l, %h : i8, i1, i8, i8
}
