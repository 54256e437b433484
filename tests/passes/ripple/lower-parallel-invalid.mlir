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
