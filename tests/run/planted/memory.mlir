// Planted bugs of memory: each is reported at the op that has it.
// RUN: not terrace run %s --entry=leak_of_one_of_two --arg=false 2>&1 | FileCheck %s --check-prefix=LEAK-OF-ONE-OF-TWO
// RUN: not terrace run %s --entry=leak_in_loop 2>&1 | FileCheck %s --check-prefix=LEAK-IN-LOOP
// RUN: not terrace run %s --entry=double_free_through_call 2>&1 | FileCheck %s --check-prefix=DOUBLE-FREE-THROUGH-CALL
// RUN: not terrace run %s --entry=use_after_free_in_later_block 2>&1 | FileCheck %s --check-prefix=USE-AFTER-FREE-IN-LATER-BLOCK
// RUN: not terrace run %s --entry=copy_from_freed --arg=0 2>&1 | FileCheck %s --check-prefix=COPY-FROM-FREED
// RUN: not terrace run %s --entry=view_of_freed 2>&1 | FileCheck %s --check-prefix=VIEW-OF-FREED
// RUN: not terrace run %s --entry=old_buffer_after_realloc 2>&1 | FileCheck %s --check-prefix=OLD-BUFFER-AFTER-REALLOC
// RUN: not terrace run %s --entry=tail_after_realloc 2>&1 | FileCheck %s --check-prefix=TAIL-AFTER-REALLOC
// RUN: not terrace run %s --entry=freed_subview_with_offset --arg=2 2>&1 | FileCheck %s --check-prefix=FREED-SUBVIEW-WITH-OFFSET
// RUN: not terrace run %s --entry=freed_subview_at_start 2>&1 | FileCheck %s --check-prefix=FREED-SUBVIEW-AT-START
// RUN: not terrace run %s --entry=freed_part_in_callee 2>&1 | FileCheck %s --check-prefix=FREED-PART-IN-CALLEE
// RUN: not terrace run %s --entry=freed_part_of_reinterpreted 2>&1 | FileCheck %s --check-prefix=FREED-PART-OF-REINTERPRETED
// RUN: not terrace run %s --entry=freed_stack_memory 2>&1 | FileCheck %s --check-prefix=FREED-STACK-MEMORY
// RUN: not terrace run %s --entry=freed_global 2>&1 | FileCheck %s --check-prefix=FREED-GLOBAL
// RUN: not terrace run %s --entry=write_to_constant_through_view 2>&1 | FileCheck %s --check-prefix=WRITE-TO-CONSTANT-THROUGH-VIEW
// RUN: not terrace run %s --entry=stack_memory_after_return 2>&1 | FileCheck %s --check-prefix=STACK-MEMORY-AFTER-RETURN

// LEAK-OF-ONE-OF-TWO: :[[@LINE+3]]:8: error: memory leak: 32 bytes that are allocated here are never freed
func.func @leak_of_one_of_two(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<8xi32>
  memref.dealloc %a : memref<4xi32>
  scf.if %c {
    memref.dealloc %b : memref<8xi32>
  }
  return
}

// LEAK-IN-LOOP: :[[@LINE+6]]:10: error: memory leak: 3 bytes that are allocated here are never freed
func.func @leak_in_loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %m = memref.alloc(%c3) : memref<?xi8>
    %last = arith.cmpi eq, %i, %c1 : index
    scf.if %last {
      memref.dealloc %m : memref<?xi8>
    }
  }
  return
}

// DOUBLE-FREE-THROUGH-CALL: :[[@LINE+10]]:3: error: double free
// DOUBLE-FREE-THROUGH-CALL: :[[@LINE+2]]:3: note: freed here
func.func private @free_it(%m: memref<?xi32>) {
  memref.dealloc %m : memref<?xi32>
  return
}
func.func @double_free_through_call() {
  %m = memref.alloc() : memref<4xi32>
  %d = memref.cast %m : memref<4xi32> to memref<?xi32>
  call @free_it(%d) : (memref<?xi32>) -> ()
  memref.dealloc %m : memref<4xi32>
  return
}

// USE-AFTER-FREE-IN-LATER-BLOCK: :[[@LINE+11]]:8: error: read after free
// USE-AFTER-FREE-IN-LATER-BLOCK: :[[@LINE+7]]:3: note: freed here
// USE-AFTER-FREE-IN-LATER-BLOCK: :[[@LINE+4]]:8: note: allocated here
func.func @use_after_free_in_later_block() -> i32 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %v, %m[%c0] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  cf.br ^next
^next:
  %x = memref.load %m[%c0] : memref<4xi32>
  return %x : i32
}

// COPY-FROM-FREED: :[[@LINE+7]]:3: error: read after free
// COPY-FROM-FREED: :[[@LINE+5]]:3: note: freed here
func.func @copy_from_freed(%to: memref<4xi32>) {
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%m : memref<4xi32>)
  memref.dealloc %m : memref<4xi32>
  memref.copy %m, %to : memref<4xi32> to memref<4xi32>
  return
}

