// A transfer starts one iteration ahead only if nothing can tell.
// RUN: terrace-opt %s --affine-pipeline-data-transfer --split-input-file --verify-diagnostics | FileCheck %s

// A later iteration transfers what this one writes.
// CHECK-LABEL: func.func @source_is_written
// CHECK-NOT: memref<2x8xf32, 1>
func.func @source_is_written() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: another op in the loop may write the memory that is transferred}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the source of the dependence}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
    // expected-note @below {{the destination of the dependence}}
    affine.store %x, %in[%i * 8 + 8] : memref<32xf32>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The written memref may be the one that is transferred.
func.func @alias_is_written(%in: memref<32xf32>, %other: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: another op in the loop may write the memory that is transferred}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the source of the dependence}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
    // expected-note @below {{the destination of the dependence}}
    affine.store %x, %other[%i] : memref<32xf32>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// Nothing is known of the op.
func.func private @unknown()
func.func @unknown_effects() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: another op in the loop may write the memory that is transferred}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the source of the dependence}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
    // expected-note @below {{the destination of the dependence}}
    func.call @unknown() : () -> ()
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The caller may read the buffer.
func.func @buffer_of_caller(%buffer: memref<8xf32, 1>) {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: its buffer or its tag is not an allocation without a layout}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the op}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The last element is the one of the iteration before.
func.func @partial_transfer() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 7 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: it does not write all elements of its buffer, and others may be read}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the op}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The first element is the one of the iteration before.
func.func @transfer_to_middle() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: it does not write all elements of its buffer, and others may be read}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the op}}
    affine.dma_start %in[%i * 8], %buffer[1], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// What is read first is of the iteration before.
func.func @read_before_wait() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: its buffer is used before the loop waits for the transfer}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the op}}
    %y = affine.load %buffer[%i] : memref<8xf32, 1>
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The buffer may be used by another name.
func.func @opaque_use() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: the subscripts of an op that uses its buffer or its tag cannot be changed}}
  affine.for %i = 0 to 4 {
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
    // expected-note @below {{the op}}
    %view = memref.cast %buffer : memref<8xf32, 1> to memref<?xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The loop ends a transfer that may write what is transferred.
func.func @other_transfer(%far: memref<32xf32, 1>, %done: memref<1xi32>) {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  %size = arith.constant 32 : index
  affine.dma_start %far[%c0], %in[%c0], %done[%c0], %size : memref<32xf32, 1>, memref<32xf32>, memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: another op in the loop may write the memory that is transferred}}
  affine.for %i = 0 to 4 {
    // expected-note @below {{the destination of the dependence}}
    affine.dma_wait %done[%c0], %size : memref<1xi32>
    // expected-note @below {{the source of the dependence}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The tag has another use.
func.func @tag_is_read() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: its tag has another use}}
  affine.for %i = 0 to 4 {
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
    // expected-note @below {{the op}}
    %t = affine.load %tag[0] : memref<1xi32>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// The number of elements is not known before the iteration.
func.func @not_affine() {
  %in = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{a transfer is not pipelined: it depends on what the loop computes, besides subscripts that are affine in its induction variable}}
  affine.for %i = 0 to 4 {
    %m = arith.addi %i, %n : index
    // expected-note @below {{the op}}
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %m : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %m : memref<1xi32>
    %x = affine.load %buffer[%i] : memref<8xf32, 1>
  }
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// It may not run at all: nothing is transferred then.
func.func @no_iterations(%in: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 4 to 4 {
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %n : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
  }
  return
}
