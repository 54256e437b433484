// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @for_with_two_blocks(%n: index) {
  // expected-error @below {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
  scf.for %i = %n to %n step %n { "foo.x"() : () -> () ^bb1: scf.yield }
  return
}

// -----

func.func @for_branches_to_second_block(%n: index) {
  // expected-error @below {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
  scf.for %i = %n to %n step %n { "foo.x"()[^bb1] : () -> () ^bb1: }
  return
}

// -----

func.func @for_without_yield_of_iter_arg(%n: index) {
  // expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @below {{region branch point}}
  scf.for %i = %n to %n step %n iter_args(%a = %n) -> (index) { }
  return
}

// -----

func.func @for_more_iter_args_than_results(%n: index) {
  // expected-error @below {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  scf.for %i = %n to %n step %n iter_args(%a = %n, %b = %n) -> (index) { }
  return
}

// -----

func.func @for_bound_uses_induction_variable(%n: index) {
  // expected-error @below {{use of undeclared SSA value name}}
  scf.for %i = %i to %n step %n { }
  return
}

// -----

// expected-note @below {{previously referenced here}}
func.func @for_induction_variable_shadows_argument(%n: index) {
  // expected-error @below {{region entry argument '%n' is already in use}}
  scf.for %n = %n to %n step %n { }
  return
}

// -----

func.func @for_bound_with_type(%n: index) {
  // expected-error @below {{custom op 'scf.for' expected 'to'}}
  scf.for %i = %n : index to %n step %n { }
  return
}

// -----

func.func @for_without_step(%n: index) {
  // expected-error @below {{custom op 'scf.for' expected 'step'}}
  scf.for %i = %n to %n { }
  return
}

// -----

func.func @for_without_lower_bound(%n: index) {
  // expected-error @below {{expected '='}}
  scf.for %i to %n { }
  return
}

// -----

func.func @for_induction_variable_without_percent(%n: index) {
  // expected-error @below {{expected SSA operand}}
  scf.for i = %n to %n step %n { }
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @for_integer_bounds_without_type(%n: index, %x: i32) {
  // expected-error @below {{use of value '%x' expects different type than prior uses: 'index' vs 'i32'}}
  scf.for %i = %x to %x step %x { }
  return
}

// -----

func.func @for_float_bounds(%n: index, %x: f32) {
  // expected-error @below {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
  scf.for %i = %x to %x step %x : f32 { }
  return
}

// -----

func.func @parallel_more_variables_than_bounds(%n: index, %x: f32) {
  // expected-error @below {{custom op 'scf.parallel' expected 2 operands}}
  scf.parallel (%i, %j) = (%n) to (%n) step (%n) { }
  return
}

// -----

func.func @parallel_without_variables(%n: index, %x: f32) {
  // expected-error @below {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () { }
  return
}

// -----

func.func @parallel_zero_step(%n: index, %x: f32) {
  %c = arith.constant 0 : index
  // expected-error @below {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i) = (%n) to (%n) step (%c) { }
  return
}

// -----

func.func @parallel_init_without_reduction(%n: index, %x: f32) {
  // expected-error @below {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { }
  return
}

// -----

func.func @parallel_init_without_type(%n: index, %x: f32) {
  // expected-error @below {{custom op 'scf.parallel' number of operands and types do not match: got 1 operands and 0 types}}
  scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) { }
  return
}

// -----

func.func @reduce_operand_other_than_result(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce' op expects type of 0-th reduction operand: 'f32' to be the same as the 0-th result type: 'index'}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%n) -> index { scf.reduce (%x : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } }
  return
}

// -----

func.func @reduce_region_with_one_argument(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce (%x : f32) { ^bb0(%a: f32): scf.reduce.return %a : f32 } }
  return
}

// -----

func.func @reduce_return_other_type(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce (%x : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %n : index } }
  return
}

// -----

func.func @reduce_with_empty_block(%n: index, %x: f32) {
  // expected-error @below {{empty block: expect at least a terminator}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce (%x : f32) { ^bb0(%a: f32, %b: f32): } }
  return
}

// -----

