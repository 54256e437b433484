// RUN: terrace-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s | terrace-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: #map = affine_map<(d0, d1)[s0] -> (d0 + d1 * 4, s0 floordiv 2)>
#shape = affine_map<(i, j)[n] -> (i + 4 * j, n floordiv 2)>

// Integers keep their type, and the default is i64.
// CHECK: "t.a"() {a = 5 : i8, b = -1 : i64, c = true, d = 255 : ui8, e = 7 : index} : () -> ()
"t.a"() {a = 5 : i8, b = -1, c = 1 : i1, d = 0xFF : ui8, e = 7 : index} : () -> ()

// Floats are written as short as they read back, in hexadecimal where decimal could not.
// CHECK: "t.b"() {a = 1.000000e-01 : f64, b = 0x7FC00000 : f32, c = 2.500000e+00 : f16} : () -> ()
"t.b"() {a = 0.1, b = 0x7FC00000 : f32, c = 2.5 : f16} : () -> ()

// CHECK: "t.c"() {a = [1, @x::@y, "s"], b = {k = i32}, c = array<i16: 1, -2>, d, m = #map} : () -> ()
"t.c"() {a = [1, @x::@y, "s"], b = {k = i32}, c = array<i16: 1, -2>, d, m = #shape} : () -> ()

// Equal elements become one.
// CHECK: "t.d"() {a = dense<3> : tensor<2x2xi32>, b = dense<{{\[}}[1, 2], [3, 4]]> : tensor<2x2xi8>, c = dense<> : tensor<0xi32>} : () -> ()
"t.d"() {a = dense<[[3, 3], [3, 3]]> : tensor<2x2xi32>, b = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, c = dense<> : tensor<0xi32>} : () -> ()
