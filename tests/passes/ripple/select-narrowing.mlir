// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Registers are packed half by half, and put in order once.
// CHECK-LABEL: llvm.func @any(
// CHECK: llvm.and
// CHECK-COUNT-2: "llvm.x86.avx2.packssdw"
// CHECK: "llvm.x86.avx2.packuswb"
// CHECK: llvm.shufflevector %{{.*}} [0, 4, 1, 5, 2, 6, 3, 7] : vector<8xi32>
llvm.func @any(%x: vector<32xi32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %n = llvm.trunc %x : vector<32xi32> to vector<32xi8>
  llvm.return %n : vector<32xi8>
}

// Of numbers that a byte has, none are changed by what saturates.
// CHECK-LABEL: llvm.func @clamped(
// CHECK-NOT: llvm.and
// CHECK: "llvm.x86.avx2.packsswb"
llvm.func @clamped(%x: vector<32xf32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %high = llvm.mlir.constant(dense<1.270000e+02> : vector<32xf32>) : vector<32xf32>
  %low = llvm.mlir.constant(dense<-1.280000e+02> : vector<32xf32>) : vector<32xf32>
  %above = llvm.fcmp "ogt" %x, %high : vector<32xf32>
  %most = llvm.select %above, %high, %x : vector<32xi1>, vector<32xf32>
  %below = llvm.fcmp "olt" %most, %low : vector<32xf32>
  %both = llvm.select %below, %low, %most : vector<32xi1>, vector<32xf32>
  %i = llvm.fptosi %both : vector<32xf32> to vector<32xi32>
  %n = llvm.trunc %i : vector<32xi32> to vector<32xi8>
  llvm.return %n : vector<32xi8>
}

// The bound is that of the other branch: it is no clamp.
// CHECK-LABEL: llvm.func @unclamped(
// CHECK: llvm.and
llvm.func @unclamped(%x: vector<32xf32>, %y: vector<32xf32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %high = llvm.mlir.constant(dense<1.270000e+02> : vector<32xf32>) : vector<32xf32>
  %low = llvm.mlir.constant(dense<-1.280000e+02> : vector<32xf32>) : vector<32xf32>
  %above = llvm.fcmp "ogt" %y, %high : vector<32xf32>
  %most = llvm.select %above, %high, %x : vector<32xi1>, vector<32xf32>
  %below = llvm.fcmp "olt" %most, %low : vector<32xf32>
  %both = llvm.select %below, %low, %most : vector<32xi1>, vector<32xf32>
  %i = llvm.fptosi %both : vector<32xf32> to vector<32xi32>
  %n = llvm.trunc %i : vector<32xi32> to vector<32xi8>
  llvm.return %n : vector<32xi8>
}

// AVX-512 has an instruction.
// CHECK-LABEL: llvm.func @one(
// CHECK-NEXT: llvm.trunc
llvm.func @one(%x: vector<32xi32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx512bw"]>} {
  %n = llvm.trunc %x : vector<32xi32> to vector<32xi8>
  llvm.return %n : vector<32xi8>
}
