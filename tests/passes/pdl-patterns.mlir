// RUN: terrace-test-opt %s --test-pdl-bytecode-pass --allow-unregistered-dialect | FileCheck %s

// Patterns of pdl are compiled, and run by the greedy driver with native functions.

// CHECK: module {
// CHECK-NEXT:   module @ir {
// CHECK-NEXT:     func.func @ops_to_rewrite(%arg0: i32, %arg1: i64) -> (i32, i64) {
// CHECK-NEXT:       %0 = "test.const"() {value = 7 : i32} : () -> i32
// CHECK-NEXT:       %1 = test.increment {by = 7 : i32} %arg0 : i32
// CHECK-NEXT:       %2 = "test.const"() {value = 8 : i32} : () -> i32
// CHECK-NEXT:       %3 = "test.add"(%1, %2) : (i32, i32) -> i32
// CHECK-NEXT:       "test.both"(%3) : (i32) -> ()
// CHECK-NEXT:       "test.right"(%1) : (i32) -> ()
// CHECK-NEXT:       %4:2 = "test.more"(%arg0, %arg1, %arg0, %arg1) : (i32, i64, i32, i64) -> (i32, i64)
// CHECK-NEXT:       %5 = "test.typed"() : () -> f32
// CHECK-NEXT:       %6 = arith.addi %4#1, %4#1 : i64
// CHECK-NEXT:       return %4#0, %6 : i32, i64
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

module @patterns {
  pdl.pattern @swap : benefit(2) {
    %t = type : i32
    %a = operand : %t
    %zero = attribute = 7 : i32
    %c = operation "test.const" {"value" = %zero} -> (%t : !pdl.type)
    %cr = result 0 of %c
    %root = operation "test.add"(%a, %cr : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      %n = operation "test.increment"(%a : !pdl.value) {"by" = %zero} -> (%t : !pdl.type)
      replace %root with %n
    }
  }
  pdl.pattern @pair : benefit(1) {
    %v = operand
    %x = operation "test.left"(%v : !pdl.value)
    %y = operation "test.right"(%v : !pdl.value)
    rewrite {
      %n = operation "test.both"(%v : !pdl.value)
      erase %x
      erase %y
    }
  }
  pdl.pattern @range : benefit(1) {
    %vs = operands
    %ts = types
    %x = operation "test.many"(%vs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
    rewrite %x {
      %n = operation "test.more"(%vs, %vs : !pdl.range<value>, !pdl.range<value>) -> (%ts : !pdl.range<type>)
      replace %x with %n
    }
  }
  pdl.pattern @constrained : benefit(1) {
    %x = operation "test.success_op"
    %t = apply_native_constraint "op_constr_return_type"(%x : !pdl.operation) : !pdl.type
    rewrite %x {
      %n = operation "test.typed" -> (%t : !pdl.type)
      erase %x
    }
  }
  pdl.pattern @infers : benefit(1) {
    %a = operand
    %t = type
    %x = operation "test.sum"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %x {
      %n = operation "arith.addi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      replace %x with %n
    }
  }
}
module @ir {
  func.func @ops_to_rewrite(%a: i32, %b: i64) -> (i32, i64) {
    %c = "test.const"() {value = 7 : i32} : () -> i32
    %0 = "test.add"(%a, %c) : (i32, i32) -> i32
    %d = "test.const"() {value = 8 : i32} : () -> i32
    %1 = "test.add"(%0, %d) : (i32, i32) -> i32
    "test.left"(%1) : (i32) -> ()
    "test.right"(%0) : (i32) -> ()
    "test.right"(%1) : (i32) -> ()
    %2:2 = "test.many"(%a, %b) : (i32, i64) -> (i32, i64)
    "test.success_op"() : () -> ()
    %3 = "test.sum"(%2#1, %2#1) : (i64, i64) -> i64
    return %2#0, %3 : i32, i64
  }
}
