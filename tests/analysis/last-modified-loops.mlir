// RUN: terrace-test-opt %s --test-last-modified 2>&1 | FileCheck %s

// In nested loops over several buffers the order in which writers are met does not settle, but what is known does.

// CHECK-LABEL: test_tag: two_buffers_in_nested_loops
// CHECK-NEXT:   operand #0
// CHECK-DAG:      - inner
// CHECK-DAG:      - a_0
func.func @two_buffers_in_nested_loops(%a: memref<8xf32>, %b: memref<8xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %f, %a[%c0] {tag_name = "a_0"} : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<8xf32>
    scf.for %j = %c0 to %n step %c1 {
      %y = memref.load %a[%j] : memref<8xf32>
      memref.store %y, %a[%j] {tag_name = "inner"} : memref<8xf32>
    }
    memref.store %x, %b[%i] {tag_name = "outer"} : memref<8xf32>
  }
  %z = memref.load %a[%c0] {tag = "two_buffers_in_nested_loops"} : memref<8xf32>
  return
}
