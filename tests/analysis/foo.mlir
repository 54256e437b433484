// An analysis whose join depends on how often it happens: blocks and ops are visited in the order of upstream's solver.
// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --mlir-disable-threading --pass-pipeline='builtin.module(func.func(test-foo-analysis))' 2>&1 | FileCheck %s

// CHECK-LABEL: function: @diamond
// CHECK-NEXT: start -> 0
// CHECK-NEXT: one -> 1
// CHECK-NEXT: left -> 5
// CHECK-NEXT: right -> 7
// CHECK-NEXT: join -> 2
func.func @diamond(%c: i1) {
  "test.foo"() {tag = "start"} : () -> ()
  "test.foo"() {foo = 1 : ui64, tag = "one"} : () -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.foo"() {foo = 4 : ui64, tag = "left"} : () -> ()
  cf.br ^bb3
^bb2:
  "test.foo"() {foo = 6 : ui64, tag = "right"} : () -> ()
  cf.br ^bb3
^bb3:
  "test.foo"() {tag = "join"} : () -> ()
  return
}

// CHECK-LABEL: function: @loop
// CHECK-NEXT: body -> 0
// CHECK-NEXT: after -> 6
func.func @loop(%c: i1) {
  cf.br ^bb1
^bb1:
  "test.foo"() {foo = 4 : ui64, tag = "body"} : () -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  "test.foo"() {foo = 2 : ui64, tag = "after"} : () -> ()
  return
}

// -----

func.func @nested() {
  // expected-error@+1 {{unexpected op with regions}}
  scf.execute_region {
    scf.yield
  }
  return
}

// -----

// expected-error@+1 {{expected at least one block in the region}}
func.func private @declared()
