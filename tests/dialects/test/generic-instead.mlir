// An op that is read in its custom form may be printed in the generic one, without its name before that.
// RUN: terrace-test-opt %s | FileCheck %s
// RUN: terrace-test-opt %s | terrace-test-opt | FileCheck %s

// CHECK-LABEL: func.func @forms
func.func @forms() {
  // CHECK-NEXT: {{^}}    "test.dialect_custom_printer.with.dot"() : () -> (){{$}}
  test.dialect_custom_printer.with.dot
  // CHECK-NEXT: test.dialect_custom_printer custom_format
  test.dialect_custom_printer custom_format
  return
}
