// RUN: terrace-opt %s --ripple-vectorize --split-input-file --verify-diagnostics

// What is seldom meant is warned of.

// Memory that all elements share is written if the condition holds for any of them.

llvm.func @memory(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^then, ^end
^then:
  // expected-warning @below {{memory of shape Scalar is written under a condition of shape Tensor[8]: it is written if the condition holds for any element [ripple-any-lane]}}
  llvm.store %one, %p : i64, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Memory that each element has some of is not, nor what is written in any case.

llvm.func @own_memory(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.store %one, %p : i64, !llvm.ptr
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^then, ^end
^then:
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %one, %a : i64, !llvm.ptr
  llvm.br ^end
^end:
  llvm.store %one, %p : i64, !llvm.ptr
  llvm.return
}

// -----

// So is a variable that all elements share.

llvm.func @variable(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^then, ^end(%zero : i64)
^then:
  %n = llvm.load %p : !llvm.ptr -> i64
  // expected-warning @below {{a variable of shape Scalar is assigned under a condition of shape Tensor[8]: it is assigned if the condition holds for any element; initialize it with 'ripple_broadcast' to have one for each [ripple-any-lane]}}
  llvm.br ^end(%n : i64)
^end(%v: i64):
  llvm.store %v, %p : i64, !llvm.ptr
  llvm.return
}

// -----

// What an expression chooses is no variable.

llvm.func @expression(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^then, ^end(%zero : i64)
^then:
  %n = llvm.load %p : !llvm.ptr -> i64
  llvm.br ^end(%n : i64)
^end(%v: i64):
  %e = ripple.expression %v : i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %e, %a : i64, !llvm.ptr
  llvm.return
}

// -----

// A counter that all elements share goes on until all have left the loop.

llvm.func @counter(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %x : i64
  llvm.cond_br %more, ^body, ^end
^body:
  // expected-warning @below {{a variable of shape Scalar changes in a loop with a condition of shape Tensor[8], and is read after it: it changes until all elements have left the loop; initialize it with 'ripple_broadcast' to have one for each [ripple-any-lane]}}
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.store %i, %p : i64, !llvm.ptr
  llvm.return
}

// -----

// One that nothing reads after the loop tells nobody.

llvm.func @counter_inside(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %x : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %i, %a : i64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// -----

// Elements read before any of them writes: an iteration does not see what the one before it wrote.

llvm.func @lockstep(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end {ripple.blocks_loop}
^body:
  %k = llvm.add %i, %x : i64
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-warning @below {{an iteration reads what the iteration 2 before writes, and is carried out with it: it reads what was there before both [ripple-loop-nest]}}
  %v = llvm.load %a : !llvm.ptr -> i64
  %k2 = llvm.add %k, %two : i64
  %a2 = llvm.getelementptr %p[%k2] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-note @below {{it is written here}}
  llvm.store %v, %a2 : i64, !llvm.ptr
  %next = llvm.add %i, %eight : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// -----

// What an iteration of another block writes, or one after it, it does see as the loop of the source does.

llvm.func @no_lockstep(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end {ripple.blocks_loop}
^body:
  %k = llvm.add %i, %x : i64
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %a : !llvm.ptr -> i64
  %far = llvm.add %k, %eight : i64
  %a8 = llvm.getelementptr %p[%far] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %v, %a8 : i64, !llvm.ptr
  %before = llvm.sub %k, %one : i64
  %a1 = llvm.getelementptr %p[%before] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %v, %a1 : i64, !llvm.ptr
  %next = llvm.add %i, %eight : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// -----

// A loop that some elements of a block would leave is left by none, or by all.

llvm.func @left(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end {ripple.blocks_loop}
^body:
  %k = llvm.add %i, %x : i64
  %found = llvm.icmp "eq" %k, %one : i64
  // expected-error @below {{an annotated loop is left under a condition of shape Tensor[8], but the elements of a block leave it together: make the condition scalar, for instance with 'ripple_reduceor' [ripple-loop-exit]}}
  llvm.cond_br %found, ^end, ^next
^next:
  %next = llvm.add %i, %eight : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// -----

// A loop over a dimension of one element is no faster than it was.

llvm.func @single(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  // expected-warning @below {{the block has one element in the dimensions of the annotated loop: its iterations are carried out one after the other [ripple-dim-range]}}
  llvm.cond_br %more, ^body, ^end {ripple.single}
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// -----

// A mask without bits names no dimension.

llvm.func @no_dimension(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-warning @below {{the mask of dimensions is 0, and nothing is reduced: bit 0 stands for dimension 0, which is mask 1 [ripple-dim-range]}}
  %s = ripple.reduce.add %zero[%x : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %s, %a : i64, !llvm.ptr
  llvm.return
}

// -----

// A function that is called for each element gets the address of one variable.

llvm.func @count(i64, !llvm.ptr)

llvm.func @shared(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %size = llvm.mlir.constant(1 : i32) : i32
  %v = llvm.alloca %size x i64 : (i32) -> !llvm.ptr
  // expected-warning @below {{a variable of shape Scalar is passed by its address to 'count', which is called for each element of shape Tensor[8]: all of them get the same one; initialize it with 'ripple_broadcast' to have one for each [ripple-any-lane]}}
  llvm.call @count(%x, %v) : (i64, !llvm.ptr) -> ()
  llvm.return
}

// -----

// Under a condition of a block memory is accessed for its elements.

llvm.func @another_block(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %d = ripple.setshape %zero[%four : i64] : i64 -> !llvm.ptr
  %y = ripple.index(%d : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^then, ^end
^then:
  %a = llvm.getelementptr %p[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-error @below {{memory of shape Tensor[4] is accessed under a condition of shape Tensor[8]: dimension 0 has size 4 in one and 8 in the other; use one block [ripple-shape-mismatch]}}
  llvm.store %y, %a : i64, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// A variable that is changed by those that stay in a loop, and by those that leave it early, has one value for all.

llvm.func @left_at_times(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.br ^header(%zero, %zero : i64, i64)
^header(%i: i64, %v: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end(%v : i64)
^body:
  %found = llvm.icmp "eq" %x, %i : i64
  llvm.cond_br %found, ^leave, ^next
^leave:
  %w = llvm.load %p : !llvm.ptr -> i64
  // expected-error @below {{a variable of shape Scalar is assigned where elements leave a loop at different times, and is changed by those that stay: initialize it with 'ripple_broadcast' to have one for each [ripple-any-lane]}}
  llvm.br ^end(%w : i64)
^next:
  %next = llvm.add %i, %one : i64
  %changed = llvm.add %v, %one : i64
  llvm.br ^header(%next, %changed : i64, i64)
^end(%last: i64):
  llvm.store %last, %p : i64, !llvm.ptr
  llvm.return
}

// -----

// The first element of a remainder is always active, so what happens once for it is no surprise; another condition in it is.

llvm.func @remainder(%p: !llvm.ptr, %rest: i64, %from: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "ult" %x, %rest {ripple.rest} : i64
  llvm.cond_br %c, ^then, ^end(%zero : i64)
^then:
  llvm.store %one, %p : i64, !llvm.ptr
  %n = llvm.load %p : !llvm.ptr -> i64
  %d = llvm.icmp "eq" %x, %from : i64
  llvm.cond_br %d, ^within, ^after
^within:
  // expected-warning @below {{memory of shape Scalar is written under a condition of shape Tensor[8]: it is written if the condition holds for any element [ripple-any-lane]}}
  llvm.store %zero, %p : i64, !llvm.ptr
  llvm.br ^after
^after:
  llvm.br ^end(%n : i64)
^end(%s: i64):
  llvm.store %s, %p : i64, !llvm.ptr
  llvm.return
}
