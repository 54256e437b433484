// RUN: terrace-opt %s --mlir-print-debuginfo | FileCheck %s
// RUN: terrace-opt %s --mlir-print-debuginfo | terrace-opt --mlir-print-debuginfo | FileCheck %s
// RUN: terrace-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// CHECK: func.func private @named() loc([[NAMED:#loc[0-9]*]])
// LOCAL: func.func private @named() loc("f"("file":1:2))
func.func private @named() loc("f"("file":1:2))
// CHECK: func.func private @call_site() loc([[CALL:#loc[0-9]*]])
// LOCAL: func.func private @call_site() loc(callsite("f"("file":1:2) at unknown))
func.func private @call_site() loc(callsite("f"("file":1:2) at unknown))
// CHECK: func.func private @fused() loc([[FUSED:#loc[0-9]*]])
// LOCAL: func.func private @fused() loc(fused<"why">["a", "file":3:4 to 5:6])
func.func private @fused() loc(fused<"why">["a", "file":3:4 to 5:6])

// CHECK-DAG: [[NOWHERE:#loc[0-9]*]] = loc(unknown)
// CHECK-DAG: [[FILE:#loc[0-9]*]] = loc("file":1:2)
// CHECK-DAG: [[RANGE:#loc[0-9]*]] = loc("file":3:4 to 5:6)
// CHECK-DAG: [[NAMED]] = loc("f"([[FILE]]))
// CHECK-DAG: [[A:#loc[0-9]*]] = loc("a")
// CHECK-DAG: [[CALL]] = loc(callsite([[NAMED]] at [[NOWHERE]]))
// CHECK-DAG: [[FUSED]] = loc(fused<"why">[[[A]], [[RANGE]]])
