// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// The lower half of 64 bits: the float less a multiple of two to the power of 32.
// CHECK-LABEL: llvm.func @low(
// CHECK-NEXT: %[[INVERSE:.*]] = llvm.mlir.constant(dense<2.32830644E-10> : vector<8xf32>)
// CHECK-NEXT: %[[SCALED:.*]] = llvm.fmul %arg0, %[[INVERSE]]
// CHECK-NEXT: %[[QUOTIENT:.*]] = llvm.intr.roundeven(%[[SCALED]])
// CHECK-NEXT: %[[UNIT:.*]] = llvm.mlir.constant(dense<-4.2949673E+9> : vector<8xf32>)
// CHECK-NEXT: %[[REST:.*]] = llvm.intr.fma(%[[QUOTIENT]], %[[UNIT]], %arg0)
// CHECK-NEXT: %[[END:.*]] = llvm.mlir.constant(dense<2.14748365E+9> : vector<8xf32>)
// CHECK-NEXT: %[[LEAST:.*]] = llvm.mlir.constant(dense<-2.14748365E+9> : vector<8xf32>)
// CHECK-NEXT: %[[IS_END:.*]] = llvm.fcmp "oge" %[[REST]], %[[END]]
// CHECK-NEXT: %[[LOW:.*]] = llvm.select %[[IS_END]], %[[LEAST]], %[[REST]]
// CHECK-NEXT: %[[WHOLE:.*]] = llvm.intr.lrint(%[[LOW]]) : (vector<8xf32>) -> vector<8xi32>
// CHECK-NEXT: llvm.return %[[WHOLE]]
llvm.func @low(%x: vector<8xf32>) -> vector<8xi32> attributes {target_features = #llvm.target_features<["+avx2", "+fma"]>} {
  %r = llvm.intr.lrint(%x) : (vector<8xf32>) -> vector<8xi64>
  %n = llvm.trunc %r : vector<8xi64> to vector<8xi32>
  llvm.return %n : vector<8xi32>
}

// What else is computed of the number would be of another one where the float is no integer.
// CHECK-LABEL: llvm.func @both(
// CHECK-NEXT: llvm.intr.lrint
// CHECK-NEXT: llvm.trunc
// CHECK-NEXT: llvm.sitofp
llvm.func @both(%x: vector<8xf32>) -> !llvm.struct<(vector<8xi32>, vector<8xf32>)> attributes {target_features = #llvm.target_features<["+avx2", "+fma"]>} {
  %r = llvm.intr.lrint(%x) : (vector<8xf32>) -> vector<8xi64>
  %n = llvm.trunc %r : vector<8xi64> to vector<8xi32>
  %f = llvm.sitofp %r : vector<8xi64> to vector<8xf32>
  %p = llvm.mlir.poison : !llvm.struct<(vector<8xi32>, vector<8xf32>)>
  %q = llvm.insertvalue %n, %p[0] : !llvm.struct<(vector<8xi32>, vector<8xf32>)>
  %s = llvm.insertvalue %f, %q[1] : !llvm.struct<(vector<8xi32>, vector<8xf32>)>
  llvm.return %s : !llvm.struct<(vector<8xi32>, vector<8xf32>)>
}

// The float of the number is the rounded float, where that is a number of 64 bits.
// CHECK-LABEL: llvm.func @back(
// CHECK: llvm.intr.rint
// CHECK: llvm.fadd
// CHECK: llvm.fcmp "olt"
// CHECK: llvm.select
// CHECK-NOT: llvm.sitofp
llvm.func @back(%x: vector<8xf32>) -> vector<8xf32> attributes {target_features = #llvm.target_features<["+avx2", "+fma"]>} {
  %r = llvm.intr.lrint(%x) : (vector<8xf32>) -> vector<8xi64>
  %f = llvm.sitofp %r : vector<8xi64> to vector<8xf32>
  llvm.return %f : vector<8xf32>
}
