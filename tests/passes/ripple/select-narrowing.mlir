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

// Packing saturates: numbers that are brought to those of a byte are packed as they are.
// CHECK-LABEL: llvm.func @saturated(
// CHECK-SAME: %[[X:.*]]: vector<32xi32>)
// CHECK-NOT: llvm.select
// CHECK: llvm.shufflevector %[[X]], %[[X]] [0, 1, 2, 3, 4, 5, 6, 7] : vector<32xi32>
// CHECK: "llvm.x86.avx2.packssdw"
// CHECK-NOT: llvm.select
// CHECK: "llvm.x86.avx2.packuswb"
// CHECK-NOT: llvm.select
// CHECK: llvm.return
llvm.func @saturated(%x: vector<32xi32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(dense<0> : vector<32xi32>) : vector<32xi32>
  %most = llvm.mlir.constant(dense<255> : vector<32xi32>) : vector<32xi32>
  %is_great = llvm.icmp "sgt" %x, %most : vector<32xi32>
  %below = llvm.select %is_great, %most, %x : vector<32xi1>, vector<32xi32>
  %is_small = llvm.icmp "slt" %x, %zero : vector<32xi32>
  %clamped = llvm.select %is_small, %zero, %below : vector<32xi1>, vector<32xi32>
  %r = llvm.trunc %clamped : vector<32xi32> to vector<32xi8>
  llvm.return %r : vector<32xi8>
}

// Other bounds than those of a byte stay.
// CHECK-LABEL: llvm.func @other_bounds(
// CHECK: llvm.intr.smin
// CHECK: llvm.intr.smax
// CHECK: "llvm.x86.avx2.packuswb"
llvm.func @other_bounds(%x: vector<32xi32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(dense<1> : vector<32xi32>) : vector<32xi32>
  %most = llvm.mlir.constant(dense<255> : vector<32xi32>) : vector<32xi32>
  %below = llvm.intr.smin(%x, %most) : (vector<32xi32>, vector<32xi32>) -> vector<32xi32>
  %clamped = llvm.intr.smax(%below, %zero) : (vector<32xi32>, vector<32xi32>) -> vector<32xi32>
  %r = llvm.trunc %clamped : vector<32xi32> to vector<32xi8>
  llvm.return %r : vector<32xi8>
}

// A float that is too small is rounded to the least number, which saturates. One that is too great would be, too: the
// upper bound stays.
// CHECK-LABEL: llvm.func @rounded(
// CHECK: llvm.fcmp "ogt"
// CHECK-NEXT: %[[BELOW:.*]] = llvm.select
// CHECK-NOT: llvm.fcmp
// CHECK: llvm.shufflevector %[[BELOW]], %[[BELOW]] [0, 1, 2, 3, 4, 5, 6, 7] : vector<32xf32>
// CHECK-COUNT-4: "llvm.x86.avx.cvtt.ps2dq.256"
// CHECK: "llvm.x86.avx2.packsswb"
llvm.func @rounded(%x: vector<32xf32>) -> vector<32xi8> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %least = llvm.mlir.constant(dense<-1.280000e+02> : vector<32xf32>) : vector<32xf32>
  %most = llvm.mlir.constant(dense<1.270000e+02> : vector<32xf32>) : vector<32xf32>
  %is_great = llvm.fcmp "ogt" %x, %most : vector<32xf32>
  %below = llvm.select %is_great, %most, %x : vector<32xi1>, vector<32xf32>
  %is_small = llvm.fcmp "olt" %below, %least : vector<32xf32>
  %clamped = llvm.select %is_small, %least, %below : vector<32xi1>, vector<32xf32>
  %i = llvm.fptosi %clamped : vector<32xf32> to vector<32xi32>
  %r = llvm.trunc %i : vector<32xi32> to vector<32xi8>
  llvm.return %r : vector<32xi8>
}
