// RUN: terrace run %s --arg=10 --arg=1.5 | FileCheck %s
// RUN: terrace run %s --arg=10 --arg=1.5 --convert-scf-to-cf | FileCheck %s
// RUN: terrace run %s --entry=fib --arg=20 | FileCheck %s --check-prefix=FIB
// RUN: terrace run %s --entry=fib --arg=20 --pass-pipeline='builtin.module(convert-scf-to-cf,canonicalize)' | FileCheck %s --check-prefix=FIB
// RUN: terrace run %s --entry=collatz --arg=27 | FileCheck %s --check-prefix=COLLATZ
// RUN: terrace run %s --entry=swap --arg=3 | FileCheck %s --check-prefix=SWAP
// RUN: terrace run %s --entry=wide --arg=-2 | FileCheck %s --check-prefix=WIDE
// RUN: terrace run %s --entry=small --arg=1 --arg=0.00390625 | FileCheck %s --check-prefix=SMALL
// RUN: terrace run %s --entry=vectors --arg=5 | FileCheck %s --check-prefix=VECTORS
// RUN: terrace run %s --entry=indirect --arg=1 --arg=6 | FileCheck %s --check-prefix=SUCC
// RUN: terrace run %s --entry=indirect --arg=0 --arg=6 | FileCheck %s --check-prefix=PRED
// RUN: terrace run %s --entry=cases --arg=7 | FileCheck %s --check-prefix=CASES
// RUN: terrace run %s --entry=order | FileCheck %s --check-prefix=ORDER
// RUN: terrace run %s --entry=index_width --index-bits=32 | FileCheck %s --check-prefix=INDEX32
// RUN: terrace run %s --entry=index_width | FileCheck %s --check-prefix=INDEX64

// The sum of squares below ten, and ten squarings of 1.5.
// CHECK: 285 : i64
// CHECK-NEXT: 2.0770611040332967E+180 : f64
// CHECK-NEXT: false : i1
func.func @main(%n: i64, %x: f64) -> (i64, f64, i1) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %s, %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %x) -> (i64, f64) : i64 {
    %t = arith.muli %i, %i : i64
    %u = arith.addi %a, %t : i64
    %v = arith.mulf %b, %b : f64
    scf.yield %u, %v : i64, f64
  }
  %p = arith.cmpi slt, %s, %n : i64
  return %s, %y, %p : i64, f64, i1
}

