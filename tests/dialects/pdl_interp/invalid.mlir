// RUN: terrace-opt %s --split-input-file --verify-diagnostics

pdl_interp.func @f(%op: !pdl.operation) {
  %v = pdl_interp.get_operand 0 of %op
  %ops = pdl_interp.get_users of %v : !pdl.value
  // expected-error @below {{'pdl_interp.foreach' op requires exactly one argument}}
  "pdl_interp.foreach"(%ops)[^next] ({
   ^bb1:
    pdl_interp.continue
  }) : (!pdl.range<operation>) -> ()
^next:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation) {
  %v = pdl_interp.get_operand 0 of %op
  %ops = pdl_interp.get_users of %v : !pdl.value
  // expected-error @below {{'pdl_interp.foreach' op operand must be a range of loop variable type}}
  "pdl_interp.foreach"(%ops)[^next] ({
   ^bb1(%a: !pdl.value):
    pdl_interp.continue
  }) : (!pdl.range<operation>) -> ()
^next:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation) {
  %v = pdl_interp.get_operand 0 of %op
  %ops = pdl_interp.get_users of %v : !pdl.value
  // expected-error @below {{'pdl_interp.foreach' op requires exactly one argument}}
  "pdl_interp.foreach"(%ops)[^next] ({
  }) : (!pdl.range<operation>) -> ()
^next:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation) {
  // expected-error @below {{'pdl_interp.switch_operation_name' op expected number of cases to match the number of case values, got 1 but expected 2}}
  pdl_interp.switch_operation_name of %op to ["a", "b"](^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation) {
  // expected-error @below {{'pdl_interp.switch_operand_count' op expected number of cases to match the number of case values, got 1 but expected 2}}
  pdl_interp.switch_operand_count of %op to dense<[0, 1]> : vector<2xi32>(^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>) {
  pdl_interp.switch_attribute %a to [1 : i32](^bb1) -> ^bb2
^bb2:
  pdl_interp.switch_type %t to [i32](^bb1) -> ^bb3
^bb3:
  pdl_interp.switch_types %ts to [[i32], []](^bb1, ^bb1) -> ^bb4
^bb4:
  // expected-error @below {{'pdl_interp.switch_types' op expected number of cases to match the number of case values, got 1 but expected 2}}
  pdl_interp.switch_types %ts to [[i32], []](^bb1) -> ^bb4
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>) {
  // expected-error @below {{'pdl_interp.switch_type' op attribute 'caseValues' failed to satisfy constraint: type array attribute}}
  pdl_interp.switch_type %t to [i32, 3](^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>) {
  // expected-error @below {{'pdl_interp.switch_types' op attribute 'caseValues' failed to satisfy constraint: type-array array attribute}}
  pdl_interp.switch_types %ts to [i32](^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>) {
  // expected-error @below {{'pdl_interp.get_operand' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %v = pdl_interp.get_operand -1 of %op
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>, %v: !pdl.value) {
  // expected-error @below {{'pdl_interp.get_value_type' op failed to verify that `value` type matches arity of `result`}}
  %1 = "pdl_interp.get_value_type"(%v) : (!pdl.value) -> !pdl.range<type>
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>, %v: !pdl.value) {
  // expected-error @below {{'pdl_interp.extract' op failed to verify that `range` is a PDL range whose element type matches type of `result`}}
  %1 = "pdl_interp.extract"(%ts) {index = 0 : i32} : (!pdl.range<type>) -> !pdl.value
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>, %v: !pdl.value) {
  %1 = pdl_interp.extract 2 of %ts : !pdl.type
  %2 = pdl_interp.get_operands of %op : !pdl.range<value>
  %3 = pdl_interp.get_operands 2 of %op : !pdl.value
  %4 = pdl_interp.get_results of %op : !pdl.range<value> {a}
  %5 = pdl_interp.create_operation "a.b"(%v, %2 : !pdl.value, !pdl.range<value>) {"x" = %a, "y" = %a} -> (%t, %ts : !pdl.type, !pdl.range<type>) {c}
  %6 = pdl_interp.create_operation "a.b"
  // expected-error @below {{'pdl_interp.create_operation' op has inferred results, but the created operation 'arith.addi' does not support result type inference (or is not registered)}}
  %7 = pdl_interp.create_operation "arith.addi" -> <inferred>
  %8 = pdl_interp.create_range %t, %ts : !pdl.type, !pdl.range<type>
  %9 = pdl_interp.create_range : !pdl.range<value>
  pdl_interp.replace %5 with (%v : !pdl.value)
  pdl_interp.replace %5 with ()
  pdl_interp.erase %5
  %10 = pdl_interp.apply_rewrite "x"(%5 : !pdl.operation) : !pdl.value {d}
  pdl_interp.apply_rewrite "x"
  %11 = pdl_interp.create_attribute 10 : i32
  %12 = pdl_interp.create_type i32
  %13 = pdl_interp.create_types [i32, i64]
  %14 = pdl_interp.get_attribute "a" of %op
  %15 = pdl_interp.get_attribute_type of %a
  %16 = pdl_interp.get_defining_op of %2 : !pdl.range<value>
  %17 = pdl_interp.get_value_type of %2 : !pdl.range<type>
  %18 = pdl_interp.get_users of %2 : !pdl.range<value>
  pdl_interp.apply_constraint "c"(%v : !pdl.value) -> ^bb1, ^bb1
^bb1:
  %19 = pdl_interp.apply_constraint "c"(%v : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:
  pdl_interp.are_equal %v, %v : !pdl.value -> ^bb3, ^bb1
^bb3:
  pdl_interp.check_attribute %a is 10 -> ^bb4, ^bb1
^bb4:
  pdl_interp.check_operand_count of %op is at_least 2 -> ^bb5, ^bb1
^bb5:
  pdl_interp.check_result_count of %op is 2 {a} -> ^bb6, ^bb1
^bb6:
  pdl_interp.check_operation_name of %op is "arith.x" -> ^bb7, ^bb1
^bb7:
  pdl_interp.check_type %t is i32 -> ^bb8, ^bb1
^bb8:
  pdl_interp.check_types %ts are [i32, i32] -> ^bb9, ^bb1
^bb9:
  pdl_interp.is_not_null %ts : !pdl.range<type> -> ^bb10, ^bb1
^bb10:
  pdl_interp.record_match @a::@b(%op, %a : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%op]), root("x.y") -> ^bb11
^bb11:
  pdl_interp.record_match @a : benefit(2), loc([%op, %op]) -> ^bb12
^bb12:
  pdl_interp.finalize
}

// -----

// expected-error @below {{'pdl_interp.func' op region #0 ('body') failed to verify constraint: region with at least 1 blocks}}
pdl_interp.func private @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute)

// -----

// expected-error @below {{'pdl_interp.func' op results may only have dialect attributes}}
pdl_interp.func nested @f(%op: !pdl.operation {a.b}, %t: !pdl.type, %a: !pdl.attribute) -> (i32 {c}) { pdl_interp.finalize }

// -----

// expected-error @below {{'pdl_interp.func' op entry block must have 0 arguments to match function signature}}
"pdl_interp.func"() ({
^bb1(%x : i32): 
  pdl_interp.finalize
}) {sym_name = "a", function_type = () -> ()} : () -> ()

// -----

// expected-error @below {{'pdl_interp.continue' op expects parent op 'pdl_interp.foreach'}}
pdl_interp.continue

// -----

// expected-error @below {{custom op 'pdl_interp.func' expected non-empty function body}}
pdl_interp.func @f() { }

// -----

// expected-error @below {{'pdl_interp.func' op region #0 ('body') failed to verify constraint: region with at least 1 blocks}}
pdl_interp.func @f(%op: !pdl.operation)

// -----

// expected-error @below {{'pdl_interp.func' op results may only have dialect attributes}}
pdl_interp.func nested @f(%op: !pdl.operation {a.b}, %t: !pdl.type, %a: !pdl.attribute) -> (i32 {c}) { pdl_interp.finalize }

// -----

// expected-error @below {{'pdl_interp.func' op entry block must have 0 arguments to match function signature}}
"pdl_interp.func"() ({
^bb1(%x : i32): 
  pdl_interp.finalize
}) {sym_name = "a", function_type = () -> ()} : () -> ()

// -----

// expected-error @below {{'pdl_interp.continue' op expects parent op 'pdl_interp.foreach'}}
pdl_interp.continue

// -----

// expected-error @below {{custom op 'pdl_interp.func' expected non-empty function body}}
pdl_interp.func @f() { }

// -----

// expected-error @below {{'pdl_interp.func' op region #0 ('body') failed to verify constraint: region with at least 1 blocks}}
pdl_interp.func @f(i32)
