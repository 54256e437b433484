// RUN: terrace-opt %s --convert-pdl-to-pdl-interp | FileCheck %s

// All patterns are matched by one function, which asks what most of them need to know first.

// CHECK: module {
// CHECK-NEXT:   pdl_interp.func @matcher(%arg0: !pdl.operation) {
// CHECK-NEXT:     pdl_interp.switch_operation_name of %arg0 to ["a.y", "a.x", "a.z", "a.w"](^bb6, ^bb19, ^bb62, ^bb66) -> ^bb1
// CHECK-NEXT:   ^bb1:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is 0 -> ^bb3, ^bb2
// CHECK-NEXT:   ^bb2:
// CHECK-NEXT:     pdl_interp.finalize
// CHECK-NEXT:   ^bb3:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is at_least 1 -> ^bb4, ^bb2
// CHECK-NEXT:   ^bb4:
// CHECK-NEXT:     %0 = pdl_interp.get_operands 1 of %arg0 : !pdl.value
// CHECK-NEXT:     pdl_interp.is_not_null %0 : !pdl.value -> ^bb5, ^bb2
// CHECK-NEXT:   ^bb5:
// CHECK-NEXT:     %1 = pdl_interp.get_operands 0 of %arg0 : !pdl.range<value>
// CHECK-NEXT:     %2 = pdl_interp.extract 0 of %1 : !pdl.value
// CHECK-NEXT:     %3 = pdl_interp.get_users of %2 : !pdl.value
// CHECK-NEXT:     pdl_interp.foreach %arg1 : !pdl.operation in %3 {
// CHECK-NEXT:       pdl_interp.is_not_null %arg1 : !pdl.operation -> ^bb2, ^bb1
// CHECK-NEXT:     ^bb1:
// CHECK-NEXT:       pdl_interp.continue
// CHECK-NEXT:     ^bb2:
// CHECK-NEXT:       pdl_interp.check_operation_name of %arg1 is "a.y" -> ^bb3, ^bb1
// CHECK-NEXT:     ^bb3:
// CHECK-NEXT:       pdl_interp.check_result_count of %arg1 is 0 -> ^bb4, ^bb1
// CHECK-NEXT:     ^bb4:
// CHECK-NEXT:       %46 = pdl_interp.get_operands of %arg1 : !pdl.range<value>
// CHECK-NEXT:       pdl_interp.are_equal %46, %1 : !pdl.range<value> -> ^bb5, ^bb1
// CHECK-NEXT:     ^bb5:
// CHECK-NEXT:       pdl_interp.is_not_null %1 : !pdl.range<value> -> ^bb6, ^bb1
// CHECK-NEXT:     ^bb6:
// CHECK-NEXT:       %47 = pdl_interp.get_users of %0 : !pdl.value
// CHECK-NEXT:       pdl_interp.foreach %arg2 : !pdl.operation in %47 {
// CHECK-NEXT:         pdl_interp.is_not_null %arg2 : !pdl.operation -> ^bb2, ^bb1
// CHECK-NEXT:       ^bb1:
// CHECK-NEXT:         pdl_interp.continue
// CHECK-NEXT:       ^bb2:
// CHECK-NEXT:         pdl_interp.check_operation_name of %arg2 is "a.x" -> ^bb3, ^bb1
// CHECK-NEXT:       ^bb3:
// CHECK-NEXT:         pdl_interp.check_operand_count of %arg2 is at_least 1 -> ^bb4, ^bb1
// CHECK-NEXT:       ^bb4:
// CHECK-NEXT:         pdl_interp.check_result_count of %arg2 is 0 -> ^bb5, ^bb1
// CHECK-NEXT:       ^bb5:
// CHECK-NEXT:         %48 = pdl_interp.get_operand 0 of %arg2
// CHECK-NEXT:         pdl_interp.are_equal %48, %0 : !pdl.value -> ^bb6, ^bb1
// CHECK-NEXT:       ^bb6:
// CHECK-NEXT:         %49 = pdl_interp.get_operands 1 of %arg2 : !pdl.range<value>
// CHECK-NEXT:         pdl_interp.are_equal %49, %1 : !pdl.range<value> -> ^bb7, ^bb1
// CHECK-NEXT:       ^bb7:
// CHECK-NEXT:         pdl_interp.record_match @rewriters::@pdl_generated_rewriter(%arg0, %arg2, %arg1 : !pdl.operation, !pdl.operation, !pdl.operation) : benefit(1), loc([%arg0, %arg1, %arg2]) -> ^bb1
// CHECK-NEXT:       } -> ^bb1
// CHECK-NEXT:     } -> ^bb2
// CHECK-NEXT:   ^bb6:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is 0 -> ^bb7, ^bb1
// CHECK-NEXT:   ^bb7:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is 2 -> ^bb8, ^bb1
// CHECK-NEXT:   ^bb8:
// CHECK-NEXT:     %4 = pdl_interp.get_operand 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %4 : !pdl.value -> ^bb9, ^bb1
// CHECK-NEXT:   ^bb9:
// CHECK-NEXT:     %5 = pdl_interp.get_defining_op of %4 : !pdl.value
// CHECK-NEXT:     pdl_interp.is_not_null %5 : !pdl.operation -> ^bb10, ^bb1
// CHECK-NEXT:   ^bb10:
// CHECK-NEXT:     pdl_interp.check_operation_name of %5 is "a.x" -> ^bb11, ^bb1
// CHECK-NEXT:   ^bb11:
// CHECK-NEXT:     pdl_interp.check_operand_count of %5 is 1 -> ^bb12, ^bb1
// CHECK-NEXT:   ^bb12:
// CHECK-NEXT:     pdl_interp.check_result_count of %5 is 1 -> ^bb13, ^bb1
// CHECK-NEXT:   ^bb13:
// CHECK-NEXT:     %6 = pdl_interp.get_operand 0 of %5
// CHECK-NEXT:     pdl_interp.is_not_null %6 : !pdl.value -> ^bb14, ^bb1
// CHECK-NEXT:   ^bb14:
// CHECK-NEXT:     %7 = pdl_interp.get_result 0 of %5
// CHECK-NEXT:     pdl_interp.is_not_null %7 : !pdl.value -> ^bb15, ^bb1
// CHECK-NEXT:   ^bb15:
// CHECK-NEXT:     pdl_interp.are_equal %7, %4 : !pdl.value -> ^bb16, ^bb1
// CHECK-NEXT:   ^bb16:
// CHECK-NEXT:     %8 = pdl_interp.get_value_type of %6 : !pdl.type
// CHECK-NEXT:     pdl_interp.check_type %8 is i32 -> ^bb17, ^bb1
// CHECK-NEXT:   ^bb17:
// CHECK-NEXT:     %9 = pdl_interp.get_value_type of %7 : !pdl.type
// CHECK-NEXT:     pdl_interp.are_equal %8, %9 : !pdl.type -> ^bb18, ^bb1
// CHECK-NEXT:   ^bb18:
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_0(%arg0 : !pdl.operation) : benefit(2), loc([%arg0, %5]), root("a.y") -> ^bb1
// CHECK-NEXT:   ^bb19:
// CHECK-NEXT:     pdl_interp.switch_result_count of %arg0 to dense<[0, 1, 2]> : vector<3xi32>(^bb38, ^bb44, ^bb57) -> ^bb20
// CHECK-NEXT:   ^bb20:
// CHECK-NEXT:     %10 = pdl_interp.get_operand 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %10 : !pdl.value -> ^bb33, ^bb21
// CHECK-NEXT:   ^bb21:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is 0 -> ^bb22, ^bb1
// CHECK-NEXT:   ^bb22:
// CHECK-NEXT:     %11 = pdl_interp.get_result 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %11 : !pdl.value -> ^bb23, ^bb1
// CHECK-NEXT:   ^bb23:
// CHECK-NEXT:     %12 = pdl_interp.get_value_type of %11 : !pdl.type
// CHECK-NEXT:     pdl_interp.check_type %12 is i32 -> ^bb30, ^bb24
// CHECK-NEXT:   ^bb24:
// CHECK-NEXT:     %13 = pdl_interp.get_result 1 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %13 : !pdl.value -> ^bb25, ^bb1
// CHECK-NEXT:   ^bb25:
// CHECK-NEXT:     %14 = pdl_interp.get_value_type of %11 : !pdl.type
// CHECK-NEXT:     pdl_interp.check_type %14 is f32 -> ^bb26, ^bb1
// CHECK-NEXT:   ^bb26:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is at_least 2 -> ^bb27, ^bb1
// CHECK-NEXT:   ^bb27:
// CHECK-NEXT:     %15 = pdl_interp.get_results 2 of %arg0 : !pdl.range<value>
// CHECK-NEXT:     pdl_interp.is_not_null %15 : !pdl.range<value> -> ^bb28, ^bb1
// CHECK-NEXT:   ^bb28:
// CHECK-NEXT:     %16 = pdl_interp.get_value_type of %13 : !pdl.type
// CHECK-NEXT:     pdl_interp.check_type %16 is i64 -> ^bb29, ^bb1
// CHECK-NEXT:   ^bb29:
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_1(%arg0 : !pdl.operation) : benefit(1), loc([%arg0]), root("a.x") -> ^bb1
// CHECK-NEXT:   ^bb30:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is at_least 1 -> ^bb31, ^bb24
// CHECK-NEXT:   ^bb31:
// CHECK-NEXT:     %17 = pdl_interp.get_results 1 of %arg0 : !pdl.range<value>
// CHECK-NEXT:     pdl_interp.is_not_null %17 : !pdl.range<value> -> ^bb32, ^bb24
// CHECK-NEXT:   ^bb32:
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_2(%arg0 : !pdl.operation) : benefit(1), loc([%arg0]), root("a.x") -> ^bb24
// CHECK-NEXT:   ^bb33:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb34, ^bb21
// CHECK-NEXT:   ^bb34:
// CHECK-NEXT:     %18 = pdl_interp.get_operands 2 of %arg0 : !pdl.value
// CHECK-NEXT:     pdl_interp.are_equal %10, %18 : !pdl.value -> ^bb35, ^bb21
// CHECK-NEXT:   ^bb35:
// CHECK-NEXT:     %19 = pdl_interp.get_operands 1 of %arg0 : !pdl.range<value>
// CHECK-NEXT:     pdl_interp.is_not_null %19 : !pdl.range<value> -> ^bb36, ^bb21
// CHECK-NEXT:   ^bb36:
// CHECK-NEXT:     %20 = pdl_interp.get_value_type of %19 : !pdl.range<type>
// CHECK-NEXT:     pdl_interp.check_types %20 are [i32, i64] -> ^bb37, ^bb21
// CHECK-NEXT:   ^bb37:
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_3(%19, %10, %arg0 : !pdl.range<value>, !pdl.value, !pdl.operation) : benefit(1), generatedOps(["a.n"]), loc([%arg0]), root("a.x") -> ^bb21
// CHECK-NEXT:   ^bb38:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is 1 -> ^bb42, ^bb39
// CHECK-NEXT:   ^bb39:
// CHECK-NEXT:     %21 = pdl_interp.get_operand 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %21 : !pdl.value -> ^bb40, ^bb20
// CHECK-NEXT:   ^bb40:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb41, ^bb20
// CHECK-NEXT:   ^bb41:
// CHECK-NEXT:     %22 = pdl_interp.get_users of %21 : !pdl.value
// CHECK-NEXT:     pdl_interp.foreach %arg1 : !pdl.operation in %22 {
// CHECK-NEXT:       pdl_interp.is_not_null %arg1 : !pdl.operation -> ^bb2, ^bb1
// CHECK-NEXT:     ^bb1:
// CHECK-NEXT:       pdl_interp.continue
// CHECK-NEXT:     ^bb2:
// CHECK-NEXT:       pdl_interp.check_operation_name of %arg1 is "a.x" -> ^bb3, ^bb1
// CHECK-NEXT:     ^bb3:
// CHECK-NEXT:       pdl_interp.check_result_count of %arg1 is 0 -> ^bb4, ^bb1
// CHECK-NEXT:     ^bb4:
// CHECK-NEXT:       %46 = pdl_interp.get_operand 0 of %arg1
// CHECK-NEXT:       pdl_interp.are_equal %46, %21 : !pdl.value -> ^bb5, ^bb1
// CHECK-NEXT:     ^bb5:
// CHECK-NEXT:       %47 = pdl_interp.get_operand 1 of %arg0
// CHECK-NEXT:       pdl_interp.is_not_null %47 : !pdl.value -> ^bb6, ^bb1
// CHECK-NEXT:     ^bb6:
// CHECK-NEXT:       %48 = pdl_interp.get_operands 2 of %arg0 : !pdl.range<value>
// CHECK-NEXT:       pdl_interp.is_not_null %48 : !pdl.range<value> -> ^bb7, ^bb1
// CHECK-NEXT:     ^bb7:
// CHECK-NEXT:       pdl_interp.check_operand_count of %arg1 is at_least 3 -> ^bb8, ^bb1
// CHECK-NEXT:     ^bb8:
// CHECK-NEXT:       %49 = pdl_interp.get_operand 1 of %arg1
// CHECK-NEXT:       pdl_interp.is_not_null %49 : !pdl.value -> ^bb9, ^bb1
// CHECK-NEXT:     ^bb9:
// CHECK-NEXT:       %50 = pdl_interp.get_operand 2 of %arg1
// CHECK-NEXT:       pdl_interp.are_equal %50, %47 : !pdl.value -> ^bb10, ^bb1
// CHECK-NEXT:     ^bb10:
// CHECK-NEXT:       %51 = pdl_interp.get_operands 3 of %arg1 : !pdl.range<value>
// CHECK-NEXT:       pdl_interp.are_equal %51, %48 : !pdl.range<value> -> ^bb11, ^bb1
// CHECK-NEXT:     ^bb11:
// CHECK-NEXT:       pdl_interp.record_match @rewriters::@pdl_generated_rewriter_4(%arg0, %arg1 : !pdl.operation, !pdl.operation) : benefit(1), loc([%arg0, %arg1]), root("a.x") -> ^bb1
// CHECK-NEXT:     } -> ^bb20
// CHECK-NEXT:   ^bb42:
// CHECK-NEXT:     %23 = pdl_interp.get_operand 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %23 : !pdl.value -> ^bb43, ^bb39
// CHECK-NEXT:   ^bb43:
// CHECK-NEXT:     %24 = pdl_interp.get_users of %23 : !pdl.value
// CHECK-NEXT:     pdl_interp.foreach %arg1 : !pdl.operation in %24 {
// CHECK-NEXT:       pdl_interp.is_not_null %arg1 : !pdl.operation -> ^bb2, ^bb1
// CHECK-NEXT:     ^bb1:
// CHECK-NEXT:       pdl_interp.continue
// CHECK-NEXT:     ^bb2:
// CHECK-NEXT:       pdl_interp.check_operation_name of %arg1 is "a.y" -> ^bb3, ^bb1
// CHECK-NEXT:     ^bb3:
// CHECK-NEXT:       pdl_interp.check_result_count of %arg1 is 0 -> ^bb4, ^bb1
// CHECK-NEXT:     ^bb4:
// CHECK-NEXT:       %46 = pdl_interp.get_operand 0 of %arg1
// CHECK-NEXT:       pdl_interp.are_equal %46, %23 : !pdl.value -> ^bb5, ^bb1
// CHECK-NEXT:     ^bb5:
// CHECK-NEXT:       pdl_interp.check_operand_count of %arg1 is 2 -> ^bb6, ^bb1
// CHECK-NEXT:     ^bb6:
// CHECK-NEXT:       %47 = pdl_interp.get_operand 1 of %arg1
// CHECK-NEXT:       pdl_interp.are_equal %47, %23 : !pdl.value -> ^bb7, ^bb1
// CHECK-NEXT:     ^bb7:
// CHECK-NEXT:       pdl_interp.record_match @rewriters::@pdl_generated_rewriter_5(%arg0, %arg1 : !pdl.operation, !pdl.operation) : benefit(1), loc([%arg0, %arg1]), root("a.x") -> ^bb1
// CHECK-NEXT:     } -> ^bb39
// CHECK-NEXT:   ^bb44:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is 1 -> ^bb45, ^bb20
// CHECK-NEXT:   ^bb45:
// CHECK-NEXT:     %25 = pdl_interp.get_result 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %25 : !pdl.value -> ^bb46, ^bb20
// CHECK-NEXT:   ^bb46:
// CHECK-NEXT:     %26 = pdl_interp.get_operand 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %26 : !pdl.value -> ^bb47, ^bb20
// CHECK-NEXT:   ^bb47:
// CHECK-NEXT:     %27 = pdl_interp.get_attribute "p" of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %27 : !pdl.attribute -> ^bb48, ^bb20
// CHECK-NEXT:   ^bb48:
// CHECK-NEXT:     %28 = pdl_interp.get_attribute "q" of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %28 : !pdl.attribute -> ^bb49, ^bb20
// CHECK-NEXT:   ^bb49:
// CHECK-NEXT:     %29 = pdl_interp.get_attribute "r" of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %29 : !pdl.attribute -> ^bb50, ^bb20
// CHECK-NEXT:   ^bb50:
// CHECK-NEXT:     pdl_interp.check_attribute %27 is 3 : i64 -> ^bb51, ^bb20
// CHECK-NEXT:   ^bb51:
// CHECK-NEXT:     %30 = pdl_interp.get_attribute "s" of %arg0
// CHECK-NEXT:     pdl_interp.are_equal %28, %30 : !pdl.attribute -> ^bb52, ^bb20
// CHECK-NEXT:   ^bb52:
// CHECK-NEXT:     pdl_interp.apply_constraint "c"(%28, %26 : !pdl.attribute, !pdl.value) {isNegated = true} -> ^bb53, ^bb20
// CHECK-NEXT:   ^bb53:
// CHECK-NEXT:     %31 = pdl_interp.apply_constraint "d"(%28, %arg0 : !pdl.attribute, !pdl.operation) : !pdl.attribute -> ^bb54, ^bb20
// CHECK-NEXT:   ^bb54:
// CHECK-NEXT:     %32 = pdl_interp.get_attribute_type of %29
// CHECK-NEXT:     %33 = pdl_interp.get_value_type of %25 : !pdl.type
// CHECK-NEXT:     pdl_interp.are_equal %32, %33 : !pdl.type -> ^bb55, ^bb20
// CHECK-NEXT:   ^bb55:
// CHECK-NEXT:     pdl_interp.apply_constraint "d"(%31, %arg0 : !pdl.attribute, !pdl.operation) -> ^bb56, ^bb20
// CHECK-NEXT:   ^bb56:
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_6(%arg0, %31 : !pdl.operation, !pdl.attribute) : benefit(1), loc([%arg0]), root("a.x") -> ^bb20
// CHECK-NEXT:   ^bb57:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is 0 -> ^bb58, ^bb20
// CHECK-NEXT:   ^bb58:
// CHECK-NEXT:     %34 = pdl_interp.get_result 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %34 : !pdl.value -> ^bb59, ^bb20
// CHECK-NEXT:   ^bb59:
// CHECK-NEXT:     %35 = pdl_interp.get_result 1 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %35 : !pdl.value -> ^bb60, ^bb20
// CHECK-NEXT:   ^bb60:
// CHECK-NEXT:     %36 = pdl_interp.get_value_type of %34 : !pdl.type
// CHECK-NEXT:     pdl_interp.check_type %36 is f64 -> ^bb61, ^bb20
// CHECK-NEXT:   ^bb61:
// CHECK-NEXT:     %37 = pdl_interp.get_value_type of %35 : !pdl.type
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_7(%arg0, %37 : !pdl.operation, !pdl.type) : benefit(1), loc([%arg0]), root("a.x") -> ^bb20
// CHECK-NEXT:   ^bb62:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is 0 -> ^bb63, ^bb1
// CHECK-NEXT:   ^bb63:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is at_least 1 -> ^bb64, ^bb1
// CHECK-NEXT:   ^bb64:
// CHECK-NEXT:     %38 = pdl_interp.get_operands 1 of %arg0 : !pdl.value
// CHECK-NEXT:     pdl_interp.is_not_null %38 : !pdl.value -> ^bb65, ^bb1
// CHECK-NEXT:   ^bb65:
// CHECK-NEXT:     %39 = pdl_interp.get_operands 0 of %arg0 : !pdl.range<value>
// CHECK-NEXT:     %40 = pdl_interp.extract 0 of %39 : !pdl.value
// CHECK-NEXT:     %41 = pdl_interp.get_users of %40 : !pdl.value
// CHECK-NEXT:     pdl_interp.foreach %arg1 : !pdl.operation in %41 {
// CHECK-NEXT:       pdl_interp.is_not_null %arg1 : !pdl.operation -> ^bb2, ^bb1
// CHECK-NEXT:     ^bb1:
// CHECK-NEXT:       pdl_interp.continue
// CHECK-NEXT:     ^bb2:
// CHECK-NEXT:       pdl_interp.check_operation_name of %arg1 is "a.z" -> ^bb3, ^bb1
// CHECK-NEXT:     ^bb3:
// CHECK-NEXT:       pdl_interp.check_result_count of %arg1 is 0 -> ^bb4, ^bb1
// CHECK-NEXT:     ^bb4:
// CHECK-NEXT:       %46 = pdl_interp.get_operands of %arg1 : !pdl.range<value>
// CHECK-NEXT:       pdl_interp.are_equal %46, %39 : !pdl.range<value> -> ^bb5, ^bb1
// CHECK-NEXT:     ^bb5:
// CHECK-NEXT:       %47 = pdl_interp.get_defining_op of %39 : !pdl.range<value>
// CHECK-NEXT:       pdl_interp.is_not_null %47 : !pdl.operation -> ^bb6, ^bb1
// CHECK-NEXT:     ^bb6:
// CHECK-NEXT:       %48 = pdl_interp.get_defining_op of %38 : !pdl.value
// CHECK-NEXT:       pdl_interp.is_not_null %48 : !pdl.operation -> ^bb7, ^bb1
// CHECK-NEXT:     ^bb7:
// CHECK-NEXT:       pdl_interp.foreach %arg2 : !pdl.operation in %41 {
// CHECK-NEXT:         pdl_interp.is_not_null %arg2 : !pdl.operation -> ^bb2, ^bb1
// CHECK-NEXT:       ^bb1:
// CHECK-NEXT:         pdl_interp.continue
// CHECK-NEXT:       ^bb2:
// CHECK-NEXT:         pdl_interp.check_operation_name of %47 is "a.x" -> ^bb3, ^bb1
// CHECK-NEXT:       ^bb3:
// CHECK-NEXT:         pdl_interp.check_operation_name of %arg2 is "a.z" -> ^bb4, ^bb1
// CHECK-NEXT:       ^bb4:
// CHECK-NEXT:         pdl_interp.check_operand_count of %47 is at_least 1 -> ^bb5, ^bb1
// CHECK-NEXT:       ^bb5:
// CHECK-NEXT:         pdl_interp.check_operand_count of %arg2 is at_least 1 -> ^bb6, ^bb1
// CHECK-NEXT:       ^bb6:
// CHECK-NEXT:         pdl_interp.check_result_count of %arg2 is 0 -> ^bb7, ^bb1
// CHECK-NEXT:       ^bb7:
// CHECK-NEXT:         pdl_interp.are_equal %47, %48 : !pdl.operation -> ^bb8, ^bb1
// CHECK-NEXT:       ^bb8:
// CHECK-NEXT:         %49 = pdl_interp.get_operand 0 of %47
// CHECK-NEXT:         pdl_interp.is_not_null %49 : !pdl.value -> ^bb9, ^bb1
// CHECK-NEXT:       ^bb9:
// CHECK-NEXT:         %50 = pdl_interp.get_operands 1 of %arg2 : !pdl.value
// CHECK-NEXT:         pdl_interp.are_equal %49, %50 : !pdl.value -> ^bb10, ^bb1
// CHECK-NEXT:       ^bb10:
// CHECK-NEXT:         %51 = pdl_interp.get_operands 1 of %47 : !pdl.range<value>
// CHECK-NEXT:         pdl_interp.is_not_null %51 : !pdl.range<value> -> ^bb11, ^bb1
// CHECK-NEXT:       ^bb11:
// CHECK-NEXT:         %52 = pdl_interp.get_operands 0 of %arg2 : !pdl.range<value>
// CHECK-NEXT:         pdl_interp.are_equal %52, %39 : !pdl.range<value> -> ^bb12, ^bb1
// CHECK-NEXT:       ^bb12:
// CHECK-NEXT:         %53 = pdl_interp.get_results of %47 : !pdl.range<value>
// CHECK-NEXT:         pdl_interp.are_equal %53, %39 : !pdl.range<value> -> ^bb13, ^bb1
// CHECK-NEXT:       ^bb13:
// CHECK-NEXT:         %54 = pdl_interp.get_results 1 of %48 : !pdl.value
// CHECK-NEXT:         pdl_interp.are_equal %54, %38 : !pdl.value -> ^bb14, ^bb1
// CHECK-NEXT:       ^bb14:
// CHECK-NEXT:         pdl_interp.record_match @rewriters::@pdl_generated_rewriter_8(%47, %arg0, %arg2, %arg1 : !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation) : benefit(1), loc([%arg0, %arg1, %47, %48, %arg2]), root("a.z") -> ^bb1
// CHECK-NEXT:       } -> ^bb1
// CHECK-NEXT:     } -> ^bb1
// CHECK-NEXT:   ^bb66:
// CHECK-NEXT:     pdl_interp.check_result_count of %arg0 is 2 -> ^bb67, ^bb1
// CHECK-NEXT:   ^bb67:
// CHECK-NEXT:     pdl_interp.check_operand_count of %arg0 is 0 -> ^bb68, ^bb1
// CHECK-NEXT:   ^bb68:
// CHECK-NEXT:     %42 = pdl_interp.get_result 0 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %42 : !pdl.value -> ^bb69, ^bb1
// CHECK-NEXT:   ^bb69:
// CHECK-NEXT:     %43 = pdl_interp.get_result 1 of %arg0
// CHECK-NEXT:     pdl_interp.is_not_null %43 : !pdl.value -> ^bb70, ^bb1
// CHECK-NEXT:   ^bb70:
// CHECK-NEXT:     %44 = pdl_interp.get_value_type of %42 : !pdl.type
// CHECK-NEXT:     %45 = pdl_interp.get_value_type of %43 : !pdl.type
// CHECK-NEXT:     pdl_interp.are_equal %44, %45 : !pdl.type -> ^bb71, ^bb1
// CHECK-NEXT:   ^bb71:
// CHECK-NEXT:     pdl_interp.record_match @rewriters::@pdl_generated_rewriter_9(%44, %arg0 : !pdl.type, !pdl.operation) : benefit(0), generatedOps(["a.v", "a.u", "a.w"]), loc([%arg0]), root("a.w") -> ^bb1
// CHECK-NEXT:   }
// CHECK-NEXT:   module @rewriters {
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter(%arg0: !pdl.operation, %arg1: !pdl.operation, %arg2: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "foo"(%arg0, %arg1, %arg2 : !pdl.operation, !pdl.operation, !pdl.operation)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_0(%arg0: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.erase %arg0
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_1(%arg0: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "x"(%arg0 : !pdl.operation)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_2(%arg0: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "x"(%arg0 : !pdl.operation)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_3(%arg0: !pdl.range<value>, %arg1: !pdl.value, %arg2: !pdl.operation) {
// CHECK-NEXT:       %0 = pdl_interp.create_types [i32, i64]
// CHECK-NEXT:       %1 = pdl_interp.create_operation "a.n"(%arg0 : !pdl.range<value>)  -> (%0 : !pdl.range<type>)
// CHECK-NEXT:       %2 = pdl_interp.get_results 0 of %1 : !pdl.range<value>
// CHECK-NEXT:       %3 = pdl_interp.create_range %arg1, %2 : !pdl.value, !pdl.range<value> 
// CHECK-NEXT:       pdl_interp.replace %arg2 with (%3 : !pdl.range<value>)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_4(%arg0: !pdl.operation, %arg1: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "x"(%arg0, %arg1 : !pdl.operation, !pdl.operation)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_5(%arg0: !pdl.operation, %arg1: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "foo"(%arg0, %arg1 : !pdl.operation, !pdl.operation)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_6(%arg0: !pdl.operation, %arg1: !pdl.attribute) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "foo"(%arg0, %arg1 : !pdl.operation, !pdl.attribute)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_7(%arg0: !pdl.operation, %arg1: !pdl.type) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "x"(%arg0, %arg1 : !pdl.operation, !pdl.type)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_8(%arg0: !pdl.operation, %arg1: !pdl.operation, %arg2: !pdl.operation, %arg3: !pdl.operation) {
// CHECK-NEXT:       pdl_interp.apply_rewrite "foo"(%arg0, %arg1, %arg2, %arg3 : !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation)
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:     pdl_interp.func @pdl_generated_rewriter_9(%arg0: !pdl.type, %arg1: !pdl.operation) {
// CHECK-NEXT:       %0 = pdl_interp.create_operation "a.v"  -> (%arg0, %arg0 : !pdl.type, !pdl.type)
// CHECK-NEXT:       %1 = pdl_interp.create_operation "a.u" 
// CHECK-NEXT:       %2 = pdl_interp.create_type i32
// CHECK-NEXT:       %3 = pdl_interp.create_types [i32]
// CHECK-NEXT:       %4 = pdl_interp.create_attribute "s"
// CHECK-NEXT:       %5 = pdl_interp.apply_rewrite "n"(%4, %0 : !pdl.attribute, !pdl.operation) : !pdl.value
// CHECK-NEXT:       %6 = pdl_interp.create_operation "a.w"(%5 : !pdl.value) {"b" = %4}  -> (%2, %3 : !pdl.type, !pdl.range<type>)
// CHECK-NEXT:       %7 = pdl_interp.get_result 0 of %6
// CHECK-NEXT:       %8 = pdl_interp.get_results of %0 : !pdl.range<value>
// CHECK-NEXT:       pdl_interp.replace %arg1 with (%8 : !pdl.range<value>)
// CHECK-NEXT:       pdl_interp.erase %1
// CHECK-NEXT:       pdl_interp.finalize
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

pdl.pattern @a : benefit(2) {
  %t = type : i32
  %v = operand : %t
  %a = operation "a.x"(%v : !pdl.value) -> (%t : !pdl.type)
  %r = result 0 of %a
  %b = operation "a.y"(%r, %r : !pdl.value, !pdl.value)
  rewrite %b { erase %b }
}
pdl.pattern @b : benefit(1) {
  %v = operand
  %a = operation "a.x"(%v : !pdl.value)
  %b = operation "a.y"(%v, %v : !pdl.value, !pdl.value)
  rewrite with "foo"(%a, %b : !pdl.operation, !pdl.operation)
}
pdl.pattern @c : benefit(1) {
  %v = operand
  %vs = operands
  %a = operation "a.x"(%v, %vs : !pdl.value, !pdl.range<value>)
  %b = operation "a.y"(%vs : !pdl.range<value>)
  %c = operation (%vs, %v : !pdl.range<value>, !pdl.value)
  rewrite %c with "foo"(%a, %b : !pdl.operation, !pdl.operation)
}
pdl.pattern @d : benefit(1) {
  %v = operand
  %vs = operands
  %ts = types
  %a = operation "a.x"(%v, %vs : !pdl.value, !pdl.range<value>) -> (%ts : !pdl.range<type>)
  %rs = results of %a
  %r1 = results 1 of %a -> !pdl.value
  %b = operation "a.z"(%rs, %r1 : !pdl.range<value>, !pdl.value)
  %c = operation "a.z"(%rs, %v : !pdl.range<value>, !pdl.value)
  %d = operation "a.z"(%rs : !pdl.range<value>)
  rewrite with "foo"(%a, %b, %c, %d : !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation)
}
pdl.pattern @e : benefit(1) {
  %v = operand
  %a0 = attribute = 3
  %a1 = attribute
  %t = type
  %a2 = attribute : %t
  %x = operation "a.x"(%v : !pdl.value) {"p" = %a0, "q" = %a1, "r" = %a2, "s" = %a1} -> (%t : !pdl.type)
  apply_native_constraint "c"(%a1, %v : !pdl.attribute, !pdl.value) {isNegated = true}
  %n = apply_native_constraint "d"(%a1, %x : !pdl.attribute, !pdl.operation) : !pdl.attribute
  apply_native_constraint "d"(%n, %x : !pdl.attribute, !pdl.operation)
  rewrite %x with "foo"(%n : !pdl.attribute)
}
pdl.pattern @f : benefit(1) {
  %ts = types : [i32, i64]
  %vs = operands : %ts
  %v2 = operand
  %x = operation "a.x"(%v2, %vs, %v2 : !pdl.value, !pdl.range<value>, !pdl.value) -> (%ts : !pdl.range<type>)
  rewrite %x { 
    %q = operation "a.n" (%vs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
    %rr = results 0 of %q -> !pdl.range<value>
    %rng = range %v2, %rr : !pdl.value, !pdl.range<value>
    replace %x with (%rng : !pdl.range<value>)
  }
}
pdl.pattern @g : benefit(1) {
  %v2 = operand
  %v3 = operand
  %v4 = operand
  %vs = operands
  %x = operation "a.x"(%v2, %v3, %vs : !pdl.value, !pdl.value, !pdl.range<value>)
  %y = operation "a.x"(%v2, %v4, %v3, %vs : !pdl.value, !pdl.value, !pdl.value, !pdl.range<value>)
  rewrite with "x"(%x, %y : !pdl.operation, !pdl.operation)
}
pdl.pattern @h : benefit(1) {
  %t1 = type : i32
  %t2 = type : i64
  %ts = types
  %x = operation "a.x" -> (%t1, %ts : !pdl.type, !pdl.range<type>)
  rewrite %x with "x"
}
pdl.pattern @i : benefit(1) {
  %t1 = type : f32
  %t2 = type : i64
  %ts = types
  %x = operation "a.x" -> (%t1, %t2, %ts : !pdl.type, !pdl.type, !pdl.range<type>)
  rewrite %x with "x"
}
pdl.pattern @j : benefit(1) {
  %t1 = type : f64
  %t2 = type
  %x = operation "a.x" -> (%t1, %t2 : !pdl.type, !pdl.type)
  rewrite %x with "x"(%t2 : !pdl.type)
}
pdl.pattern @k : benefit(0) {
  %t = type
  %x = operation "a.w" -> (%t, %t : !pdl.type, !pdl.type)
  rewrite %x {
    %y = operation "a.v" -> (%t, %t : !pdl.type, !pdl.type)
    %z = operation "a.u"
    %u = type : i32
    %us = types : [i32]
    %a = attribute = "s"
    %n = apply_native_rewrite "n"(%a, %y : !pdl.attribute, !pdl.operation) : !pdl.value
    %w = operation "a.w"(%n : !pdl.value) {"b" = %a} -> (%u, %us : !pdl.type, !pdl.range<type>)
    %r = result 0 of %w
    replace %x with %y
    erase %z
  }
}
