// RUN: terrace-test-opt %s | FileCheck %s
// RUN: not terrace-opt %s 2>&1 | FileCheck %s --check-prefix=PLAIN

// The test dialect takes any op; it is not there for users.
// CHECK: "test.anything"() : () -> i32
// PLAIN: error: {{.*}}unregistered dialect
%0 = "test.anything"() : () -> i32
