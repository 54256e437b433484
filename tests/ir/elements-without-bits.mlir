// Elements that have no bits are listed, as many as there are.
// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: a = dense<> : tensor<0xi0>, b = dense<[0, 0]> : tensor<2xi0>, c = dense<> : tensor<0xcomplex<i0>>, d = dense<0> : tensor<i0>
"t.x"() {a = dense<0> : tensor<0xi0>, b = dense<0> : tensor<2xi0>, c = dense<(0, 0)> : tensor<0xcomplex<i0>>, d = dense<0> : tensor<i0>} : () -> ()
