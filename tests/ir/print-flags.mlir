// RUN: terrace-opt --allow-unregistered-dialect %s --mlir-print-value-users | FileCheck %s --check-prefix=USERS
// RUN: terrace-opt --allow-unregistered-dialect %s --mlir-print-value-users --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: terrace-opt --allow-unregistered-dialect %s --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=NAMES
// RUN: terrace-opt --allow-unregistered-dialect %s --mlir-print-debuginfo --mlir-pretty-debuginfo | FileCheck %s --check-prefix=PRETTY

// Ops are numbered with values, from zero inside the outermost op unless numbers are unique.
// USERS: func.func @ops_with_named_locations(%arg0: i32) -> i32 {
// USERS-NEXT: // %arg0 is used by %1#0, %1#1
// USERS-NEXT: %1:2 = "t.two"(%arg0, %arg0) : (i32, i32) -> (i32, f32) // users: (%2), (unused)
// USERS-NEXT: %c4_i32 = arith.constant 4 : i32 // user: %2
// USERS-NEXT: %2 = arith.addi %1#0, %c4_i32 : i32
// UNIQUE: %2:2 = "t.two"

// Names from locations go before those that ops suggest.
// NAMES: func.func @ops_with_named_locations(%given: i32) -> i32 {
// NAMES-NEXT: %pair:2 = "t.two"(%given, %given)
// NAMES-NEXT: %four_4 = arith.constant 4 : i32
// NAMES-NEXT: %0 = arith.addi %pair#0, %four_4 : i32

// PRETTY: #loc{{[0-9]*}} = "given"{{$}}
// PRETTY: arith.constant 4 : i32 "four 4"{{$}}
// PRETTY: #loc{{[0-9]*}} = x:1:2{{$}}
func.func @ops_with_named_locations(%a: i32 loc("given")) -> i32 {
  %0:2 = "t.two"(%a, %a) : (i32, i32) -> (i32, f32) loc("pair")
  %c = arith.constant 4 : i32 loc("four 4")
  %1 = arith.addi %0#0, %c : i32 loc("x":1:2)
  return %1 : i32
}