func.func @reduce_region_without_operand(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce' op expects number of reduction regions: 1 to be the same as number of reduction operands: 0}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce { ^bb0(%a: f32, %b: f32): "foo.x"() : () -> () } }
  return
}

// -----

func.func @reduce_without_return(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce (%x : f32) { ^bb0(%a: f32, %b: f32): "foo.x"() : () -> () } }
  return
}

// -----

func.func @reduce_more_operands_than_regions(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce' op expects number of reduction regions: 1 to be the same as number of reduction operands: 2}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { scf.reduce (%x, %x : f32, f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } }
  return
}

// -----

func.func @parallel_ends_with_yield(%n: index, %x: f32) {
  // expected-error @below {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  // expected-note @below {{terminator here}}
  scf.parallel (%i) = (%n) to (%n) step (%n) { scf.yield }
  return
}

// -----

func.func @reduce_outside_parallel(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce' op expects parent op 'scf.parallel'}}
  scf.reduce
}

// -----

func.func @reduce_return_outside_reduce(%n: index, %x: f32) {
  // expected-error @below {{'scf.reduce.return' op expects parent op 'scf.reduce'}}
  scf.reduce.return %x : f32
}

// -----

func.func @index_switch_duplicate_case(%n: index, %x: f32) {
  // expected-error @below {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %n case 1 { scf.yield } case 1 { scf.yield } default { }
  return
}

// -----

func.func @index_switch_empty_case(%n: index, %x: f32) {
  // expected-error @below {{'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks}}
  scf.index_switch %n case 1 { } default { }
  return
}

// -----

func.func @index_switch_case_yields_nothing(%n: index, %x: f32) {
  // expected-error @below {{'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0}}
  // expected-note @below {{see yield operation here}}
  %0 = scf.index_switch %n -> f32 case 1 { scf.yield } default { scf.yield %x : f32 }
  return
}

// -----

func.func @index_switch_case_yields_other_type(%n: index, %x: f32) {
  // expected-error @below {{'scf.index_switch' op expected result #0 of each region to be 'f32'}}
  // expected-note @below {{case region #0 returns 'index' here}}
  %0 = scf.index_switch %n -> f32 case 1 { scf.yield %n : index } default { scf.yield %x : f32 }
  return
}

// -----

func.func @index_switch_case_without_yield(%n: index, %x: f32) {
  // expected-error @below {{'scf.index_switch' op expected region to end with scf.yield, but got foo.x}}
  %0 = scf.index_switch %n -> f32 case 1 { "foo.x"() : () -> () } default { scf.yield %x : f32 }
  return
}

// -----

func.func @index_switch_region_without_case_value(%n: index, %x: f32) {
  // expected-error @below {{'scf.index_switch' op has 1 case regions but 0 case values}}
  "scf.index_switch"(%n) ({scf.yield}, {scf.yield}) {cases = array<i64>} : (index) -> ()
  return
}

// -----

func.func @index_switch_without_default(%n: index, %x: f32) {
  %0 = scf.index_switch %n -> f32 case 1 { scf.yield %x : f32 }
  // expected-error @below {{custom op 'scf.index_switch' expected 'default'}}
  return
}

// -----

func.func @execute_region_with_argument(%n: index, %x: f32) {
  // expected-error @below {{'scf.execute_region' op region cannot have any arguments}}
  scf.execute_region { ^bb0(%a: i32): scf.yield }
  return
}

// -----

func.func @execute_region_without_block(%n: index, %x: f32) {
  // expected-error @below {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region { }
  return
}

// -----

func.func @execute_region_yields_other_type(%n: index, %x: f32) {
  // expected-error @below {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'index' should match successor input type #0 'f32'}}
  // expected-note @below {{region branch point}}
  scf.execute_region -> f32 { scf.yield %n : index }
  return
}

// -----

func.func @execute_region_one_yield_empty(%n: index, %x: i1) {
  // expected-error @below {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  scf.execute_region -> i1 { cf.cond_br %x, ^bb1, ^bb2
   ^bb1: scf.yield %x : i1
   // expected-note @below {{region branch point}}
   ^bb2: scf.yield }
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @if_with_index_condition(%n: index, %x: i1) {
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'i1' vs 'index'}}
  scf.if %n { }
  return
}

