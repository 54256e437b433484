// Where order is free, definitions come before uses; circles stay where they are.
// RUN: terrace-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s

%a = "foo.a"(%b, %c) : (i32, i32) -> i32
%b = "foo.b"() : () -> i32
%c = "foo.c"(%d) : (i32) -> i32
%x = "foo.x"(%y) : (i32) -> i32
%y = "foo.y"(%x) ({
  "foo.inside"(%b) : (i32) -> ()
}) : (i32) -> i32
%d = "foo.d"() : () -> i32

// CHECK:      module {
// CHECK-NEXT:   %0 = "foo.b"() : () -> i32
// CHECK-NEXT:   %1 = "foo.d"() : () -> i32
// CHECK-NEXT:   %2 = "foo.c"(%1) : (i32) -> i32
// CHECK-NEXT:   %3 = "foo.a"(%0, %2) : (i32, i32) -> i32
// CHECK-NEXT:   %4 = "foo.x"(%5) : (i32) -> i32
// CHECK-NEXT:   %5 = "foo.y"(%4) ({
// CHECK-NEXT:     "foo.inside"(%0) : (i32) -> ()
// CHECK-NEXT:   }) : (i32) -> i32
// CHECK-NEXT: }
