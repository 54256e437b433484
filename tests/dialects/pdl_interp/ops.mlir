// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --emit-bytecode | terrace-opt | FileCheck %s

// CHECK: module {
// CHECK-NEXT:   pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
// CHECK-NEXT:     %0 = pdl_interp.extract 2 of %arg3 : !pdl.type
// CHECK-NEXT:     %1 = pdl_interp.get_operands of %arg0 : !pdl.range<value>
// CHECK-NEXT:     %2 = pdl_interp.get_operands 2 of %arg0 : !pdl.value
// CHECK-NEXT:     %3 = pdl_interp.get_results of %arg0 : !pdl.range<value> {a}
// CHECK-NEXT:     %4 = pdl_interp.create_operation "a.b"(%arg4, %1 : !pdl.value, !pdl.range<value>) {"x" = %arg2, "y" = %arg2}  -> (%arg1, %arg3 : !pdl.type, !pdl.range<type>) {c}
// CHECK-NEXT:     %5 = pdl_interp.create_operation "a.b" 
// CHECK-NEXT:     %6 = pdl_interp.create_range %arg1, %arg3 : !pdl.type, !pdl.range<type> 
// CHECK-NEXT:     %7 = pdl_interp.create_range : !pdl.range<value>
// CHECK-NEXT:     pdl_interp.replace %4 with (%arg4 : !pdl.value)
// CHECK-NEXT:     pdl_interp.replace %4 with ()
// CHECK-NEXT:     pdl_interp.erase %4
// CHECK-NEXT:     %8 = pdl_interp.apply_rewrite "x"(%4 : !pdl.operation) : !pdl.value {d}
// CHECK-NEXT:     pdl_interp.apply_rewrite "x"
// CHECK-NEXT:     %9 = pdl_interp.create_attribute 10 : i32
// CHECK-NEXT:     %10 = pdl_interp.create_type i32
// CHECK-NEXT:     %11 = pdl_interp.create_types [i32, i64]
// CHECK-NEXT:     %12 = pdl_interp.get_attribute "a" of %arg0
// CHECK-NEXT:     %13 = pdl_interp.get_attribute_type of %arg2
// CHECK-NEXT:     %14 = pdl_interp.get_defining_op of %1 : !pdl.range<value>
// CHECK-NEXT:     %15 = pdl_interp.get_value_type of %1 : !pdl.range<type>
// CHECK-NEXT:     %16 = pdl_interp.get_users of %1 : !pdl.range<value>
// CHECK-NEXT:     pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
// CHECK-NEXT:   ^bb1:
// CHECK-NEXT:     %17 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
// CHECK-NEXT:   ^bb2:
// CHECK-NEXT:     pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
// CHECK-NEXT:   ^bb3:
// CHECK-NEXT:     pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
// CHECK-NEXT:   ^bb4:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
// CHECK-NEXT:   ^bb5:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is 2 {a} -> ^bb6, ^bb1
// CHECK-NEXT:   ^bb6:
// CHECK-NEXT:     pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
// CHECK-NEXT:   ^bb7:
// CHECK-NEXT:     pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
// CHECK-NEXT:   ^bb8:
// CHECK-NEXT:     pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
// CHECK-NEXT:   ^bb9:
// CHECK-NEXT:     pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
// CHECK-NEXT:   ^bb10:
// CHECK-NEXT:     pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
// CHECK-NEXT:   ^bb11:
// CHECK-NEXT:     pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
// CHECK-NEXT:   ^bb12:
// CHECK-NEXT:     pdl_interp.finalize
// CHECK-NEXT:   }
// CHECK-NEXT:   pdl_interp.func @loop(%arg0: !pdl.operation) {
// CHECK-NEXT:     %0 = pdl_interp.get_operand 0 of %arg0
// CHECK-NEXT:     %1 = pdl_interp.get_users of %0 : !pdl.value
// CHECK-NEXT:     pdl_interp.foreach %arg1 : !pdl.operation in %1 {
// CHECK-NEXT:       pdl_interp.branch ^bb1
// CHECK-NEXT:     ^bb1:
// CHECK-NEXT:       pdl_interp.continue
// CHECK-NEXT:     } {attr} -> ^bb1
// CHECK-NEXT:   ^bb1:
// CHECK-NEXT:     pdl_interp.finalize
// CHECK-NEXT:   }
// CHECK-NEXT:   pdl_interp.func @counts(%arg0: !pdl.operation) {
// CHECK-NEXT:     pdl_interp.switch_result_count of %arg0 to dense<[0, 1]> : tensor<2xi32>(^bb1, ^bb1) -> ^bb1
// CHECK-NEXT:   ^bb1:
// CHECK-NEXT:     pdl_interp.finalize
// CHECK-NEXT:   }
// CHECK-NEXT:   pdl_interp.func @g(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>) {
// CHECK-NEXT:     pdl_interp.switch_attribute %arg2 to [1 : i32](^bb5) -> ^bb1
// CHECK-NEXT:   ^bb1:
// CHECK-NEXT:     pdl_interp.switch_type %arg1 to [i32](^bb5) -> ^bb2
// CHECK-NEXT:   ^bb2:
// CHECK-NEXT:     pdl_interp.switch_types %arg3 to {{\[\[}}i32], [{{\]\]}}(^bb5, ^bb5) -> ^bb3
// CHECK-NEXT:   ^bb3:
// CHECK-NEXT:     pdl_interp.switch_operation_name of %arg0 to ["a.b", "c.d"](^bb5, ^bb5) -> ^bb4
// CHECK-NEXT:   ^bb4:
// CHECK-NEXT:     pdl_interp.switch_operand_count of %arg0 to dense<[0, 1]> : vector<2xi32>(^bb5, ^bb5) -> ^bb5
// CHECK-NEXT:   ^bb5:
// CHECK-NEXT:     pdl_interp.finalize
// CHECK-NEXT:   }
// CHECK-NEXT: }

