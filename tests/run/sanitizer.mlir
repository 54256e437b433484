// RUN: not terrace run %s --entry=bounds --arg=4 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not terrace run %s --entry=bounds --arg=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not terrace run %s --entry=uninitialized 2>&1 | FileCheck %s --check-prefix=UNINIT
// RUN: not terrace run %s --entry=after_free 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not terrace run %s --entry=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not terrace run %s --entry=leak 2>&1 | FileCheck %s --check-prefix=LEAK
// RUN: not terrace run %s --entry=returned 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: not terrace run %s --entry=constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not terrace run %s --entry=window --arg=3 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: not terrace run %s --entry=layout 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not terrace run %s --entry=poison --arg=64 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not terrace run %s --entry=large --arg=1000 --max-memory=999 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: terrace run %s --entry=large --arg=999 --max-memory=999 | count 0

// BOUNDS: :[[@LINE+6]]:8: error: index 4 is outside of dimension 0 of size 4
// BOUNDS-NEXT: %x = memref.load
// BOUNDS: :[[@LINE+3]]:8: note: allocated here
// NEGATIVE: :[[@LINE+3]]:8: error: index -1 is outside of dimension 0 of size 4
func.func @bounds(%i: index) -> i32 {
  %m = memref.alloca() : memref<4xi32>
  %x = memref.load %m[%i] : memref<4xi32>
  return %x : i32
}

// UNINIT: :[[@LINE+9]]:8: error: read of memory that was not written
// UNINIT: :[[@LINE+4]]:8: note: allocated here
func.func @uninitialized() -> i32 {
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i32
  %m = memref.alloca() : memref<2xi32>
  memref.store %v, %m[%c1] : memref<2xi32>
  %c0 = arith.constant 0 : index
  %y = memref.load %m[%c1] : memref<2xi32>
  %x = memref.load %m[%c0] : memref<2xi32>
  return %x : i32
}

// AFTER: :[[@LINE+7]]:3: error: write after free
// AFTER: :[[@LINE+5]]:3: note: freed here
// AFTER: :[[@LINE+3]]:8: note: allocated here
func.func @after_free() {
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<i32>
  memref.dealloc %m : memref<i32>
  memref.store %v, %m[] : memref<i32>
  return
}

// TWICE: :[[@LINE+6]]:3: error: double free
// TWICE: :[[@LINE+4]]:3: note: freed here
// TWICE: :[[@LINE+2]]:8: note: allocated here
func.func @twice() {
  %m = memref.alloc() : memref<i32>
  memref.dealloc %m : memref<i32>
  memref.dealloc %m : memref<i32>
  return
}

// LEAK: :[[@LINE+3]]:8: error: memory leak: 40 bytes that are allocated here are never freed
// LEAK-NOT: error
func.func @leak() {
  %m = memref.alloc() : memref<10xf32>
  %n = memref.alloc() : memref<20xf32>
  memref.dealloc %n : memref<20xf32>
  return
}

// RETURNED: :[[@LINE+12]]:8: error: read after free
// RETURNED: :[[@LINE+6]]:3: note: returned here
// RETURNED: :[[@LINE+3]]:8: note: allocated here
func.func private @local() -> memref<i32> {
  %v = arith.constant 7 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %v, %m[] : memref<i32>
  return %m : memref<i32>
}

func.func @returned() -> i32 {
  %m = func.call @local() : () -> memref<i32>
  %x = memref.load %m[] : memref<i32>
  return %x : i32
}

memref.global "private" constant @table : memref<2xi16> = dense<[1, 2]>

// CONSTANT: :[[@LINE+6]]:3: error: write to constant memory
// CONSTANT: :[[@LINE-3]]:1: note: defined here
func.func @constant() {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i16
  %m = memref.get_global @table : memref<2xi16>
  memref.store %v, %m[%c0] : memref<2xi16>
  return
}

// WINDOW: :[[@LINE+4]]:8: error: subview outside of dimension 0 of size 5: offset 3, size 3, stride 1
// WINDOW: :[[@LINE+2]]:8: note: allocated here
func.func @window(%i: index) {
  %m = memref.alloca() : memref<5xi32>
  %s = memref.subview %m[%i] [3] [1] : memref<5xi32> to memref<3xi32, strided<[1], offset: ?>>
  return
}

// LAYOUT: :[[@LINE+6]]:8: error: read outside of the allocation: bytes 20 to 24 of 16
// LAYOUT: :[[@LINE+3]]:8: note: allocated here
func.func @layout() -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xi32>
  %s = memref.reinterpret_cast %m to offset: [5], sizes: [1], strides: [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 5>>
  %x = memref.load %s[%c0] : memref<1xi32, strided<[1], offset: 5>>
  return %x : i32
}

// A poison value in memory is as if nothing was written.
// POISON: :[[@LINE+7]]:8: error: read of memory that was not written
func.func @poison(%by: i32) -> i32 {
  %v = arith.constant 7 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %v, %m[] : memref<i32>
  %p = arith.shli %v, %by : i32
  memref.store %p, %m[] : memref<i32>
  %x = memref.load %m[] : memref<i32>
  return %x : i32
}

// LARGE: :[[@LINE+2]]:8: error: out of memory: 1000 bytes asked for, 0 of 999 in use
func.func @large(%n: index) {
  %m = memref.alloca(%n) : memref<?xi8>
  return
}
