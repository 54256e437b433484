// Divisors that are not positive are told of, and the op stays.
// RUN: terrace-opt %s --lower-affine --verify-diagnostics --allow-unregistered-dialect

func.func @divisors(%a: index) -> (index, index) {
  // expected-error@+1 {{modulo by non-positive value is not supported}}
  %0 = affine.apply affine_map<(d0) -> (d0 mod -3)>(%a)
  // expected-error@+1 {{division by non-positive value is not supported}}
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv -3)>(%a)
  return %0, %1 : index, index
}
