// Positions in files are the same whether ops have them, or fused locations and attributes, and each is in a file once.

// RUN: terrace-opt %s --emit-bytecode -o %t
// RUN: terrace-opt %t --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: terrace-opt %t --emit-bytecode -o %t.again
// RUN: terrace-opt %t.again --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: terrace bytecode --stats %t | FileCheck %s --check-prefix=STATS
// RUN: terrace bytecode --stats %t.again | FileCheck %s --check-prefix=STATS

// Three positions, two locations made of them, three strings, a dictionary and the type of the function.
// STATS: dialects, with the number of ops, attributes and types
// STATS-NEXT: {{^ +1 +10 +2  builtin$}}
module {
  // CHECK: func.func @ops_at_positions(%arg0: i32 loc("x.c":1:2)) {
  func.func @ops_at_positions(%a: i32 loc("x.c":1:2)) {
    // CHECK-NEXT: arith.addi %arg0, %arg0 {place = loc("x.c":3:4)} : i32 loc("x.c":1:2)
    %0 = arith.addi %a, %a {place = loc("x.c":3:4)} : i32 loc("x.c":1:2)
    // CHECK-NEXT: arith.addi {{.*}} : i32 loc(fused["x.c":1:2, "x.c":3:4])
    %1 = arith.addi %0, %a : i32 loc(fused["x.c":1:2, "x.c":3:4])
    // CHECK-NEXT: arith.addi {{.*}} : i32 loc(callsite("x.c":3:4 at "x.c":5:6))
    %2 = arith.addi %1, %a : i32 loc(callsite("x.c":3:4 at "x.c":5:6))
    // CHECK-NEXT: arith.addi {{.*}} : i32 loc("x.c":3:4)
    %3 = arith.addi %2, %a : i32 loc("x.c":3:4)
    // CHECK-NEXT: return loc("x.c":5:6)
    return loc("x.c":5:6)
  } loc("x.c":1:2)
} loc("x.c":1:2)
