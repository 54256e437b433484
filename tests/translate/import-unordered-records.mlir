// RUN: terrace-translate --import-llvm --mlir-to-llvmir --match-upstream=false %S/Inputs/unordered-records.ll | FileCheck %s

// Records may name values that are not valid where the records are.

// CHECK: #dbg_value(i32 %[[LATE:[0-9]+]], ![[V:[0-9]+]], !DIExpression()
// CHECK: %[[LATE]] = load i32
// CHECK: #dbg_value(i32 %[[LATE]], ![[V]], !DIExpression()
// CHECK: !llvm.loop ![[LOOP:[0-9]+]]
// CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[PROGRESS:[0-9]+]], ![[DISABLE:[0-9]+]]}
// CHECK-NEXT: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// CHECK-NEXT: ![[DISABLE]] = !{!"llvm.loop.unroll.runtime.disable"}
