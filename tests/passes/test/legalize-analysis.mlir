// What a conversion could make legal is said, and the IR stays as it is.
// RUN: terrace-test-opt %s --allow-unregistered-dialect --test-legalize-patterns=test-legalize-mode=analysis --verify-diagnostics | FileCheck %s
// expected-remark@-3 {{op 'builtin.module' is legalizable}}

// CHECK: func.func @legal_and_illegal_ops
// expected-remark@+1 {{op 'func.func' is legalizable}}
func.func @legal_and_illegal_ops() {
  // CHECK: "test.illegal_op_a"
  // expected-remark@+1 {{op 'test.illegal_op_a' is legalizable}}
  %0 = "test.illegal_op_a"() : () -> i32
  // CHECK-NEXT: "test.illegal_op_c"
  // expected-remark@+1 {{op 'test.illegal_op_c' is legalizable}}
  %1 = "test.illegal_op_c"() : () -> i32
  // CHECK-NEXT: "test.illegal_op_g"
  %2 = "test.illegal_op_g"() : () -> i32
  "foo.region"() ({
    // CHECK: "test.invalid"
    // expected-remark@+1 {{op 'test.invalid' is legalizable}}
    "test.invalid"() : () -> ()
  }) : () -> ()
  // CHECK: return
  return
}
