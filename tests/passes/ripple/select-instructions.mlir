// RUN: terrace-opt %s --split-input-file --ripple-select-instructions | FileCheck %s

// A rule that applies leaves nothing of what it replaced; where a pattern differs in one place, all stays.

// A product of fractions of 15 bits that is rounded is one instruction for each register.

// CHECK-LABEL: llvm.func @rounded_512
// CHECK-SAME: (%[[A:[a-z0-9]+]]: vector<32xi16>, %[[B:[a-z0-9]+]]: vector<32xi16>)
// CHECK-NEXT: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.pmul.hr.sw.512"(%[[A]], %[[B]]) : (vector<32xi16>, vector<32xi16>) -> vector<32xi16>
// CHECK-NEXT: llvm.return %[[R]]
llvm.func @rounded_512(%a: vector<32xi16>, %b: vector<32xi16>) -> vector<32xi16> attributes {target_features = #llvm.target_features<["+avx512bw"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<32xi32>) : vector<32xi32>
  %by = llvm.mlir.constant(dense<15> : vector<32xi32>) : vector<32xi32>
  %x = llvm.sext %a : vector<32xi16> to vector<32xi32>
  %y = llvm.sext %b : vector<32xi16> to vector<32xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<32xi32>
  %sum = llvm.add %product, %half : vector<32xi32>
  %shifted = llvm.ashr %sum, %by : vector<32xi32>
  %r = llvm.trunc %shifted : vector<32xi32> to vector<32xi16>
  llvm.return %r : vector<32xi16>
}

// CHECK-LABEL: llvm.func @rounded_in_two_registers
// CHECK-SAME: (%[[A:[a-z0-9]+]]: vector<32xi16>, %[[B:[a-z0-9]+]]: vector<32xi16>)
// CHECK: %[[A0:.*]] = llvm.shufflevector %[[A]], %[[A]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[B0:.*]] = llvm.shufflevector %[[B]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[LOW:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmul.hr.sw"(%[[A0]], %[[B0]])
// CHECK: %[[HIGH:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmul.hr.sw"
// CHECK: %[[R:.*]] = llvm.shufflevector %[[LOW]], %[[HIGH]]
// CHECK-NOT: llvm.mul
// CHECK: llvm.return %[[R]]
llvm.func @rounded_in_two_registers(%a: vector<32xi16>, %b: vector<32xi16>) -> vector<32xi16> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<32xi32>) : vector<32xi32>
  %by = llvm.mlir.constant(dense<15> : vector<32xi32>) : vector<32xi32>
  %x = llvm.sext %a : vector<32xi16> to vector<32xi32>
  %y = llvm.sext %b : vector<32xi16> to vector<32xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<32xi32>
  %sum = llvm.add %product, %half : vector<32xi32>
  %shifted = llvm.ashr %sum, %by : vector<32xi32>
  %r = llvm.trunc %shifted : vector<32xi32> to vector<32xi16>
  llvm.return %r : vector<32xi16>
}

