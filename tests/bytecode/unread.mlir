// What no dialect reads is carried: attributes, types and properties in encodings, dialect versions, orders of strings.

// RUN: terrace-test-opt %s --allow-unregistered-dialect --emit-bytecode --emit-bytecode-producer=somebody -o %t
// RUN: terrace bytecode --copy -o %t.copy %t
// RUN: cmp %t %t.copy
// RUN: terrace-test-opt --allow-unregistered-dialect %t.copy | FileCheck %s
// RUN: terrace bytecode --print %t | FileCheck %s --check-prefix=PRINT
// RUN: terrace bytecode --stats %t.copy | FileCheck %s --check-prefix=STATS

// What is changed is written after what was there.
// RUN: terrace-opt --allow-unregistered-dialect %t --canonicalize --emit-bytecode -o %t.changed
// RUN: terrace-test-opt --allow-unregistered-dialect %t.changed | FileCheck %s --check-prefix=CHANGED

// A part is in the encoding for the version of its file.
// RUN: not terrace-opt --allow-unregistered-dialect %t --emit-bytecode --emit-bytecode-version=4 -o %t.old 2>&1 | FileCheck %s --check-prefix=OLD

// STATS: test, version 2.0

// OLD: error: the file has parts of dialects that are not registered, in encodings for version 6 of the format, not 4

// PRINT: "test.versionedB"() <#test<encoded_properties {{[0-9]+}} "0x{{[0-9A-F]+}}">> : () -> ()
// PRINT: "other.op"() {point = #test<encoded {{[0-9]+}} "0x{{[0-9A-F]+}}">} : () -> !test<encoded {{[0-9]+}} "0x{{[0-9A-F]+}}">

// CHECK: "test.versionedB"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
// CHECK: "other.op"() {point = #test.attr_params<42, 24>} : () -> !test.i32
// CHANGED: func.func @unread_beside_folded(%arg0: i32) -> i32
// CHANGED-NEXT: "test.versionedB"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
// CHANGED-NEXT: "other.op"() {point = #test.attr_params<42, 24>} : () -> !test.i32
// CHANGED-NEXT: return %arg0 : i32
func.func @unread_beside_folded(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  "test.versionedB"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
  %other = "other.op"() {point = #test.attr_params<42, 24>} : () -> !test.i32
  return %sum : i32
}
