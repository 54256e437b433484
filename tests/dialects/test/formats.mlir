// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @clauses
func.func @clauses(%a: i32) {
  // CHECK: test.oilist_with_keywords_only keyword thirdKeyword {a}
  test.oilist_with_keywords_only thirdKeyword keyword {a}
  // CHECK: test.oilist_with_keywords_only_properties keyword thirdKeyword {a}
  test.oilist_with_keywords_only_properties thirdKeyword keyword {a}
  // CHECK: test.oilist_with_simple_args keyword %{{.*}} : i32 thirdKeyword %{{.*}} : i32
  test.oilist_with_simple_args thirdKeyword %a : i32 keyword %a : i32
  // CHECK: test.oilist_variadic_with_parens keyword(%{{.*}} : i32) otherKeyword(%{{.*}}, %{{.*}} : i32, i32)
  test.oilist_variadic_with_parens otherKeyword (%a, %a : i32, i32) keyword (%a : i32)
  // CHECK: test.oilist_custom private(%{{.*}} : i32) reduction (%{{.*}}) nowait
  test.oilist_custom nowait private (%a : i32) reduction (%a)
  // CHECK: test.custom_dimension_list_attr dimension_list = 4x?x0
  test.custom_dimension_list_attr dimension_list = 4x?x0
  // CHECK: test.optional_custom_attr foo false
  test.optional_custom_attr foo false
  // CHECK: test.parse_custom_operation_name_api(builtin.module)
  test.parse_custom_operation_name_api(builtin.module)
  // CHECK: test.parse_integer_literal : 2
  %0:2 = test.parse_integer_literal : 2
  return
}

// A type whose parameter is absent has nothing but its name.
// CHECK-LABEL: func @short
func.func @short(%a: !test.optional_value_type, %b: !test.optional_value_type<3>) {
  // CHECK: test.format_maybe_empty_type %{{.*}} : !test.optional_value_type
  test.format_maybe_empty_type %a : !test.optional_value_type
  // CHECK: test.format_maybe_empty_type %{{.*}} : <3>
  test.format_maybe_empty_type %b : <3>
  return
}

// -----

// expected-error @+1 {{custom op 'test.custom_dimension_list_attr' Failed parsing dimension list. Did you mean an empty list? It must be denoted by "[]".}}
test.custom_dimension_list_attr dimension_list = -1

// -----

func.func @destination(%a: index, %t: tensor<2xf32>) {
  // expected-error @+1 {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  %0 = test.destination_style_op ins(%a : index) outs(%t : tensor<2xf32>) -> index
  return
}

// -----

// expected-error @+1 {{result type should have trait 'TestTypeTrait'}}
%0 = "test.result_type_with_trait"() : () -> i32

// -----

func.func @mapped(%a: tensor<10xf32>) {
  // expected-error @+1 {{if an operand is non-scalar, then there must be at least one non-scalar result}}
  "test.elementwise_mappable"(%a) : (tensor<10xf32>) -> ()
  return
}

// -----

"test.parent1"() ({
  // expected-error @+1 {{'test.child' op expects parent op 'test.parent'}}
  "test.child"() : () -> ()
  "test.finish"() : () -> ()
}) : () -> ()

// -----

// What a part starts with is not blamed on the part before.
@foo // expected-error {{expected operation name in quotes}}