// CHECK-LABEL: llvm.func @rounded_128
// CHECK: llvm.call_intrinsic "llvm.x86.ssse3.pmul.hr.sw.128"
// CHECK-NOT: llvm.mul
llvm.func @rounded_128(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi16> attributes {target_features = #llvm.target_features<["+ssse3"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<8xi32>) : vector<8xi32>
  %by = llvm.mlir.constant(dense<15> : vector<8xi32>) : vector<8xi32>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %y = llvm.sext %b : vector<8xi16> to vector<8xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<8xi32>
  %sum = llvm.add %product, %half : vector<8xi32>
  %shifted = llvm.ashr %sum, %by : vector<8xi32>
  %r = llvm.trunc %shifted : vector<8xi32> to vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// CHECK-LABEL: llvm.func @rounded_in_part_of_a_register
// CHECK: llvm.call_intrinsic "llvm.x86.ssse3.pmul.hr.sw.128"
llvm.func @rounded_in_part_of_a_register(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi16> attributes {target_features = #llvm.target_features<["+avx512bw"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<8xi32>) : vector<8xi32>
  %by = llvm.mlir.constant(dense<15> : vector<8xi32>) : vector<8xi32>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %y = llvm.sext %b : vector<8xi16> to vector<8xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<8xi32>
  %sum = llvm.add %product, %half : vector<8xi32>
  %shifted = llvm.ashr %sum, %by : vector<8xi32>
  %r = llvm.trunc %shifted : vector<8xi32> to vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// CHECK-LABEL: llvm.func @rounded_logical_shift
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.pmul.hr.sw"
llvm.func @rounded_logical_shift(%a: vector<16xi16>, %b: vector<16xi16>) -> vector<16xi16> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<16xi32>) : vector<16xi32>
  %by = llvm.mlir.constant(dense<15> : vector<16xi32>) : vector<16xi32>
  %x = llvm.sext %a : vector<16xi16> to vector<16xi32>
  %y = llvm.sext %b : vector<16xi16> to vector<16xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<16xi32>
  %sum = llvm.add %product, %half : vector<16xi32>
  %shifted = llvm.lshr %sum, %by : vector<16xi32>
  %r = llvm.trunc %shifted : vector<16xi32> to vector<16xi16>
  llvm.return %r : vector<16xi16>
}

// CHECK-LABEL: llvm.func @rounded_without_instruction
// CHECK: llvm.mul
// CHECK-NOT: call_intrinsic
llvm.func @rounded_without_instruction(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi16> attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<8xi32>) : vector<8xi32>
  %by = llvm.mlir.constant(dense<15> : vector<8xi32>) : vector<8xi32>
  %x = llvm.sext %a : vector<8xi16> to vector<8xi32>
  %y = llvm.sext %b : vector<8xi16> to vector<8xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<8xi32>
  %sum = llvm.add %product, %half : vector<8xi32>
  %shifted = llvm.ashr %sum, %by : vector<8xi32>
  %r = llvm.trunc %shifted : vector<8xi32> to vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// CHECK-LABEL: llvm.func @rounded_odd_lanes
// CHECK: llvm.mul
// CHECK-NOT: call_intrinsic
llvm.func @rounded_odd_lanes(%a: vector<24xi16>, %b: vector<24xi16>) -> vector<24xi16> attributes {target_features = #llvm.target_features<["+avx512bw"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<24xi32>) : vector<24xi32>
  %by = llvm.mlir.constant(dense<15> : vector<24xi32>) : vector<24xi32>
  %x = llvm.sext %a : vector<24xi16> to vector<24xi32>
  %y = llvm.sext %b : vector<24xi16> to vector<24xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<24xi32>
  %sum = llvm.add %product, %half : vector<24xi32>
  %shifted = llvm.ashr %sum, %by : vector<24xi32>
  %r = llvm.trunc %shifted : vector<24xi32> to vector<24xi16>
  llvm.return %r : vector<24xi16>
}

// CHECK-LABEL: llvm.func @shifted_by_less
// CHECK: llvm.ashr
// CHECK-NOT: call_intrinsic
llvm.func @shifted_by_less(%a: vector<16xi16>, %b: vector<16xi16>) -> vector<16xi16> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<16xi32>) : vector<16xi32>
  %by = llvm.mlir.constant(dense<14> : vector<16xi32>) : vector<16xi32>
  %x = llvm.sext %a : vector<16xi16> to vector<16xi32>
  %y = llvm.sext %b : vector<16xi16> to vector<16xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<16xi32>
  %sum = llvm.add %product, %half : vector<16xi32>
  %shifted = llvm.ashr %sum, %by : vector<16xi32>
  %r = llvm.trunc %shifted : vector<16xi32> to vector<16xi16>
  llvm.return %r : vector<16xi16>
}

// CHECK-LABEL: llvm.func @rounded_otherwise
// CHECK: llvm.ashr
// CHECK-NOT: call_intrinsic
llvm.func @rounded_otherwise(%a: vector<16xi16>, %b: vector<16xi16>) -> vector<16xi16> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %half = llvm.mlir.constant(dense<32768> : vector<16xi32>) : vector<16xi32>
  %by = llvm.mlir.constant(dense<15> : vector<16xi32>) : vector<16xi32>
  %x = llvm.sext %a : vector<16xi16> to vector<16xi32>
  %y = llvm.sext %b : vector<16xi16> to vector<16xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<16xi32>
  %sum = llvm.add %product, %half : vector<16xi32>
  %shifted = llvm.ashr %sum, %by : vector<16xi32>
  %r = llvm.trunc %shifted : vector<16xi32> to vector<16xi16>
  llvm.return %r : vector<16xi16>
}

