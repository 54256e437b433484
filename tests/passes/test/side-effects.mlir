// RUN: terrace-test-opt %s --test-side-effects --verify-diagnostics

func.func @effects(%arg: index) {
  // expected-remark @+1 {{operation has no memory effects}}
  %0 = "test.side_effect_op"() {} : () -> i32
  // expected-remark @+2 {{found an instance of 'write' on op result 0, on resource '<Test>'}}
  // expected-remark @+1 {{found an instance of 'read' on a symbol '@s', on resource '<Default>'}}
  %1 = "test.side_effect_op"() {effects = [{effect = "write", on_result, test_resource}, {effect = "read", on_reference = @s}]} : () -> i32
  // expected-remark @+1 {{found an instance of 'free' on block argument 0, on resource '<Default>'}}
  %2 = test.side_effect_with_region_op(%arg) {
  ^bb0(%a: index):
    test.region_yield %a : index
  } {effects = [{effect = "free", on_argument}]} : index -> index
  // expected-remark @+1 {{found a parametric effect with affine_map<(d0) -> (d0)>}}
  "test.unregistered_side_effect_op"() {effect_parameter = affine_map<(i) -> (i)>} : () -> ()
  return
}
