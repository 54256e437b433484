// Allocations and copies that no conflict accounts for, each with its cause.
// RUN: terrace-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries allow-return-allocs-from-loops explain' -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: %s (operand #0 of 'tensor.collapse_shape') is copied: its elements do not adjoin in its buffer
// CHECK: note: rule: 'tensor.collapse_shape' keeps the buffer only where its dimensions are certain to adjoin
// CHECK: note: in the output: %alloc = memref.alloc of 64 bytes; memref.copy %subview, %alloc of 64 bytes
// CHECK: note: it is freed before the 'func.return'
// CHECK: remark: in all: 1 copy (64 bytes), 1 allocation (64 bytes)
func.func @reshape_of_a_strided_slice(%t: tensor<8x8xf32>, %i: index) -> f32 {
  %s = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %v = tensor.extract %c[%i] : tensor<16xf32>
  return %v : f32
}

// -----

// CHECK: remark: %b (operand #0 of 'scf.yield') is copied in each iteration: the loop swaps its buffers, as it passes on what came in as another argument
// CHECK: note: %b is defined here
// CHECK: note: the next iteration gets it as %a
// CHECK: note: rule: what a loop passes on is the buffer that it was given, or one that is made in the iteration
// CHECK: note: in the output: %alloc = memref.alloc of 16 bytes; memref.copy %arg5, %alloc of 16 bytes; in a loop
// CHECK: note: it is passed on by 'scf.yield', together with who owns it, and freed where it arrives
// CHECK: remark: %a (operand #1 of 'scf.yield') is copied in each iteration: the loop swaps its buffers, as it passes on what came in as another argument
// CHECK: note: %a is defined here
// CHECK: note: the next iteration gets it as %b
// CHECK: note: rule: what a loop passes on is the buffer that it was given, or one that is made in the iteration
// CHECK: note: in the output: %alloc_0 = memref.alloc of 16 bytes; memref.copy %arg4, %alloc_0 of 16 bytes; in a loop
// CHECK: note: it is passed on by 'scf.yield', together with who owns it, and freed where it arrives
// CHECK: remark: in all, before buffers are freed: 2 copies (32 bytes), 2 allocations (32 bytes); in loops: 2 copies and 2 allocations
// CHECK: note: freeing by ownership then copies result #0 of 'scf.for', by 'bufferization.clone': it is not known before run time whether it is owned there
// CHECK: note: freeing by ownership then copies result #1 of 'scf.for', by 'bufferization.clone': it is not known before run time whether it is owned there
func.func @loop_that_swaps(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK: remark: %0 is a new allocation: 'tensor.pad' has no destination
// CHECK: note: rule: none of the operands of 'tensor.pad' is a destination
// CHECK: note: in the output: %alloc = memref.alloc of 32 bytes
// CHECK: note: it is returned: the caller frees it
// CHECK: remark: an operand of 'tensor.pad' is copied into its part of the result: it was computed in another buffer
// CHECK: note: rule: the source is copied into the padded buffer
// CHECK: note: in the output: memref.copy %arg0, %subview of 16 bytes
// CHECK: remark: in all: 1 copy (16 bytes), 1 allocation (32 bytes)
func.func @no_destination(%t: tensor<4xf32>, %f: f32) -> tensor<8xf32> {
  %0 = tensor.pad %t low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK: remark: in all, before buffers are freed: nothing is copied and nothing is allocated
// CHECK: note: freeing by ownership then copies %t, by 'bufferization.clone': an argument is not the function's to give away
func.func @in_place(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The constant is a global; started from a tensor that is filled, nothing is copied.
// CHECK: remark: %c (operand #1 of 'tensor.insert') is copied: in place, it would write to a read-only buffer
// CHECK: note: %c is read-only: a constant becomes a global
// CHECK: note: rule: a read-only buffer is not written
// CHECK: note: in the output: %alloc = memref.alloc of 16 bytes; memref.copy %0, %alloc of 16 bytes
// CHECK: note: edit: start from a tensor.empty that is filled instead of the constant %c; in all, then: nothing is copied, 1 allocation (16 bytes) (before: 1 copy (16 bytes), 1 allocation (16 bytes))
// CHECK: note: it is returned: the caller frees it
// CHECK: remark: in all: 1 copy (16 bytes), 1 allocation (16 bytes)
func.func @constant(%f: f32, %i: index) -> tensor<4xf32> {
  %c = arith.constant dense<0.0> : tensor<4xf32>
  %0 = tensor.insert %f into %c[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What is asked for by a type at the boundary of a function.
// CHECK: remark: %s (operand #0 of 'func.call') is copied: the callee takes a buffer of another layout or memory space
// CHECK: note: rule: a buffer is only cast to a type that cannot be wrong at run time
// CHECK: note: in the output: %alloc = memref.alloc of 16 bytes; memref.copy %subview, %alloc of 16 bytes
// CHECK: note: it is freed before the 'func.return'
// CHECK: remark: in all: 1 copy (16 bytes), 1 allocation (16 bytes)
func.func private @callee(%t: tensor<4xf32> {bufferization.buffer_layout = affine_map<(i) -> (i)>}) -> f32 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %t[%c0] : tensor<4xf32>
  return %v : f32
}
func.func @layout_of_an_argument(%t: tensor<8xf32>) -> f32 {
  %s = tensor.extract_slice %t[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %v = call @callee(%s) : (tensor<4xf32>) -> f32
  return %v : f32
}

// -----

// Which buffer is returned depends on the way that control takes: it is found out at run time.
// CHECK: remark: %a is a new allocation: 'tensor.empty' has no destination
// CHECK: note: rule: a tensor that is not computed from another has a buffer of its own
// CHECK: note: in the output: %alloc = memref.alloc of 16 bytes
// CHECK: note: it is freed before the 'func.return'
// CHECK: remark: %b (operand #1 of 'linalg.fill') gets a buffer of its own, without a copy: in place, it would overwrite what is read later
// CHECK: note: %fa is defined here
// CHECK: note: it is read here, by operand #1 of 'arith.select'
// CHECK: note: rule: a read sees its definition, and no write after that
// CHECK: note: in the output: %alloc_0 = memref.alloc of 16 bytes
// CHECK: note: it is freed before the 'func.return'
// CHECK: remark: in all: nothing is copied, 2 allocations (32 bytes)
func.func @one_of_two(%c: i1, %f: f32, %i: index) -> f32 {
  %a = tensor.empty() : tensor<4xf32>
  %b = tensor.empty() : tensor<4xf32>
  %fa = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %fb = linalg.fill ins(%f : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %s = arith.select %c, %fa, %fb : tensor<4xf32>
  %v = tensor.extract %s[%i] : tensor<4xf32>
  return %v : f32
}

// -----

// CHECK: remark: %w (operand #0 of 'scf.yield') is copied in each iteration: the loop swaps its buffers, as it was computed in the buffer of %y
// CHECK: note: the next iteration gets it as %x
// CHECK: remark: %x (operand #1 of 'scf.yield') is copied in each iteration: the loop swaps its buffers, as it passes on what came in as another argument
// CHECK: remark: %e is a new allocation: 'tensor.empty' has no destination
// CHECK: remark: in all, before buffers are freed: 2 copies (32 bytes), 3 allocations (48 bytes); in loops: 2 copies and 2 allocations
func.func @computed_in_the_other_buffer(%n: index, %a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %w = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// -----

// The source of a pad is computed in its part of the result once that part is an operand.
// CHECK: remark: an operand of 'tensor.pad' is copied into its part of the result: it was computed in another buffer
// CHECK: note: rule: the source is copied into the padded buffer
// CHECK: note: edit: run --convert-tensor-to-linalg before, and run --eliminate-empty-tensors before; in all, then: nothing is copied, 1 allocation (24 bytes) (before: 1 copy (16 bytes), 2 allocations (40 bytes))
func.func @padded(%a: tensor<4xf32>, %i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%k: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<6xf32>
  %v = tensor.extract %p[%i] : tensor<6xf32>
  return %v : f32
}
