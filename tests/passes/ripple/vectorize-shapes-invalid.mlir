// RUN: terrace-opt %s --ripple-vectorize --split-input-file --verify-diagnostics

// What has no rendering for the shapes that it would have, each with the reason.

// There is one kind of processing elements.

llvm.func @kind() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  // expected-error @below {{processing elements of kind 1 do not exist: only 0, the vector unit, does; pass RIPPLE_VECTOR_PE [ripple-not-constant]}}
  %b = ripple.setshape %one[%eight : i64] : i64 -> !llvm.ptr
  llvm.return
}

// -----

// The same bytes are as many.

llvm.func @bytes(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = ripple.setshape %zero[%four : i64] : i64 -> !llvm.ptr
  %v = llvm.trunc %x : i64 to i32
  // expected-error @below {{a value of shape Tensor[8] with 32 bytes cannot be taken for one of shape Tensor[4] with 16 bytes; make the block as large as the value [ripple-reinterp-size]}}
  %w = ripple.reinterp(%c : !llvm.ptr) [%v : i32] -> i32
  llvm.return
}

// -----

// A row is read for all elements at once.

llvm.func @row(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{the index of a row has shape Tensor[8]; make it the same for all elements [ripple-slice-range]}}
  %r = ripple.row[%x : i64, %x : i64] -> i64
  llvm.return
}

// -----

// Values beside each other have one size but for the dimension in which they are.

llvm.func @stack(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %b = ripple.setshape %zero[%eight, %two : i64, i64] : i64 -> !llvm.ptr
  %y = ripple.index(%b : !llvm.ptr) [%one : i64] -> i64
  // expected-error @below {{an operand of a stack of shape Tensor[8][2] has shape Tensor[1][2], which does not fit Tensor[8] [ripple-shape-mismatch]}}
  %s = ripple.stack(%b : !llvm.ptr) [%y, %y : i64, i64] -> i64
  llvm.return
}

// -----

// An array on the stack exists once.

llvm.func @local(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{an array on the stack has a size of shape Tensor[8]: each element would need an array of its own; give it the largest size that any element needs [ripple-local]}}
  %a = llvm.alloca %x x f32 : (i64) -> !llvm.ptr
  llvm.store %a, %p : !llvm.ptr, !llvm.ptr
  llvm.return
}

// -----

// An object that exists once is not one for each element.

llvm.func @copied(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %size = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %size x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %from = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  // expected-error @below {{an object of shape Tensor[8] is copied to one of shape Scalar: a local object exists once, not for each element; copy its members one by one [ripple-local]}}
  "llvm.intr.memcpy"(%a, %from, %eight) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// -----

// A block has no address.

llvm.func @compared(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{a block is compared, but has no value when the program runs; compare its sizes [ripple-block-escape]}}
  %c = llvm.icmp "eq" %b, %p : !llvm.ptr
  llvm.store %c, %p : i1, !llvm.ptr
  llvm.return
}

// -----

// Two sizes that meet in several operations are one error, at the first of them.

llvm.func @sizes(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = ripple.setshape %zero[%four : i64] : i64 -> !llvm.ptr
  %y = ripple.index(%c : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{cannot apply the broadcast rule to shapes Tensor[8] and Tensor[4]: dimension 0 has size 8 in one and 4 in the other; use one block, or slices of that size [ripple-shape-mismatch]}}
  // expected-note @below {{sizes 4 and 8 meet in 2 more operations of this function}}
  %s = llvm.add %x, %y : i64
  %t = llvm.mul %y, %x : i64
  %u = llvm.sub %x, %y : i64
  %to = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %s, %to : i64, !llvm.ptr
  llvm.store %t, %to : i64, !llvm.ptr
  llvm.store %u, %to : i64, !llvm.ptr
  llvm.return
}

// -----

// A block that control chooses has one size.

llvm.func @chosen(%c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %d = ripple.setshape %zero[%four : i64] : i64 -> !llvm.ptr
  // expected-error @below {{block shape access is ambiguous: shapes Tensor[8] and Tensor[4] apply; use a variable for each block [ripple-ambiguous-block]}}
  llvm.cond_br %c, ^next(%b : !llvm.ptr), ^next(%d : !llvm.ptr)
^next(%e: !llvm.ptr):
  %y = ripple.index(%e : !llvm.ptr) [%zero : i64] -> i64
  llvm.return
}

// -----

// Instructions of the source are for one element.

llvm.func @assembly(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{inline assembly takes a value of shape Tensor[8], but is for one element; take one with 'ripple_slice', or call a function of a library [ripple-type]}}
  llvm.inline_asm has_side_effects "nop", "r" %x : (i64) -> ()
  llvm.return
}

// -----

// A vector of the source is one value.

llvm.func @vector_of_c(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, vector<2xf32>
  // expected-error @below {{a value of type 'vector<2xf32>' cannot have shape Tensor[8]: it is a vector of C; give the block a dimension for its elements [ripple-type]}}
  %v = llvm.load %a : !llvm.ptr -> vector<2xf32>
  // What it is used for is no other error.
  %w = llvm.fadd %v, %v : vector<2xf32>
  llvm.return
}

