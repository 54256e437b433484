// An empty `prop-dict` leaves its space, as upstream's does.
// RUN: terrace-test-opt %s | FileCheck %s --strict-whitespace

// CHECK-LABEL: func.func @dictionaries
func.func @dictionaries(%arg0: i64) {
  // CHECK:    test.empty_properties {{$}}
  test.empty_properties
  // CHECK:    test.with_wrapped_properties <{prop = "a"}>{{$}}
  test.with_wrapped_properties <{prop = "a"}>
  // CHECK: test.variadic_segment_prop %arg0 : %arg0 : i64 : i64  end
  test.variadic_segment_prop %arg0 : %arg0 : i64 : i64 end
  return
}
