// REQUIRES: clang
// RUN: terrace run %s --native | FileCheck %s

// Functions of the run-time library that programs call for memory, sorting, random numbers and comparisons.

// CHECK: aligned 0
// CHECK-NEXT: sorted [1,  4,  7,  9]
// CHECK-NEXT: sum of a permutation 6
// CHECK-NEXT: random number in range 1
// CHECK-NEXT: same 0 other 1 shapes -1
// CHECK-NEXT: shape Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1]

func.func private @mlirAlignedAlloc(i64, i64) -> !llvm.ptr
func.func private @mlirAlignedFree(!llvm.ptr)
func.func private @rtsrand(i64) -> !llvm.ptr
func.func private @rtrand(!llvm.ptr, i64) -> i64
func.func private @rtdrand(!llvm.ptr)
func.func private @shuffle(memref<?xi64>, !llvm.ptr) attributes {llvm.emit_c_interface}
func.func private @stdSortI64(i64, memref<?xi64>) attributes {llvm.emit_c_interface}
func.func private @verifyMemRefI64(memref<*xi64>, memref<*xi64>) -> i64 attributes {llvm.emit_c_interface}
func.func private @printMemrefShapeI64(memref<*xi64>) attributes {llvm.emit_c_interface}
func.func private @printI64(i64)
func.func private @printNewline()
func.func private @printString(!llvm.ptr)
func.func private @printComma()

memref.global "private" constant @unsorted : memref<4xi64> = dense<[9, 4, 7, 1]>
memref.global "private" constant @other : memref<4xi64> = dense<[9, 5, 7, 1]>
memref.global "private" constant @short : memref<3xi64> = dense<[9, 5, 7]>
llvm.mlir.global internal constant @aligned("aligned \00")
llvm.mlir.global internal constant @sorted("sorted [\00")
llvm.mlir.global internal constant @comma(",  \00")
llvm.mlir.global internal constant @close("]\00")
llvm.mlir.global internal constant @sum("sum of a permutation \00")
llvm.mlir.global internal constant @range("random number in range \00")
llvm.mlir.global internal constant @same("same \00")
llvm.mlir.global internal constant @differs(" other \00")
llvm.mlir.global internal constant @shapes(" shapes \00")
llvm.mlir.global internal constant @shape("shape \00")

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %four = arith.constant 4 : i64
  %seven = arith.constant 7 : i64
  %bytes = arith.constant 1000 : i64
  %page = arith.constant 4096 : i64
  %mask = arith.constant 4095 : i64

  %t0 = llvm.mlir.addressof @aligned : !llvm.ptr
  call @printString(%t0) : (!llvm.ptr) -> ()
  %p = call @mlirAlignedAlloc(%page, %bytes) : (i64, i64) -> !llvm.ptr
  %address = llvm.ptrtoint %p : !llvm.ptr to i64
  %rest = arith.andi %address, %mask : i64
  call @printI64(%rest) : (i64) -> ()
  call @printNewline() : () -> ()
  call @mlirAlignedFree(%p) : (!llvm.ptr) -> ()

  %a = memref.get_global @unsorted : memref<4xi64>
  %m = memref.alloca() : memref<4xi64>
  memref.copy %a, %m : memref<4xi64> to memref<4xi64>
  %d = memref.cast %m : memref<4xi64> to memref<?xi64>
  call @stdSortI64(%four, %d) : (i64, memref<?xi64>) -> ()
  %t1 = llvm.mlir.addressof @sorted : !llvm.ptr
  call @printString(%t1) : (!llvm.ptr) -> ()
  %t2 = llvm.mlir.addressof @comma : !llvm.ptr
  scf.for %i = %c0 to %c4 step %c1 {
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
    } else {
      func.call @printString(%t2) : (!llvm.ptr) -> ()
    }
    %x = memref.load %m[%i] : memref<4xi64>
    func.call @printI64(%x) : (i64) -> ()
  }
  %t3 = llvm.mlir.addressof @close : !llvm.ptr
  call @printString(%t3) : (!llvm.ptr) -> ()
  call @printNewline() : () -> ()

  %t4 = llvm.mlir.addressof @sum : !llvm.ptr
  call @printString(%t4) : (!llvm.ptr) -> ()
  %g = call @rtsrand(%four) : (i64) -> !llvm.ptr
  call @shuffle(%d, %g) : (memref<?xi64>, !llvm.ptr) -> ()
  %total = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> i64 {
    %x = memref.load %m[%i] : memref<4xi64>
    %next = arith.addi %s, %x : i64
    scf.yield %next : i64
  }
  call @printI64(%total) : (i64) -> ()
  call @printNewline() : () -> ()
  %t5 = llvm.mlir.addressof @range : !llvm.ptr
  call @printString(%t5) : (!llvm.ptr) -> ()
  %r = call @rtrand(%g, %seven) : (!llvm.ptr, i64) -> i64
  %in = arith.cmpi ule, %r, %seven : i64
  %bit = arith.extui %in : i1 to i64
  call @printI64(%bit) : (i64) -> ()
  call @printNewline() : () -> ()
  call @rtdrand(%g) : (!llvm.ptr) -> ()

  %b = memref.get_global @other : memref<4xi64>
  %c = memref.get_global @short : memref<3xi64>
  %ua = memref.cast %a : memref<4xi64> to memref<*xi64>
  %ub = memref.cast %b : memref<4xi64> to memref<*xi64>
  %uc = memref.cast %c : memref<3xi64> to memref<*xi64>
  %v0 = call @verifyMemRefI64(%ua, %ua) : (memref<*xi64>, memref<*xi64>) -> i64
  %v1 = call @verifyMemRefI64(%ua, %ub) : (memref<*xi64>, memref<*xi64>) -> i64
  %v2 = call @verifyMemRefI64(%ua, %uc) : (memref<*xi64>, memref<*xi64>) -> i64
  %t6 = llvm.mlir.addressof @same : !llvm.ptr
  call @printString(%t6) : (!llvm.ptr) -> ()
  call @printI64(%v0) : (i64) -> ()
  %t7 = llvm.mlir.addressof @differs : !llvm.ptr
  call @printString(%t7) : (!llvm.ptr) -> ()
  call @printI64(%v1) : (i64) -> ()
  %t8 = llvm.mlir.addressof @shapes : !llvm.ptr
  call @printString(%t8) : (!llvm.ptr) -> ()
  call @printI64(%v2) : (i64) -> ()
  call @printNewline() : () -> ()
  %t9 = llvm.mlir.addressof @shape : !llvm.ptr
  call @printString(%t9) : (!llvm.ptr) -> ()
  call @printMemrefShapeI64(%ua) : (memref<*xi64>) -> ()
  return
}
