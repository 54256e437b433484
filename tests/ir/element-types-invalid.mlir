// What builtin types take as elements, layouts and memory spaces, as upstream does.
// RUN: terrace-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@below {{invalid element type for complex}}
"t.x"() {a = complex<index>} : () -> ()

// -----

// expected-error@below {{unsupported memory space Attribute}}
"t.x"() {a = memref<4xf32, #foo.sp>} : () -> ()

// -----

// expected-error@below {{unsupported memory space Attribute}}
"t.x"() {a = memref<4xf32, @foo>} : () -> ()

// -----

// expected-error@below {{unsupported memory space Attribute}}
"t.x"() {a = memref<*xf32, unit>} : () -> ()

// -----

// expected-error@below {{expected ::mlir::utils::IteratorType to be one of: parallel, reduction}}
// expected-error@below {{failed to parse IteratorTypeEnum parameter 'value' which is to be a `::mlir::utils::IteratorType`}}
"t.x"() {a = #linalg.iterator_type<window>} : () -> ()

// -----

func.func @iterator_types(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@below {{unexpected iterator_type (window)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["window"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@below {{operation defines 1 results but was provided 4294967301 to bind}}
%a:4294967299, %b:2 = "t.x"() : () -> i32

// -----

// expected-error@below {{operation defines 1 results but was provided 18446744073709551615 to bind}}
%a:18446744073709551615 = "t.x"() : () -> i32

// -----

// Two numbers in parentheses are two elements where the type is no complex one.
// expected-error@below {{parsed 2 elements, but type ('tensor<i32>') expected 1 elements}}
"t.x"() {a = dense<(1, 2)> : tensor<i32>} : () -> ()

// -----

// expected-error@below {{parsed 4 elements, but type ('tensor<2xindex>') expected 2 elements}}
"t.x"() {a = dense<[(1, 2), (3, 4)]> : tensor<2xindex>} : () -> ()

// -----

// expected-error@below {{parsed 2 elements, but type ('tensor<2x0xui64>') expected 0 elements}}
"t.x"() {a = dense<(1, 2)> : tensor<2x0xui64>} : () -> ()

// -----

// expected-error@below {{parsed 2 elements, but type ('tensor<1xi8>') expected 1 elements}}
"t.x"() {a = sparse<[[0]], [(1, 2)]> : tensor<1xi8>} : () -> ()

// -----

// expected-error@below {{parsed 2 elements, but type ('tensor<1x1xi64>') expected 1 elements}}
"t.x"() {a = sparse<[[(0, 1)]], [1]> : tensor<1xi8>} : () -> ()

// -----

// expected-error@below {{sparse index #0 is not contained within the value shape, with index=[18446744073709551615], and type='tensor<2xf32>'}}
"t.x"() {a = sparse<[[-1]], [1.0]> : tensor<2xf32>} : () -> ()
