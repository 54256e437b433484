// RUN: terrace-test-opt %s --test-symbol-uses --verify-diagnostics --split-input-file --allow-unregistered-dialect | FileCheck %s
// CONFIRMED: mlir-opt reports the same.

// CHECK-LABEL: module attributes {sym.outside_use
// expected-remark@below {{gone function successfully erased}}
module attributes {sym.outside_use = @foo} {
  // expected-remark@below {{symbol has 2 uses}}
  func.func private @foo()
  // expected-remark@below {{symbol contains 2 nested references}}
  // expected-remark@below {{found use of symbol : @foo : "foo"}}
  // expected-remark@below {{symbol has 1 uses}}
  func.func @bar() attributes {sym.use = @foo} {
    // expected-remark@below {{found use of symbol : @bar : "bar"}}
    "foo.possibly_unknown_symbol_table"() {sym.use_x = @bar} : () -> ()
    return
  }
  // expected-remark@below {{symbol has 1 uses}}
  func.func private @baz()
  // expected-remark@below {{symbol contains 3 nested references}}
  // expected-remark@below {{symbol has no uses}}
  func.func @uses() {
    // expected-remark@below {{found use of symbol : @foo : "foo"}}
    // expected-remark@below {{found use of symbol : @baz : "baz"}}
    "foo.op"() {use_1 = [{nested = @foo}], other_use = @baz, z = @missing} : () -> ()
    return
  }
  // expected-remark@below {{symbol has no uses}}
  module @inner {
    // expected-remark@below {{symbol contains 1 nested references}}
    // expected-remark@below {{found use of symbol : @inside : "inside"}}
    // expected-remark@below {{symbol has 1 uses}}
    func.func private @inside() attributes {u = @inside}
  }
  // CHECK-NOT: @gone
  // expected-remark@below {{symbol has no uses}}
  func.func private @gone()
}

// -----

module {
  // expected-remark@below {{symbol contains an unknown nested operation that 'may' define a new symbol table}}
  func.func @table() {
    "foo.table"() ({
      "foo.end"() : () -> ()
    }) : () -> ()
    return
  }
}
