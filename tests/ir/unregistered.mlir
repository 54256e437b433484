// RUN: terrace-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s | terrace-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: %0:2 = "toy.two"() : () -> (i32, f64)
%a:2 = "toy.two"() : () -> (i32, f64)
// CHECK: "toy.use"(%0#1, %0#0) : (f64, i32) -> ()
"toy.use"(%a#1, %a#0) : (f64, i32) -> ()

// Inherent and discardable attributes are apart; names are sorted.
// CHECK: "toy.attrs"() <{inner = 1 : i32}> {a.b, z = "q\22\0A"} : () -> ()
"toy.attrs"() <{inner = 1 : i32}> {z = "q\"\n", a.b} : () -> ()

// CHECK:      "toy.regions"() ({
// CHECK-NEXT:   %{{.*}} = "toy.leaf"() : () -> !toy.kind<4, "x">
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%{{.*}}: i8, %{{.*}}: i8):
// CHECK-NEXT:   "toy.jump"()[^bb1] : () -> ()
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "toy.end"() : () -> ()
// CHECK-NEXT: }) : () -> ()
"toy.regions"() ({
  %leaf = "toy.leaf"() : () -> !toy.kind<4, "x">
}, {
^entry(%x: i8, %y: i8):
  "toy.jump"()[^next] : () -> ()
^next:
  "toy.end"() : () -> ()
}) : () -> ()
