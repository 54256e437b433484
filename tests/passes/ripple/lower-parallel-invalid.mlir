// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-lower-parallel --split-input-file --verify-diagnostics

// Loops that are not annotated rightly, each with its tag.

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @no_comparison(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the condition of an annotated loop compares its counter with a bound [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.load %p : !llvm.ptr -> i1
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @equal(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the condition of an annotated loop is <, <=, >, >= or != [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "eq" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @multiplied(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the body of an annotated loop changes the counter, or its step is not an addition or a subtraction [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.mul %i, %ten : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @bound_of_counter(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the bound of an annotated loop depends on its counter [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %m = llvm.add %i, %n : i32
  %more = llvm.icmp "slt" %i, %m : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @step_of_counter(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the step of an annotated loop depends on its counter [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %s = llvm.mul %i, %ten : i32
  %next = llvm.add %i, %s : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @away(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the step of an annotated loop leads away from its bound [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %none : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @no_step(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{the step of an annotated loop is zero [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %zero : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @dimension(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{dimension 10 does not exist: blocks have dimensions 0 to 9 [ripple-dim-range]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %ten) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @dimension_of_value(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{a dimension of an annotated loop is not constant [ripple-not-constant]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %n) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @twice(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{dimension 0 is listed twice [ripple-loop-nest]}}
  %outer = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %outer, ^never, ^inner
^inner:
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @blocks(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i32) : i32
  // expected-error @below {{annotations of one loop name different blocks [ripple-loop-nest]}}
  %outer = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %outer, ^never, ^inner
^inner:
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b2, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

llvm.func @chunk(%b: !llvm.ptr) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  // expected-error @below {{ripple_parallel_idx is not inside a loop that is annotated with the same block and dimensions [ripple-parallel-idx]}}
  %c = llvm.call_intrinsic "llvm.ripple.parallel.idx.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  llvm.return %c : i64
}

// -----

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @may_throw(i32)

llvm.func @throws(%b: !llvm.ptr, %n: i32) attributes {personality = @__gxx_personality_v0} {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %any = llvm.mlir.zero : !llvm.ptr
  // expected-error @below {{a loop whose last iterations are carried out under a mask is left by an exception: promise that there are none (NoRemainder), or have them carried out one by one (BlockIndependent) [ripple-loop-exit]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.invoke @may_throw(%n) to ^latch unwind ^caught : (i32) -> ()
^caught:
  %pad = llvm.landingpad (catch %any : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.br ^end
^latch:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// -----

llvm.func @not_repeated(%b: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  // expected-error @below {{the annotated loop is never repeated, or is not a loop with a counter [ripple-loop-form]}}
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.return
}

// -----

// Each way back has a counter of its own.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @two_branches_back(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{the annotated loop is continued from several places [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.cond_br %c, ^skip, ^on
^skip:
  %far = llvm.add %i, %one : i64
  llvm.br ^header(%far : i64)
^on:
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// A step that a condition chooses is not that of the first iteration.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @step_chosen(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  // expected-error @below {{the step of an annotated loop is chosen by control flow: compute it before the loop [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.cond_br %c, ^on(%one : i64), ^on(%two : i64)
^on(%step: i64):
  %following = llvm.add %i, %step : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// Nor is one that a function returns, which may be another one each time.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @compute() -> i64

llvm.func @step_called(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{the step of an annotated loop is computed with side effects: compute it before the loop [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %step = llvm.call @compute() : () -> i64
  %following = llvm.add %i, %step : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// What is left is either carried out under a mask or one by one.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @remainder(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{annotations of one loop treat the remainder differently [ripple-loop-nest]}}
  %mark0 = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7 {block_independent}
  llvm.cond_br %mark0, ^never, ^second
^second:
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%one : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The elements of two blocks are not executed together.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>
#other = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 8 : i32>>

llvm.func @another_block_around(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  // expected-error @below {{the annotated loop around this one names another block [ripple-loop-nest]}}
  %mark1 = ripple.loop_mark(%b2 : !llvm.ptr) [%one : i64] number 8
  llvm.cond_br %mark1, ^never, ^entry1
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  llvm.store %j, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #other}
^end1:
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The elements of a dimension have iterations of the outer loop.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>
#other = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 8 : i32>>

llvm.func @dimension_around(%b: !llvm.ptr, %b2: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  // expected-error @below {{an annotated loop around this one has dimension 0, too [ripple-loop-nest]}}
  %mark1 = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 8
  llvm.cond_br %mark1, ^never, ^entry1
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  llvm.store %j, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #other}
^end1:
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The mark has no value when the program runs.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @mark_stored(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{the mark of an annotated loop is used by other ops than a branch [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.store %mark, %p : i1, !llvm.ptr
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// A branch that passes it on does not decide by it.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @mark_passed(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{the mark of an annotated loop is used by other ops than a branch [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %c, ^passed(%mark : i1), ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^passed(%m: i1):
  llvm.store %m, %p : i1, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Nor does one that passes on what it decides by.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @mark_decides_and_passed(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{the mark of an annotated loop is used by other ops than a branch [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^passed(%mark : i1), ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %following = llvm.add %i, %one : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^passed(%m: i1):
  llvm.store %m, %p : i1, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Ways back that cross each other are no loop in another one: the condition that closes the outer one is seen.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @closed_by_condition(%b: !llvm.ptr, %n: i64, %p: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-error @below {{the annotated loop is closed by a condition [ripple-loop-form]}}
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.cond_br %c, ^left, ^latch
^left:
  llvm.br ^latch
^latch:
  %following = llvm.add %i, %one : i64
  llvm.cond_br %c, ^left, ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}
