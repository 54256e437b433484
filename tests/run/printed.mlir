// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --convert-linalg-to-loops --convert-scf-to-cf --canonicalize | FileCheck %s
// RUN: terrace run %s --convert-linalg-to-affine-loops --lower-affine --cse | FileCheck %s

// Scalars, loops and linalg on buffers; what is printed was compared with a run of compiled code.

func.func private @printMemrefF32(memref<*xf32>)
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printI64(i64)
func.func private @printF64(f64)
func.func private @printNewline()

// Numbers that differ, from a seed.
func.func private @fill(%m: memref<?x?xf32>, %seed: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant 37 : i32
  %b = arith.constant 11 : i32
  %h = arith.constant 5.0 : f32
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %last = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %seed) -> i32 {
    %next = scf.for %j = %c0 to %columns step %c1 iter_args(%t = %s) -> i32 {
      %0 = arith.muli %t, %a : i32
      %1 = arith.addi %0, %b : i32
      %2 = arith.remui %1, %b : i32
      %3 = arith.sitofp %2 : i32 to f32
      %4 = arith.subf %3, %h : f32
      memref.store %4, %m[%i, %j] : memref<?x?xf32>
      scf.yield %1 : i32
    }
    scf.yield %next : i32
  }
  return
}

func.func @main() {
  %zero = arith.constant 0.0 : f32
  %s1 = arith.constant 1 : i32
  %s2 = arith.constant 77 : i32
  %a = memref.alloc() : memref<3x4xf32>
  %b = memref.alloc() : memref<4x5xf32>
  %c = memref.alloc() : memref<3x5xf32>
  %da = memref.cast %a : memref<3x4xf32> to memref<?x?xf32>
  %db = memref.cast %b : memref<4x5xf32> to memref<?x?xf32>
  call @fill(%da, %s1) : (memref<?x?xf32>, i32) -> ()
  call @fill(%db, %s2) : (memref<?x?xf32>, i32) -> ()
  linalg.fill ins(%zero : f32) outs(%c : memref<3x5xf32>)
  linalg.matmul ins(%a, %b : memref<3x4xf32>, memref<4x5xf32>) outs(%c : memref<3x5xf32>)
  %uc = memref.cast %c : memref<3x5xf32> to memref<*xf32>
  // CHECK:      rank = 2 offset = 0 sizes = [3, 5] strides = [5, 1] data =
  // CHECK-NEXT: {{\[\[}}{{-?[0-9]}}
  call @printMemrefF32(%uc) : (memref<*xf32>) -> ()

  // A window of three over each row, of integers of eight bits that wrap.
  %w = memref.alloc() : memref<6xi8>
  %k = memref.alloc() : memref<3xi8>
  %o = memref.alloc() : memref<4xi32>
  %c100 = arith.constant 100 : i8
  %c3 = arith.constant -3 : i8
  %izero = arith.constant 0 : i32
  linalg.fill ins(%c100 : i8) outs(%w : memref<6xi8>)
  linalg.fill ins(%c3 : i8) outs(%k : memref<3xi8>)
  linalg.fill ins(%izero : i32) outs(%o : memref<4xi32>)
  linalg.conv_1d ins(%w, %k : memref<6xi8>, memref<3xi8>) outs(%o : memref<4xi32>)
  %uo = memref.cast %o : memref<4xi32> to memref<*xi32>
  // CHECK: rank = 1 offset = 0 sizes = [4] strides = [1] data =
  // CHECK-NEXT: [-900,  -900,  -900,  -900]
  call @printMemrefI32(%uo) : (memref<*xi32>) -> ()

  // What integers and floats do at their edges.
  %min = arith.constant -9223372036854775808 : i64
  %one = arith.constant 1 : i64
  %seven = arith.constant -7 : i64
  %two = arith.constant 2 : i64
  %wrapped = arith.subi %min, %one : i64
  %quotient = arith.floordivsi %seven, %two : i64
  %rest = arith.remsi %seven, %two : i64
  %shifted = arith.shrsi %seven, %one : i64
  // CHECK-NEXT: 9223372036854775807
  call @printI64(%wrapped) : (i64) -> ()
  call @printNewline() : () -> ()
  // CHECK-NEXT: -4
  call @printI64(%quotient) : (i64) -> ()
  call @printNewline() : () -> ()
  // CHECK-NEXT: -1
  call @printI64(%rest) : (i64) -> ()
  call @printNewline() : () -> ()
  // CHECK-NEXT: -4
  call @printI64(%shifted) : (i64) -> ()
  call @printNewline() : () -> ()
  %third = arith.constant 0.33333333333333331 : f64
  %narrow = arith.truncf %third : f64 to f32
  %wide = arith.extf %narrow : f32 to f64
  %difference = arith.subf %wide, %third : f64
  // CHECK-NEXT: 9.93411e-09
  call @printF64(%difference) : (f64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %a : memref<3x4xf32>
  memref.dealloc %b : memref<4x5xf32>
  memref.dealloc %c : memref<3x5xf32>
  memref.dealloc %w : memref<6xi8>
  memref.dealloc %k : memref<3xi8>
  memref.dealloc %o : memref<4xi32>
  return
}
