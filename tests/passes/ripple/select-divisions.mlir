// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Bytes are floats without rounding, and the whole part of the float that is nearest to their quotient is that of the
// quotient.
// CHECK-LABEL: llvm.func @quotient(
// CHECK-DAG: %[[X:.*]] = llvm.sext %arg0 : vector<16xi8> to vector<16xi32>
// CHECK-DAG: %[[Y:.*]] = llvm.sext %arg1 : vector<16xi8> to vector<16xi32>
// CHECK-DAG: %[[A:.*]] = llvm.sitofp %[[X]] : vector<16xi32> to vector<16xf32>
// CHECK-DAG: %[[B:.*]] = llvm.sitofp %[[Y]] : vector<16xi32> to vector<16xf32>
// CHECK: %[[Q:.*]] = llvm.fdiv %[[A]], %[[B]]
// CHECK-NEXT: %[[W:.*]] = llvm.fptosi %[[Q]] : vector<16xf32> to vector<16xi32>
// CHECK-NEXT: llvm.return %[[W]]
llvm.func @quotient(%a: vector<16xi8>, %b: vector<16xi8>) -> vector<16xi32> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %x = llvm.sext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.sext %b : vector<16xi8> to vector<16xi32>
  %q = llvm.sdiv %x, %y : vector<16xi32>
  llvm.return %q : vector<16xi32>
}

// What the product with the whole quotient leaves.
// CHECK-LABEL: llvm.func @remainder(
// CHECK: %[[X:.*]] = llvm.zext %arg0 : vector<8xi16> to vector<8xi32>
// CHECK: %[[A:.*]] = llvm.sitofp %[[X]]
// CHECK: %[[Y:.*]] = llvm.zext %arg1 : vector<8xi16> to vector<8xi32>
// CHECK: %[[B:.*]] = llvm.sitofp %[[Y]]
// CHECK: %[[Q:.*]] = llvm.fdiv %[[A]], %[[B]]
// CHECK: %[[W:.*]] = llvm.fptosi %[[Q]]
// CHECK: %[[F:.*]] = llvm.sitofp %[[W]]
// CHECK: %[[P:.*]] = llvm.fmul %[[F]], %[[B]]
// CHECK: %[[D:.*]] = llvm.fsub %[[A]], %[[P]]
// CHECK: %[[R:.*]] = llvm.fptosi %[[D]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[N:.*]] = llvm.trunc %[[R]] : vector<8xi32> to vector<8xi16>
// CHECK: llvm.return %[[N]]
llvm.func @remainder(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi16> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %r = llvm.urem %a, %b : vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// Integers that floats round, numbers below zero without a sign, divisors that are known, and targets that divide
// vectors of integers.
// CHECK-LABEL: llvm.func @words(
// CHECK: llvm.sdiv
// CHECK: llvm.udiv
// CHECK: llvm.sdiv
// CHECK-NOT: llvm.fdiv
llvm.func @words(%a: vector<8xi32>, %b: vector<8xi16>) -> vector<8xi32> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %y = llvm.sext %b : vector<8xi16> to vector<8xi32>
  %seven = llvm.mlir.constant(dense<7> : vector<8xi32>) : vector<8xi32>
  %p = llvm.sdiv %a, %y : vector<8xi32>
  %q = llvm.udiv %y, %y : vector<8xi32>
  %r = llvm.sdiv %y, %seven : vector<8xi32>
  %s = llvm.add %p, %q : vector<8xi32>
  %t = llvm.add %s, %r : vector<8xi32>
  llvm.return %t : vector<8xi32>
}

// CHECK-LABEL: llvm.func @scalable(
// CHECK: llvm.sdiv
// CHECK-NOT: llvm.fdiv
llvm.func @scalable(%a: vector<16xi8>, %b: vector<16xi8>) -> vector<16xi32> attributes {target_features = #llvm.target_features<["+sve"]>} {
  %x = llvm.sext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.sext %b : vector<16xi8> to vector<16xi32>
  %q = llvm.sdiv %x, %y : vector<16xi32>
  llvm.return %q : vector<16xi32>
}
