// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Two averages: the inner one is rounded down, which AArch64 has an instruction for.
// CHECK-LABEL: llvm.func @halving(
// CHECK-NOT: llvm.mul
// CHECK: llvm.trunc %{{.*}} : vector<16xi16> to vector<16xi8>
// CHECK-NOT: llvm.xor
// CHECK: llvm.trunc %{{.*}} : vector<16xi16> to vector<16xi8>
llvm.func @halving(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi8> attributes {target_features = #llvm.target_features<["+neon"]>} {
  %two = llvm.mlir.constant(dense<2> : vector<16xi16>) : vector<16xi16>
  %x = llvm.zext %a : vector<16xi8> to vector<16xi16>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi16>
  %z = llvm.zext %c : vector<16xi8> to vector<16xi16>
  %m = llvm.mul %y, %two : vector<16xi16>
  %s = llvm.add %x, %m : vector<16xi16>
  %t = llvm.add %s, %z : vector<16xi16>
  %r = llvm.add %t, %two : vector<16xi16>
  %h = llvm.lshr %r, %two : vector<16xi16>
  %n = llvm.trunc %h : vector<16xi16> to vector<16xi8>
  llvm.return %n : vector<16xi8>
}

// What was rounded up is subtracted.
// CHECK-LABEL: llvm.func @rounding(
// CHECK: llvm.xor
// CHECK: llvm.sub
// CHECK: llvm.trunc
llvm.func @rounding(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi8> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %two = llvm.mlir.constant(dense<2> : vector<16xi16>) : vector<16xi16>
  %x = llvm.zext %a : vector<16xi8> to vector<16xi16>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi16>
  %z = llvm.zext %c : vector<16xi8> to vector<16xi16>
  %m = llvm.mul %y, %two : vector<16xi16>
  %s = llvm.add %x, %m : vector<16xi16>
  %t = llvm.add %s, %z : vector<16xi16>
  %r = llvm.add %t, %two : vector<16xi16>
  %h = llvm.lshr %r, %two : vector<16xi16>
  %n = llvm.trunc %h : vector<16xi16> to vector<16xi8>
  llvm.return %n : vector<16xi8>
}

// Four different numbers, and a sum that may wrap, stay.
// CHECK-LABEL: llvm.func @stays(
// CHECK-NOT: llvm.xor
// CHECK: llvm.return
llvm.func @stays(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>, %d: vector<16xi8>) -> vector<16xi8> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %two = llvm.mlir.constant(dense<2> : vector<16xi16>) : vector<16xi16>
  %x = llvm.zext %a : vector<16xi8> to vector<16xi16>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi16>
  %z = llvm.zext %c : vector<16xi8> to vector<16xi16>
  %w = llvm.zext %d : vector<16xi8> to vector<16xi16>
  %s = llvm.add %x, %y : vector<16xi16>
  %t = llvm.add %s, %z : vector<16xi16>
  %u = llvm.add %t, %w : vector<16xi16>
  %r = llvm.add %u, %two : vector<16xi16>
  %h = llvm.lshr %r, %two : vector<16xi16>
  %n = llvm.trunc %h : vector<16xi16> to vector<16xi8>
  llvm.return %n : vector<16xi8>
}