pdl_interp.func @f(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>, %v: !pdl.value) {
  %1 = pdl_interp.extract 2 of %ts : !pdl.type
  %2 = pdl_interp.get_operands of %op : !pdl.range<value>
  %3 = pdl_interp.get_operands 2 of %op : !pdl.value
  %4 = pdl_interp.get_results of %op : !pdl.range<value> {a}
  %5 = pdl_interp.create_operation "a.b"(%v, %2 : !pdl.value, !pdl.range<value>) {"x" = %a, "y" = %a} -> (%t, %ts : !pdl.type, !pdl.range<type>) {c}
  %6 = pdl_interp.create_operation "a.b"
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
pdl_interp.func @loop(%op: !pdl.operation) {
  %v = pdl_interp.get_operand 0 of %op
  %ops = pdl_interp.get_users of %v : !pdl.value
  pdl_interp.foreach %x : !pdl.operation in %ops {
     pdl_interp.branch ^bb1 
  ^bb1:
    pdl_interp.continue
  } {attr} -> ^next
^next:
  pdl_interp.finalize
}
pdl_interp.func @counts(%op: !pdl.operation) {
  pdl_interp.switch_result_count of %op to dense<[0, 1]> : tensor<2xi32>(^bb1, ^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}
pdl_interp.func @g(%op: !pdl.operation, %t: !pdl.type, %a: !pdl.attribute, %ts: !pdl.range<type>) {
  pdl_interp.switch_attribute %a to [1 : i32](^bb1) -> ^bb2
^bb2:
  pdl_interp.switch_type %t to [i32](^bb1) -> ^bb3
^bb3:
  pdl_interp.switch_types %ts to [[i32], []](^bb1, ^bb1) -> ^bb4
^bb4:
  pdl_interp.switch_operation_name of %op to ["a.b", "c.d"](^bb1, ^bb1) -> ^bb5
^bb5:
  pdl_interp.switch_operand_count of %op to dense<[0, 1]> : vector<2xi32>(^bb1, ^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}