// CHECK-LABEL: llvm.func @unsigned_factors
// CHECK: llvm.ashr
// CHECK-NOT: call_intrinsic
llvm.func @unsigned_factors(%a: vector<16xi16>, %b: vector<16xi16>) -> vector<16xi16> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<16xi32>) : vector<16xi32>
  %by = llvm.mlir.constant(dense<15> : vector<16xi32>) : vector<16xi32>
  %x = llvm.zext %a : vector<16xi16> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi16> to vector<16xi32>
  %product = llvm.mul %x, %y overflow<nsw> : vector<16xi32>
  %sum = llvm.add %product, %half : vector<16xi32>
  %shifted = llvm.ashr %sum, %by : vector<16xi32>
  %r = llvm.trunc %shifted : vector<16xi32> to vector<16xi16>
  llvm.return %r : vector<16xi16>
}

// CHECK-LABEL: llvm.func @wide_product
// CHECK: llvm.ashr
// CHECK-NOT: call_intrinsic
llvm.func @wide_product(%a: vector<16xi16>, %b: vector<16xi16>) -> vector<16xi16> attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %half = llvm.mlir.constant(dense<16384> : vector<16xi64>) : vector<16xi64>
  %by = llvm.mlir.constant(dense<15> : vector<16xi64>) : vector<16xi64>
  %x = llvm.sext %a : vector<16xi16> to vector<16xi64>
  %y = llvm.sext %b : vector<16xi16> to vector<16xi64>
  %product = llvm.mul %x, %y overflow<nsw> : vector<16xi64>
  %sum = llvm.add %product, %half : vector<16xi64>
  %shifted = llvm.ashr %sum, %by : vector<16xi64>
  %r = llvm.trunc %shifted : vector<16xi64> to vector<16xi16>
  llvm.return %r : vector<16xi16>
}

// A difference by which of two numbers without a sign is greater is an absolute value.

// CHECK-LABEL: llvm.func @difference
// CHECK-SAME: (%[[A:[a-z0-9]+]]: vector<16xi8>, %[[B:[a-z0-9]+]]: vector<16xi8>
// CHECK: %[[X:.*]] = llvm.zext %[[A]]
// CHECK: %[[Y:.*]] = llvm.zext %[[B]]
// CHECK: %[[D:.*]] = llvm.sub %[[X]], %[[Y]]
// CHECK-NEXT: %[[R:.*]] = "llvm.intr.abs"(%[[D]]) <{is_int_min_poison = false}>
// CHECK-NEXT: llvm.return %[[R]]
llvm.func @difference(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "sgt" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @difference_ugt
// CHECK: llvm.intr.abs
// CHECK-NOT: llvm.select
llvm.func @difference_ugt(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "ugt" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @difference_sge
// CHECK: llvm.intr.abs
// CHECK-NOT: llvm.select
llvm.func @difference_sge(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "sge" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @difference_uge
// CHECK: llvm.intr.abs
// CHECK-NOT: llvm.select
llvm.func @difference_uge(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "uge" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @difference_slt
// CHECK: llvm.intr.abs
// CHECK-NOT: llvm.select
llvm.func @difference_slt(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "slt" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ba, %ab : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @difference_ule
// CHECK: llvm.intr.abs
// CHECK-NOT: llvm.select
llvm.func @difference_ule(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "ule" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ba, %ab : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @lesser_difference
// CHECK: llvm.select
llvm.func @lesser_difference(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "slt" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @equal
// CHECK: llvm.select
llvm.func @equal(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "eq" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @signed_numbers
// CHECK: llvm.select
llvm.func @signed_numbers(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.sext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.sext %b : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %x : vector<16xi32>
  %greater = llvm.icmp "sgt" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @another_number
// CHECK: llvm.select
llvm.func @another_number(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi8>) -> vector<16xi32> {
  %x = llvm.zext %a : vector<16xi8> to vector<16xi32>
  %y = llvm.zext %b : vector<16xi8> to vector<16xi32>
  %z = llvm.zext %c : vector<16xi8> to vector<16xi32>
  %ab = llvm.sub %x, %y : vector<16xi32>
  %ba = llvm.sub %y, %z : vector<16xi32>
  %greater = llvm.icmp "sgt" %x, %y : vector<16xi32>
  %r = llvm.select %greater, %ab, %ba : vector<16xi1>, vector<16xi32>
  llvm.return %r : vector<16xi32>
}

// CHECK-LABEL: llvm.func @scalars
// CHECK: llvm.select
llvm.func @scalars(%a: i8, %b: i8, %c: i8) -> i32 {
  %x = llvm.zext %a : i8 to i32
  %y = llvm.zext %b : i8 to i32
  %ab = llvm.sub %x, %y : i32
  %ba = llvm.sub %y, %x : i32
  %greater = llvm.icmp "sgt" %x, %y : i32
  %r = llvm.select %greater, %ab, %ba : i1, i32
  llvm.return %r : i32
}
