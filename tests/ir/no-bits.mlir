// Elements without bits are printed one by one, as upstream prints them, but for a scalar, at which upstream ends.
// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s

// CHECK: "t.x"() {a = dense<[0, 0]> : tensor<2xi0>, b = dense<[0, 0]> : tensor<2xi0>, c = dense<[0]> : tensor<1xi0>, d = dense<{{\[\[}}0, 0], [0, 0]]> : tensor<2x2xi0>, e = dense<0> : tensor<i0>}
"t.x"() {a = dense<0> : tensor<2xi0>, b = dense<[0, 0]> : tensor<2xi0>, c = dense<0> : tensor<1xi0>, d = dense<0> : tensor<2x2xi0>, e = dense<0> : tensor<i0>} : () -> ()