// VIEW-OF-FREED: :[[@LINE+8]]:3: error: write after free
// VIEW-OF-FREED: :[[@LINE+6]]:3: note: freed here
func.func @view_of_freed() {
  %v = arith.constant 7 : i32
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<8xi32>
  %s = memref.subview %m[2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
  memref.dealloc %m : memref<8xi32>
  memref.store %v, %s[%c1] : memref<4xi32, strided<[1], offset: 2>>
  return
}

// OLD-BUFFER-AFTER-REALLOC: :[[@LINE+8]]:8: error: read after free
// OLD-BUFFER-AFTER-REALLOC: :[[@LINE+6]]:8: note: freed here
func.func @old_buffer_after_realloc() -> i32 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %v, %m[%c0] : memref<4xi32>
  %n = memref.realloc %m : memref<4xi32> to memref<8xi32>
  %x = memref.load %m[%c0] : memref<4xi32>
  memref.dealloc %n : memref<8xi32>
  return %x : i32
}

// TAIL-AFTER-REALLOC: :[[@LINE+7]]:8: error: read of memory that was not written
func.func @tail_after_realloc() -> i32 {
  %c6 = arith.constant 6 : index
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%m : memref<4xi32>)
  %n = memref.realloc %m : memref<4xi32> to memref<8xi32>
  %x = memref.load %n[%c6] : memref<8xi32>
  memref.dealloc %n : memref<8xi32>
  return %x : i32
}

// FREED-SUBVIEW-WITH-OFFSET: :[[@LINE+5]]:3: error: dealloc of a part of an allocation, which begins at byte 8 of it
// FREED-SUBVIEW-WITH-OFFSET: :[[@LINE+2]]:8: note: allocated here
func.func @freed_subview_with_offset(%at: index) {
  %m = memref.alloc() : memref<8xi32>
  %s = memref.subview %m[%at] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  memref.dealloc %s : memref<4xi32, strided<[1], offset: ?>>
  return
}

// FREED-SUBVIEW-AT-START: :[[@LINE+5]]:3: error: dealloc of a part of an allocation, 16 of its 32 bytes
func.func @freed_subview_at_start() {
  %m = memref.alloc() : memref<8xi32>
  %s = memref.subview %m[0] [4] [1] : memref<8xi32> to memref<4xi32>
  %d = memref.cast %s : memref<4xi32> to memref<?xi32>
  memref.dealloc %d : memref<?xi32>
  return
}

// FREED-PART-IN-CALLEE: :[[@LINE+2]]:3: error: dealloc of a part of an allocation, which begins at byte 4 of it
func.func private @free_part(%m: memref<?xi32, strided<[1], offset: ?>>) {
  memref.dealloc %m : memref<?xi32, strided<[1], offset: ?>>
  return
}
func.func @freed_part_in_callee() {
  %m = memref.alloc() : memref<8xi32>
  %s = memref.subview %m[1] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 1>>
  %d = memref.cast %s : memref<4xi32, strided<[1], offset: 1>> to memref<?xi32, strided<[1], offset: ?>>
  call @free_part(%d) : (memref<?xi32, strided<[1], offset: ?>>) -> ()
  return
}

// FREED-PART-OF-REINTERPRETED: :[[@LINE+7]]:3: error: dealloc of a part of an allocation, which begins at byte 4 of it
func.func @freed_part_of_reinterpreted() {
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<8xi32>
  linalg.fill ins(%v : i32) outs(%m : memref<8xi32>)
  %c = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xi32> to memref<4xi32>
  %d = memref.subview %c[1] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1], offset: 1>>
  memref.dealloc %d : memref<3xi32, strided<[1], offset: 1>>
  return
}

// FREED-STACK-MEMORY: :[[@LINE+4]]:3: error: dealloc of memory that is not on the heap
// FREED-STACK-MEMORY: :[[@LINE+2]]:8: note: allocated here
func.func @freed_stack_memory() {
  %m = memref.alloca() : memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  return
}

// FREED-GLOBAL: :[[@LINE+4]]:3: error: dealloc of memory that is not on the heap
memref.global "private" @table : memref<2xi32> = dense<0>
func.func @freed_global() {
  %m = memref.get_global @table : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  return
}

// WRITE-TO-CONSTANT-THROUGH-VIEW: :[[@LINE+7]]:3: error: write to constant memory
memref.global "private" constant @fixed : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @write_to_constant_through_view() {
  %v = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %m = memref.get_global @fixed : memref<4xi32>
  %s = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  memref.store %v, %s[%c0] : memref<2xi32, strided<[1], offset: 1>>
  return
}

// STACK-MEMORY-AFTER-RETURN: :[[@LINE+10]]:8: error: read after free
func.func private @escaping() -> memref<2xi32> {
  %m = memref.alloca() : memref<2xi32>
  %v = arith.constant 7 : i32
  linalg.fill ins(%v : i32) outs(%m : memref<2xi32>)
  return %m : memref<2xi32>
}
func.func @stack_memory_after_return() -> i32 {
  %c0 = arith.constant 0 : index
  %m = call @escaping() : () -> memref<2xi32>
  %x = memref.load %m[%c0] : memref<2xi32>
  return %x : i32
}
