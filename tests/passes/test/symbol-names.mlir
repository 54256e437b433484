// Symbols get new names with all references to them: by paths, in attributes of dialects, and in distinct attributes.
// RUN: terrace-test-opt %s --test-symbol-rauw --mlir-print-local-scope --allow-unregistered-dialect --split-input-file | FileCheck %s

// CHECK-LABEL: module @new_outer
module @outer attributes {sym.new_name = "new_outer"} {
  // CHECK: func.func nested @new_inner
  func.func nested @inner() attributes {sym.new_name = "new_inner"}
}
// CHECK: uses = [@new_outer::@new_inner, @new_outer::@absent, distinct[0]<@new_outer>,
// CHECK-SAME: #test.sub_elements_access<@new_outer, @other, 1 : i64>]
"foo.use"() {uses = [@outer::@inner, @outer::@absent, distinct[0]<@outer>, #test.sub_elements_access<@outer, @other, 1>]} : () -> ()

// -----

// A symbol table may be hidden in the unregistered op.
// CHECK-LABEL: func.func private @kept
func.func private @kept() attributes {sym.new_name = "renamed"}
"foo.region"() ({}) : () -> ()