// -----

// So is one that is stored for each element.

llvm.func @vector_stored(%p: !llvm.ptr, %v: vector<2xf32>) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, vector<2xf32>
  // expected-error @below {{a value of type 'vector<2xf32>' cannot have shape Tensor[8]: it is a vector of C; give the block a dimension for its elements [ripple-type]}}
  llvm.store %v, %a : vector<2xf32>, !llvm.ptr
  llvm.return
}

// -----

// So is one that is put together of elements with a shape, where it is used as a whole.

llvm.func @vector_made(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %n = llvm.trunc %x : i64 to i32
  %none = llvm.mlir.poison : vector<2xi32>
  %v = llvm.insertelement %n, %none[%zero : i64] : vector<2xi32>
  // expected-error @below {{a value of type 'vector<2xi32>' cannot have shape Tensor[8]: it is a vector of C; give the block a dimension for its elements [ripple-type]}}
  %w = llvm.add %v, %v : vector<2xi32>
  %to = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, vector<2xi32>
  llvm.store %w, %to : vector<2xi32>, !llvm.ptr
  llvm.return
}

// -----

// An expression chooses a vector as a whole, too.

llvm.func @vector_chosen(%p: !llvm.ptr, %v: vector<2xf32>, %w: vector<2xf32>) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^next(%v : vector<2xf32>), ^next(%w : vector<2xf32>)
^next(%u: vector<2xf32>):
  // expected-error @below {{a value of type 'vector<2xf32>' cannot have shape Tensor[8]: it is a vector of C; give the block a dimension for its elements [ripple-type]}}
  %e = ripple.expression %u : vector<2xf32>
  %s = llvm.fadd %e, %e : vector<2xf32>
  %to = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, vector<2xf32>
  llvm.store %s, %to : vector<2xf32>, !llvm.ptr
  llvm.return
}

// -----

// A structure has a shape in its members.

llvm.func @structure(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, i32)>
  // expected-error @below {{a structure of type '!llvm.struct<(f32, i32)>' cannot have shape Tensor[8] as a whole: pass a pointer to it, or its members [ripple-type]}}
  %v = llvm.load %a : !llvm.ptr -> !llvm.struct<(f32, i32)>
  llvm.store %v, %a : !llvm.struct<(f32, i32)>, !llvm.ptr
  llvm.return
}

// -----

// So is a structure that control chooses.

llvm.func @structure_chosen(%p: !llvm.ptr, %v: !llvm.struct<(f32, i32)>, %w: !llvm.struct<(f32, i32)>) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^next(%v : !llvm.struct<(f32, i32)>), ^next(%w : !llvm.struct<(f32, i32)>)
^next(%u: !llvm.struct<(f32, i32)>):
  // expected-error @below {{a structure of type '!llvm.struct<(f32, i32)>' cannot have shape Tensor[8] as a whole: pass a pointer to it, or its members [ripple-type]}}
  %e = ripple.expression %u : !llvm.struct<(f32, i32)>
  %n = llvm.extractvalue %e[1] : !llvm.struct<(f32, i32)>
  %to = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %n, %to : i32, !llvm.ptr
  llvm.return
}

// -----

// A number that memory has no bytes for is not read for each element.

llvm.func @unsized(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-error @below {{a value of type 'f80' cannot have shape Tensor[8] [ripple-type]}}
  %v = llvm.load %a : !llvm.ptr -> f80
  // expected-error @below {{a value of type 'f80' cannot have shape Tensor[8] [ripple-type]}}
  llvm.store %v, %a : f80, !llvm.ptr
  llvm.return
}

// -----

// Where elements are whose number the target decides is not known.

llvm.func @scalable(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{the address of an element of a type without a fixed layout cannot have a shape [ripple-type]}}
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, vector<[4]xf32>
  %v = llvm.load %a : !llvm.ptr -> f32
  llvm.return
}

// -----

// A function for a shape gets no copy of a structure for each element.

llvm.func internal @by_value(%b: !llvm.ptr, %s: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i32)>}) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  llvm.return
}

llvm.func @passes_by_value(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  // expected-error @below {{a structure cannot be passed by value for each element of shape Tensor[8] [ripple-local]}}
  llvm.call @by_value(%b, %a) : (!llvm.ptr, !llvm.ptr {llvm.byval = !llvm.struct<(i32, i32)>}) -> ()
  llvm.return
}

// -----

// Branches that go anywhere go nowhere that elements could be followed to.

llvm.func @anywhere(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-error @below {{'llvm.indirectbr' is not supported in functions that use Ripple [ripple-type]}}
  llvm.indirectbr %p : !llvm.ptr, [^next]
^next:
  llvm.return
}

// -----

// Nor under a condition.

llvm.func @anywhere_under_a_condition(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "eq" %x, %one : i64
  llvm.cond_br %c, ^then, ^end
^then:
  // expected-error @below {{'llvm.indirectbr' is not supported under a condition with a shape [ripple-type]}}
  llvm.indirectbr %p : !llvm.ptr, [^end]
^end:
  llvm.return
}
