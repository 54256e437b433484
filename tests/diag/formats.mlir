// RUN: not terrace-opt %s --diagnostic-format=rich 2>&1 | FileCheck %s --check-prefix=RICH
// RUN: not terrace-opt %s --diagnostic-format=json 2>&1 | FileCheck %s --check-prefix=JSON

// RICH: error[parse]: Dialect `x' not found for custom op 'x.y'
// RICH-NEXT: --> {{.*}}formats.mlir:[[@LINE+3]]:1
// JSON: {"code":"parse","location":{"end":{"column":1,"line":[[@LINE+2]]},"file":"{{.*}}formats.mlir","start":{"column":1,"line":[[@LINE+2]]}},
// JSON-SAME: "severity":"error"}
x.y