// FIB: 6765 : i32
func.func @fib(%n: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c1 = arith.constant 1 : i32
  %p = arith.cmpi slt, %n, %c2 : i32
  %r = scf.if %p -> i32 {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %c1 : i32
    %b = arith.subi %n, %c2 : i32
    %fa = func.call @fib(%a) : (i32) -> i32
    %fb = func.call @fib(%b) : (i32) -> i32
    %s = arith.addi %fa, %fb : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// COLLATZ: 111 : i64
func.func @collatz(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %m, %k = scf.while (%x = %n, %k = %c0) : (i64, i64) -> (i64, i64) {
    %go = arith.cmpi ne, %x, %c1 : i64
    scf.condition(%go) %x, %k : i64, i64
  } do {
  ^bb0(%x: i64, %k: i64):
    %r = arith.remsi %x, %c2 : i64
    %even = arith.cmpi eq, %r, %c0 : i64
    %h = arith.divsi %x, %c2 : i64
    %t = arith.muli %x, %c3 overflow<nsw> : i64
    %u = arith.addi %t, %c1 : i64
    %y = arith.select %even, %h, %u : i64
    %k1 = arith.addi %k, %c1 : i64
    scf.yield %y, %k1 : i64, i64
  }
  return %k : i64
}

// Values that change places at each turn.
// SWAP: 2 : i32
// SWAP-NEXT: 1 : i32
func.func @swap(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// The square of 2^100 - 2 modulo 2^128, which is 4 - 2^102, and its half.
// WIDE: -5070602400912917605986812821500 : i128
// WIDE-NEXT: -2535301200456458802993406410750 : i128
func.func @wide(%x: i128) -> (i128, i128) {
  %big = arith.constant 1267650600228229401496703205376 : i128
  %s = arith.addi %big, %x : i128
  %m = arith.muli %s, %s : i128
  %two = arith.constant 2 : i128
  %h = arith.divsi %m, %two : i128
  return %m, %h : i128, i128
}

// 1/256 is half of the last place of bf16 at 1, and the even neighbour is 1; it is a whole place of f16 and more.
// SMALL: 1.000000e+00 : bf16
// SMALL-NEXT: 1.003910e+00 : f16
func.func @small(%a: bf16, %b: bf16) -> (bf16, f16) {
  %s = arith.addf %a, %b : bf16
  %x = arith.extf %a : bf16 to f32
  %y = arith.extf %b : bf16 to f32
  %z = arith.addf %x, %y : f32
  %t = arith.truncf %z : f32 to f16
  return %s, %t : bf16, f16
}

// VECTORS: {{\[\[}}-5, 6], [20, 35]] : vector<2x2xi8>
// VECTORS-NEXT: [false, true] : vector<2xi1>
func.func @vectors(%x: i8) -> (vector<2x2xi8>, vector<2xi1>) {
  %v = arith.constant dense<[[-1, 2], [4, 7]]> : vector<2x2xi8>
  %f = arith.constant dense<[[5, 3], [5, 5]]> : vector<2x2xi8>
  %m = arith.muli %v, %f : vector<2x2xi8>
  %a = arith.constant dense<[2.0, -2.0]> : vector<2xf32>
  %b = arith.constant dense<1.0> : vector<2xf32>
  %p = arith.cmpf olt, %a, %b : vector<2xf32>
  return %m, %p : vector<2x2xi8>, vector<2xi1>
}

func.func private @succ(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %y = arith.addi %x, %c1 : i32
  return %y : i32
}

func.func private @pred(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %y = arith.subi %x, %c1 : i32
  return %y : i32
}

// SUCC: 7 : i32
// PRED: 5 : i32
func.func @indirect(%up: i1, %x: i32) -> i32 {
  %f = func.constant @succ : (i32) -> i32
  %g = func.constant @pred : (i32) -> i32
  %h = arith.select %up, %f, %g : (i32) -> i32
  %y = func.call_indirect %h(%x) : (i32) -> i32
  return %y : i32
}

// CASES: 70 : i32
// CASES-NEXT: 700 : i32
func.func @cases(%x: i32) -> (i32, i32) {
  %c10 = arith.constant 10 : i32
  %i = arith.index_cast %x : i32 to index
  %r = scf.index_switch %i -> i32
  case 3 {
    scf.yield %c10 : i32
  }
  case 7 {
    %y = arith.muli %x, %c10 : i32
    scf.yield %y : i32
  }
  default {
    scf.yield %x : i32
  }
  cf.switch %x : i32, [
    default: ^out(%x : i32),
    3: ^out(%c10 : i32),
    7: ^more(%r : i32)
  ]
^more(%a: i32):
  %z = arith.muli %a, %c10 : i32
  cf.br ^out(%z : i32)
^out(%b: i32):
  return %r, %b : i32, i32
}

// INDEX32: 0 : index
// INDEX32-NEXT: 32 : index
// INDEX64: 4294967296 : index
// INDEX64-NEXT: 64 : index
func.func @index_width() -> (index, index) {
  %a = index.constant 65536
  %b = index.mul %a, %a
  %s = index.sizeof
  return %b, %s : index, index
}

// A block may stand before the one that makes what it uses.
// ORDER: 7 : i32
func.func @order() -> i32 {
  %c3 = arith.constant 3 : index
  cf.br ^make
^use:
  %d = memref.dim %m, %c0 : memref<?xi32>
  %e = arith.index_cast %d : index to i32
  %x = memref.load %m[%c0] : memref<?xi32>
  %y = arith.addi %e, %x : i32
  memref.dealloc %m : memref<?xi32>
  return %y : i32
^make:
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  %m = memref.alloc(%c3) : memref<?xi32>
  memref.store %c4, %m[%c0] : memref<?xi32>
  cf.br ^use
}
