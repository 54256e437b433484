// RUN: terrace-opt %s --split-input-file --ripple-prepare | FileCheck %s

// With vectors, the number of units of 64 bits is at least 2, and not known.

module attributes {llvm.target_triple = "riscv64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @scale
  // CHECK-NEXT: %[[SCALE:.*]] = "llvm.intr.vscale"() : () -> i64
  // CHECK-NEXT: llvm.return %[[SCALE]]
  llvm.func @scale() -> i64 attributes {target_features = #llvm.target_features<["+v"]>} {
    %0 = "llvm.intr.vscale"() : () -> i64
    llvm.return %0 : i64
  }

  // Blocks of Ripple have the lengths of vectors that are not scaled.

  // CHECK-LABEL: llvm.func @scaled
  // CHECK-NOT: vscale
  // CHECK: llvm.return
  llvm.func @scaled(%n: i64) -> i64 attributes {target_features = #llvm.target_features<["+v"]>} {
    %0 = llvm.call_intrinsic "llvm.ripple.scalable.i64"(%n) : (i64) -> i64
    llvm.return %0 : i64
  }
}

// -----

module attributes {llvm.target_triple = "riscv32-unknown-elf"} {
  // CHECK-LABEL: llvm.func @scale_of_32_bits
  // CHECK-NEXT: llvm.intr.vscale
  llvm.func @scale_of_32_bits() -> i64 attributes {target_features = #llvm.target_features<["+zve32x"]>} {
    %0 = "llvm.intr.vscale"() : () -> i64
    llvm.return %0 : i64
  }
}
