// RUN: not terrace-opt %s --color 2>&1 | FileCheck %s
// RUN: not terrace-opt %s --color=never 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not terrace-opt %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not terrace-opt %s --color --diagnostic-format=rich 2>&1 | FileCheck %s --check-prefix=RICH

// The sequences are those of mlir-opt --color.
// CHECK: {{\[1m.*color.mlir:14:3: .\[0m.\[0;1;31merror: .\[0m.\[1m}}custom op 'foo' is unknown (tried 'func.foo' as well)
// PLAIN: color.mlir:14:3: error: custom op 'foo' is unknown
// RICH: {{\[.*error.*}}parse
func.func @colored() {
  // A line of its own.

  // Another one.
  foo
}
