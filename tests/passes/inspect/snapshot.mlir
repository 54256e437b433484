// Ops say that they come from the file that was written; where there is a tag, beside what they said before.
// RUN: terrace-opt %s --snapshot-op-locations=filename=%t --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t
// RUN: terrace-opt %s --snapshot-op-locations='filename=%t tag=here' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=TAG
// RUN: not terrace-opt %s --snapshot-op-locations=filename=%t.none/x 2>&1 | FileCheck %s --check-prefix=ERROR

func.func @located_sum(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("sum")
  return %0 : i32
}

// CHECK:      func.func @located_sum(%arg0: i32 loc("{{.*}}snapshot.mlir":7:24)) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : i32 loc("{{.*}}":3:4)
// CHECK-NEXT:   return %0 : i32 loc("{{.*}}":4:4)
// CHECK-NEXT: } loc("{{.*}}":2:2)

// FILE:      module {
// FILE-NEXT:   func.func @located_sum(%arg0: i32) -> i32 {
// FILE-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// FILE-NEXT:     return %0 : i32

// TAG: arith.addi %arg0, %arg0 : i32 loc(fused["sum", "here"("{{.*}}":3:4)])

// ERROR: error: cannot open output file '{{.*}}': No such file or directory
