// One symbol of a file is printed without the others, also where ops before it refer to it or to its name.

// RUN: terrace-opt %s --emit-bytecode -o %t
// RUN: terrace bytecode --print @caller %t | FileCheck %s
// RUN: terrace bytecode --print @table %t | FileCheck %s --check-prefix=TABLE
// RUN: not terrace bytecode --print @inner %t 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: terrace-opt %s --emit-bytecode --emit-bytecode-version=1 -o %t.old
// RUN: terrace bytecode --print @caller %t.old | FileCheck %s

// CHECK-NOT: @callee
// CHECK: func.func @caller(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = call @callee(%arg0) : (i32) -> i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// TABLE: memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
// NONE: error: {{.*}}: there is no symbol '@inner'

func.func private @before(i32) attributes {note = "caller"}
func.func private @also_before(i32) attributes {note = @caller}
func.func @callee(%x: i32) -> i32 {
  return %x : i32
}
func.func @caller(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  return %0 : i32
}
memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
module @nested {
  func.func @inner() {
    return
  }
}
