// The end of a region that is not known may pass on anything: what depends on that is alive.
// RUN: terrace-opt %s --remove-dead-values --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1
// CHECK: cf.cond_br
// CHECK: return %[[ZERO]]
// CHECK: return %[[ONE]]
func.func @main(%x: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.execute_region -> i1 {
    "unknown.end"(%x) : (i1) -> ()
  }
  cf.cond_br %r, ^a, ^b
^a:
  return %c0 : i32
^b:
  return %c1 : i32
}
