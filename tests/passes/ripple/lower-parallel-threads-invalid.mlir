// RUN: terrace-opt %s --ripple-lower-parallel --split-input-file --verify-diagnostics

// Loops that cannot be distributed over threads, each with the reason.

// The dimensions decide who goes through which chunks: they are known at compile time.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @dimension_of_value(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{a dimension of an annotated loop is not constant; make it a literal [ripple-not-constant]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%n : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// Threads have three dimensions.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @dimension_3(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{blocks of threads have dimensions 0 to 2; use one of them [ripple-dim-range]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%three : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// A second dimension is packed, and the rank is that of one.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @more_than_rank(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %both = llvm.mlir.constant(16 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{blocks of threads have dimensions 0 to 2; use one of them [ripple-dim-range]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%both : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// A dimension below 0 has bits above those of the rank.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @negative(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(-1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{blocks of threads have dimensions 0 to 2; use one of them [ripple-dim-range]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%none : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// Dimension 1, and dimension 1 again.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @twice(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %both = llvm.mlir.constant(17 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{a dimension is listed twice; list each one once [ripple-loop-nest]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%both : i64] number 7 rank 2
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// Chunks that threads ask for are those of one counter.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @dynamic_of_another(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{a dynamic schedule is for dimension 0 alone; use a static one for others [ripple-loop-nest]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%one : i64] number 7 rank 1 {dynamic}
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The same for dimension 0 with another one.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @dynamic_of_two(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %both = llvm.mlir.constant(16 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{a dynamic schedule is for dimension 0 alone; use a static one for others [ripple-loop-nest]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%both : i64] number 7 rank 2 {dynamic}
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The function that goes on to the next chunk is called by its name.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @unknown_function(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr, %f: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{the mark of an annotated loop has unexpected operands [ripple-loop-form]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %f : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The branch that closes the loop has no number, and so none is marked.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @another_number(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{the annotated loop is never repeated, or is not a loop with a counter [ripple-loop-form]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64)
^end:
  llvm.return
}

// -----

// The iterations are counted as for blocks, with the same errors.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @no_step(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{the step of an annotated loop is zero [ripple-loop-form]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  %following = llvm.add %i, %zero overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// Ways back that cross each other are no loop in another one: the condition that closes the outer one is seen.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @two_ways_back(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{the annotated loop is closed by a condition [ripple-loop-form]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  llvm.cond_br %c, ^left, ^latch
^left:
  llvm.br ^latch
^latch:
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.cond_br %c, ^left, ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// A thread that leaves the loop does not stop the others.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @left(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{a loop that is distributed over threads is left before its end: carry out all iterations, under a condition [ripple-loop-exit]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  llvm.cond_br %c, ^on, ^end
^on:
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// An exception leaves it, too.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @may_throw(i64)

llvm.func @throws(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) attributes {personality = @__gxx_personality_v0} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %any = llvm.mlir.zero : !llvm.ptr
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{a loop that is distributed over threads is left before its end: carry out all iterations, under a condition [ripple-loop-exit]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  llvm.invoke @may_throw(%i) to ^on unwind ^caught : (i64) -> ()
^caught:
  %pad = llvm.landingpad (catch %any : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.br ^end
^on:
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The loop around has gone through all chunks of dimension 0.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>
#other = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 8 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @same_dimension(%chunks: !llvm.ptr, %block: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %both = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  // expected-error @below {{a loop over threads around this one has one of its dimensions; use another one [ripple-loop-nest]}}
  %mark1 = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%both : i64] number 8 rank 2
  llvm.cond_br %mark1, ^never, ^entry1
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  llvm.store %j, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one overflow<nuw> : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #other}
^end1:
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The elements of a block are not on different threads.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>
#other = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 8 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @threads_in_a_block(%chunks: !llvm.ptr, %block: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  // expected-error @below {{a loop is distributed over a vector before it is over threads: annotate it for threads first [ripple-loop-nest]}}
  %mark1 = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 8 rank 1
  llvm.cond_br %mark1, ^never, ^entry1
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  llvm.store %j, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one overflow<nuw> : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #other}
^end1:
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// Nor are those of a loop that is marked for a block first.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @block_first(%chunks: !llvm.ptr, %block: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^within
^within:
  // expected-error @below {{a loop is distributed over a vector before it is over threads: annotate it for threads first [ripple-loop-nest]}}
  %mark1 = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark1, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// -----

// The mark decides by nothing but a branch.

llvm.func @next(!llvm.ptr, i64, i64) -> i64

llvm.func @no_branch(%chunks: !llvm.ptr) -> i1 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  // expected-error @below {{the annotated loop is never repeated, or is not a loop with a counter [ripple-loop-form]}}
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.return %mark : i1
}
