// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -w %S/Inputs/outer-products.c -o %t && %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: terrace ripple-cc -O2 -w -mavx2 -DPART=4 %S/Inputs/transposes.cpp -o %t && %t | FileCheck %s --check-prefix=TRANSPOSES

// Without tiles, outer products and transposes are vector code.

// PRODUCTS: outer products are right
// TRANSPOSES: transposes are right
