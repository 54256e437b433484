// Aliases are identifiers, and each has a name of its own.
// RUN: terrace-test-opt %s | FileCheck %s

// CHECK-DAG: #test2Ealias = "alias_test:dot_in_name"
// CHECK-DAG: #_0_test_alias = "alias_test:prefixed_digit"
// CHECK-DAG: #_25test = "alias_test:prefixed_symbol"
"test.op"() {test.a = ["alias_test:dot_in_name", "alias_test:prefixed_digit", "alias_test:prefixed_symbol"]} : () -> ()

// Two of them want the first name, and one of them the name that the second one of these gets.
// CHECK-DAG: #test_alias_conflict0 = "alias_test:trailing_digit_conflict_b"
// CHECK-DAG: #test_alias_conflict0_1 = "alias_test:trailing_digit_conflict_c"
// CHECK-DAG: #test_alias_conflict0_1_1 = "alias_test:trailing_digit_conflict_e"
"test.op"() {test.a = ["alias_test:trailing_digit_conflict_b", "alias_test:trailing_digit_conflict_c", "alias_test:trailing_digit_conflict_e"]} : () -> ()

// CHECK-LABEL: module {
// CHECK: test.polyfor %_25.5E0, %_1 {
"test.polyfor"() ({
^bb0(%a: index, %b: index):
  "test.terminator"() : () -> ()
}) {arg_names = ["%.^0", "1"]} : () -> ()