// -----

func.func @if_result_without_else(%n: index, %x: i1) {
  // expected-error @below {{'scf.if' op must have an else block if defining values}}
  scf.if %x -> i1 { scf.yield %x : i1 }
  return
}

// -----

func.func @if_else_with_two_blocks(%n: index, %x: i1) {
  // expected-error @below {{'scf.if' op expects region #1 to have 0 or 1 blocks}}
  scf.if %x -> i1 { scf.yield %x : i1 } else { ^bb0: scf.yield %x : i1 ^bb1: scf.yield }
  return
}

// -----

func.func @if_result_without_yields(%n: index, %x: i1) {
  // expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @below {{region branch point}}
  scf.if %x -> i1 { } else { }
  return
}

// -----

func.func @in_parallel_outside_forall(%n: index, %x: i1) {
  // expected-error @below {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  scf.forall.in_parallel { }
}

// -----

func.func @while_colon_instead_of_equals(%n: index, %x: i1) {
  // expected-error @below {{expected '='}}
  scf.while (%a : %x) : (i1) -> () { scf.condition(%x) } do { scf.yield %x : i1 }
  return
}

// -----

func.func @while_without_do(%n: index, %x: i1) {
  // expected-error @below {{custom op 'scf.while' expected 'do'}}
  scf.while (%a = %x) : (i1) -> () { scf.condition(%x) } { scf.yield %x : i1 }
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @while_init_type_mismatch(%n: index, %x: i1) {
  // expected-error @below {{use of value '%x' expects different type than prior uses: 'index' vs 'i1'}}
  scf.while (%a = %x) : (index) -> () { scf.condition(%x) } do { scf.yield %x : i1 }
  return
}

// -----

func.func @while_without_before_block(%n: index, %x: i1) {
  // expected-error @below {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
  scf.while () : () -> () { } do { scf.yield }
  return
}

// -----

func.func @while_empty_before_block(%n: index, %x: i1) {
  // expected-error @below {{'scf.while' op expects a non-empty block}}
  scf.while : () -> () { ^bb0: } do { scf.yield }
  return
}

// -----

func.func @generic_for_init_without_iter_arg(%l: index, %x: i32) {
  // expected-error @below {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%l, %l, %l, %x) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @generic_for_iter_arg_other_type(%l: index, %x: i32) {
  // expected-error @below {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'i64'}}
  %0 = "scf.for"(%l, %l, %l, %x) ({
  ^bb0(%i: index, %y: i64):
    "scf.yield"(%x) : (i32) -> ()
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @generic_for_yields_other_type(%l: index, %x: i32) {
  // expected-error @below {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'index'}}
  %0 = "scf.for"(%l, %l, %l, %x) ({
  ^bb0(%i: index, %y: i32):
    "scf.yield"(%l) : (index) -> ()
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @generic_for_yields_nothing(%l: index, %x: i32) {
  // expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = "scf.for"(%l, %l, %l, %x) ({
  ^bb0(%i: index, %y: i32):
    // expected-note @below {{region branch point}}
    "scf.yield"() : () -> ()
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @generic_for_without_induction_variable(%l: index, %x: i32) {
  // expected-error @below {{'scf.for' op different number of inits and region iter_args: 0 != 18446744073709551615}}
  "scf.for"(%l, %l, %l) ({
  ^bb0:
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @generic_for_induction_variable_type(%l: index, %x: i32) {
  // expected-error @below {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%l, %l, %l) ({
  ^bb0(%i: i32):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @generic_if_then_yields_nothing(%c: i1, %x: i32) {
  // expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = "scf.if"(%c) ({
    // expected-note @below {{region branch point}}
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"(%x) : (i32) -> ()
  }) : (i1) -> i32
  return
}

// -----

func.func @generic_if_then_yields_other_type(%c: i1, %x: i32) {
  // expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'i32'}}
  %0 = "scf.if"(%c) ({
    // expected-note @below {{region branch point}}
    "scf.yield"(%c) : (i1) -> ()
  }, {
    "scf.yield"(%x) : (i32) -> ()
  }) : (i1) -> i32
  return
}

// -----

func.func @generic_if_else_yields_other_type(%c: i1, %x: i32) {
  // expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'i32'}}
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    // expected-note @below {{region branch point}}
    "scf.yield"(%c) : (i1) -> ()
  }) : (i1) -> i32
  return
}

// -----

func.func @generic_if_else_yields_too_many(%c: i1, %x: i32) {
  // expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 2 operands, but region successor needs 1 inputs}}
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    // expected-note @below {{region branch point}}
    "scf.yield"(%x, %x) : (i32, i32) -> ()
  }) : (i1) -> i32
  return
}

// -----

func.func @generic_if_result_without_else(%c: i1, %x: i32) {
  // expected-error @below {{'scf.if' op must have an else block if defining values}}
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
  }) : (i1) -> i32
  return
}

// -----

func.func @generic_if_region_with_argument(%c: i1, %x: i32) {
  // expected-error @below {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%c) ({
    ^bb0(%d: i32):
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @generic_if_ends_with_return(%c: i1, %x: i32) {
  "scf.if"(%c) ({
    // expected-error @below {{'func.return' op expects parent op 'func.func'}}
    return
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @yield_outside_scf_op(%c: i1, %x: i32) {
  // expected-error @below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}

// -----

func.func @condition_outside_while(%c: i1, %x: i32) {
  // expected-error @below {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%c)
}

// -----

func.func @while_condition_passes_nothing(%c: i1, %x: i32) {
  // expected-error @below {{'scf.while' op along control flow edge from Operation scf.condition to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.while (%a = %x) : (i32) -> i32 {
     // expected-note @below {{region branch point}}
     scf.condition(%c)
  } do {
   ^bb0(%y: i32):
     scf.yield %y : i32
  }
  return
}

// -----

func.func @while_after_argument_other_type(%c: i1, %x: i32) {
  // expected-error @below {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  %0 = scf.while (%a = %x) : (i32) -> i32 {
     // expected-note @below {{region branch point}}
     scf.condition(%c) %x : i32
  } do {
   ^bb0(%y: i64):
     scf.yield %x : i32
  }
  return
}

// -----

func.func @while_after_yields_nothing(%c: i1, %x: i32) {
  // expected-error @below {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.while (%a = %x) : (i32) -> i32 {
     scf.condition(%c) %x : i32
  } do {
   ^bb0(%y: i32):
     // expected-note @below {{region branch point}}
     scf.yield
  }
  return
}

// -----

func.func @while_before_argument_other_type(%c: i1, %x: i32) {
  // expected-error @below {{'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  // expected-note @below {{region branch point}}
  %0 = "scf.while" (%x)( {
    ^bb0(%a: i64):
     scf.condition(%c) %x : i32
  }, {
   ^bb0(%y: i32):
     scf.yield %x : i32
  }) : (i32) -> i32
  return
}

// -----

func.func @while_before_ends_with_yield(%c: i1, %x: i32) {
  // expected-error @below {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  %0 = scf.while (%a = %x) : (i32) -> i32 {
     // expected-note @below {{terminator here}}
     scf.yield %x : i32
  } do {
   ^bb0(%y: i32):
     scf.yield %x: i32
  }
  return
}

// -----

func.func @while_after_ends_with_condition(%c: i1, %x: i32) {
  // expected-error @below {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  %0 = scf.while (%a = %x) : (i32) -> i32 {
     scf.condition(%c) %x : i32
  } do {
   ^bb0(%y: i32):
     // expected-note @below {{terminator here}}
     scf.condition(%c) %x : i32
  }
  return
}

// -----

func.func @while_more_types_than_operands(%c: i1, %x: i32) {
  // expected-error @below {{custom op 'scf.while' expected as many input types as operands (expected 1 got 2)}}
  %0 = scf.while (%a = %x) : (i32, i32) -> i32 {
     scf.condition(%c) %x : i32
  } do {
   ^bb0(%y: i32):
     scf.condition(%c) %x : i32
  }
  return
}

// -----

func.func @while_type_not_function(%c: i1, %x: i32) {
  // expected-error @below {{custom op 'scf.while' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  %0 = scf.while (%a = %x) : i32 {
     scf.condition(%c) %x : i32
  } do {
   ^bb0(%y: i32):
     scf.condition(%c) %x : i32
  }
  return
}

// -----

func.func @forall_result_type_mismatch(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{'scf.forall' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<5xf32>')}}
  %0 = "scf.forall"(%n, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg28: index, %arg29: tensor<4xf32>):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @forall_output_without_result(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%n, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg28: index, %arg29: tensor<4xf32>):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index, tensor<4xf32>) -> ()
  return
}

// -----

func.func @forall_output_without_argument(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{'scf.forall' op region expects 1 arguments}}
  %0 = "scf.forall"(%n, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg28: index):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @generic_forall_integer_mapping(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  %0 = "scf.forall"(%n, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>, mapping = [1]}> ({
    ^bb0(%arg28: index, %arg29: tensor<4xf32>):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @in_parallel_with_constant(%t: tensor<4xf32>, %n: index) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
     // expected-error @below {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
     scf.forall.in_parallel { %c = arith.constant 0 : index }
  }
  return
}

// -----

func.func @forall_more_types_than_outputs(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{custom op 'scf.forall' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>, tensor<4xf32>) {
  }
  return
}

// -----

func.func @forall_bound_is_keyword(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{custom op 'scf.forall' expected integer value}}
  // expected-error @below {{custom op 'scf.forall' expected SSA value or integer}}
  %0 = scf.forall (%i) in (%n, foo) shared_outs(%o = %t) -> (tensor<4xf32>, tensor<4xf32>) {
  }
  return
}

// -----

func.func @forall_bracketed_upper_bound(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{expected 1 upper bound values, got 2}}
  %0 = scf.forall (%i) in (%n, [4]) shared_outs(%o = %t) -> (tensor<4xf32>) {
  }
  return
}

// -----

func.func @forall_bracketed_lower_bound(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{custom op 'scf.forall' expected SSA value or integer}}
  %0 = scf.forall (%i) = (%n, [4)
}

// -----

func.func @forall_integer_mapping(%t: tensor<4xf32>, %n: index) {
  // expected-error @below {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  scf.forall (%i) in (4) { } {mapping = [3]}
  return
}

// -----

func.func @if_index_condition_and_attribute(%n: index) {
  // expected-error @below {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'index'}}
  %0 = "scf.if"(%n) ({ "foo.x"() : () -> () }, { }) {x = 3} : (index) -> i32
  return
}

// -----

func.func @if_attribute_without_yield(%n: i1) {
  // expected-error @below {{'scf.if' op expects regions to end with 'scf.yield', found 'foo.x'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.if"(%n) ({ "foo.x"() : () -> () }, { }) {x = 3} : (i1) -> ()
  return
}

// -----

func.func @condition_inside_if(%n: i1) {
  // expected-error @below {{'scf.condition' op expects parent op 'scf.while'}}
  "scf.if"(%n) ({ scf.condition(%n) }, { }) {x = 3} : (i1) -> ()
  return
}

// -----

func.func @generic_if_with_two_blocks(%n: i1) {
  // expected-error @below {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  "scf.if"(%n) ({ cf.br ^bb1 ^bb1: scf.yield }, { }) {x = 3} : (i1) -> ()
  return
}

// -----

func.func @return_inside_execute_region(%n: i1) {
  // expected-error @below {{'func.return' op expects parent op 'func.func'}}
  scf.execute_region { func.return }
  return
}

// -----

func.func @if_branches_without_yield(%n: i1) {
  // expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @below {{region branch point}}
  %0 = scf.if %n -> i32 { "foo.x"() : () -> () } else {"foo.x"() : () -> () }
  return
}

// -----

func.func @if_binds_too_few_results(%n: i1) {
  // expected-error @below {{operation defines 2 results but was provided 1 to bind}}
  %0 = scf.if %n -> (i32, f32) { %1 = arith.constant 1 : i32 scf.yield %1 : i32 } else {"foo.x"() : () -> () }
  return
}

// -----

func.func @for_body_without_yield(%n: i1, %i: index) {
  // expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @below {{region branch point}}
  %0 = scf.for %k = %i to %i step %i iter_args(%x = %n) -> i1 { "foo.x"() : () -> () }
  return
}
