// Every production of the language reference's grammar, in all three forms. What mlir-opt 22 prints is in Inputs.

// RUN: terrace-opt --allow-unregistered-dialect --split-input-file --verify-roundtrip %s -o %t
// RUN: diff %t %S/Inputs/grammar.txt
// RUN: terrace-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s -o %t.generic
// RUN: diff %t.generic %S/Inputs/grammar-generic.txt
// RUN: terrace-opt --allow-unregistered-dialect --split-input-file %t.generic | diff - %S/Inputs/grammar.txt

// toplevel := (operation | attribute-alias-def | type-alias-def)*
#attribute = 42 : i32
!type = tuple<i32, f32>
"a.op"() {attribute = #attribute} : () -> !type
#later = "used by nobody"

// -----

// toplevel, repeated zero times

// -----

// integer-literal ::= decimal-literal | hexadecimal-literal
// decimal-literal ::= digit+; hexadecimal-literal ::= `0x` hex_digit+
"a.op"() {a = 0, b = 0123456789, c = 0x0123456789abcdef, d = 0xABCDEF, e = -7 : i8} : () -> ()

// -----

// float-literal ::= [-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?
"a.op"() {a = 1.0, b = -1., c = 2.5e3, d = 2.5E+3, e = 2.5e-3, f = -0.0 : f32} : () -> ()

// -----

// string-literal ::= `"` [^"\n\f\v\r]* `"`
"a.op"() {a = "", b = "two words", c = "// no comment", d = "\22\\\n\t\0A", e = "é"} : () -> ()

// -----

// bare-id ::= (letter|[_]) (letter|digit|[_$.])*
"a.op"() {a, _b, c1, _, d_e$f.g, H} : () -> ()

// -----

// bare-id-list ::= bare-id (`,` bare-id)*
"a.op"() {one = affine_map<(d0)[] -> (d0)>, three = affine_map<(i, _j, k1)[N, M_$.x] -> (i + N, _j - M_$.x, k1)>} : () -> ()

// -----

// value-id ::= `%` suffix-id
// suffix-id ::= (digit+ | ((letter|id-punct) (letter|id-punct|digit)*))
%0 = "a.op"() : () -> i32
%042 = "a.op"() : () -> i32
%name = "a.op"() : () -> i32
%$ = "a.op"() : () -> i32
%._- = "a.op"() : () -> i32
%a.b_c-d$1 = "a.op"() : () -> i32
"a.use"(%0, %042, %name, %$, %._-, %a.b_c-d$1) : (i32, i32, i32, i32, i32, i32) -> ()

// -----

// symbol-ref-id ::= `@` (suffix-id | string-literal) (`::` symbol-ref-id)?
// Those that begin with a digit or `$` are strings: see rejected.mlir.
"a.op"() {a = @f, b = @"42", c = @"a string", d = @a::@b, e = @a::@"b c"::@"$d.e-f"::@_g.h} : () -> ()

// -----

// value-id-list ::= value-id (`,` value-id)*
// value-use ::= value-id (`#` decimal-literal)?; value-use-list ::= value-use (`,` value-use)*
func.func @value_uses(%a: i1, %b: i32) {
  %pair:2 = "a.op"(%a) : (i1) -> (i32, i64)
  "a.op"(%pair#1, %pair#0, %pair, %b) : (i64, i32, i32, i32) -> ()
  return
}

// -----

// operation ::= op-result-list? (generic-operation | custom-operation) trailing-location?
// op-result-list ::= op-result (`,` op-result)* `=`; op-result ::= value-id (`:` integer-literal)?
func.func @operations(%x: i32) {
  %a = arith.addi %x, %x : i32
  %b = "arith.addi"(%a, %x) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
  %c, %d:2, %e = "a.op"(%b) : (i32) -> (i1, i2, i3, i4)
  "a.op"(%c, %d#0, %d#1, %e) : (i1, i2, i3, i4) -> () loc("file.c":1:2)
  return loc(unknown)
}

// -----

// generic-operation ::= string-literal `(` value-use-list? `)` successor-list? dictionary-properties? region-list?
//                       dictionary-attribute? `:` function-type
// dictionary-properties ::= `<` dictionary-attribute `>`; region-list ::= `(` region (`,` region)* `)`
// dictionary-attribute ::= `{` (attribute-entry (`,` attribute-entry)*)? `}`
"a.outer"() ({
  %x = "a.op"() : () -> i64
  "a.branch"(%x)[^bb1, ^bb2] <{inherent = 1 : i8, name = "n"}> ({
    "a.op"() {} : () -> ()
  }, {
  }) {discardable, other = [1, 2]} : (i64) -> ()
^bb1:
  "a.branch"()[^bb2] : () -> ()
^bb2:
  "a.end"() : () -> ()
}) : () -> ()

// -----

// custom-operation ::= bare-id custom-operation-format
func.func @custom(%c: i1, %x: index, %m: memref<4xf32>) -> index {
  %0 = scf.if %c -> index {
    scf.yield %x : index
  } else {
    %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%x)
    scf.yield %1 : index
  }
  return %0 : index
}

// -----

// trailing-location ::= `loc` `(` location `)`
#alias = loc("alias.c":7:8)
"a.op"() : () -> () loc("file.c":1:2)
"a.op"() : () -> () loc("file.c":1:2 to 3:4)
"a.op"() : () -> () loc("name"("file.c":1:2))
"a.op"() : () -> () loc(callsite("callee" at "file.c":1:2))
"a.op"() : () -> () loc(fused<"meta">["a", #alias, unknown])
"a.op"() : () -> () loc(#alias)

// -----

// block ::= block-label operation+; block-label ::= block-id block-arg-list? `:`; block-id ::= caret-id
// caret-id ::= `^` suffix-id; value-id-and-type ::= value-id `:` type
// value-id-and-type-list ::= value-id-and-type (`,` value-id-and-type)*
// block-arg-list ::= `(` value-id-and-type-list? `)`
func.func @blocks() {
^entry():
  %0:2 = "a.op"() : () -> (i32, f32)
  cf.br ^1(%0#0, %0#1 : i32, f32)
^1(%a: i32, %b: f32):
  cf.br ^b.l-o_c$k
^b.l-o_c$k:
  return
}

// -----

// region ::= `{` entry-block? block* `}`; entry-block ::= operation+
"a.op"() ({}, {
  "a.op"() : () -> ()
}, {
  "a.branch"()[^bb1] : () -> ()
^bb1:
  "a.end"() : () -> ()
}, {
^bb0(%arg: i32):
  "a.end"(%arg) : (i32) -> ()
}) : () -> ()

// -----

// type ::= type-alias | dialect-type | builtin-type; type-alias-def ::= `!` alias-name `=` type; type-alias ::= `!` alias-name
// type-list-no-parens ::= type (`,` type)*; type-list-parens ::= `(` `)` | `(` type-list-no-parens `)`
// One type before the arrow is in parentheses: see rejected.mlir.
// function-type ::= (type | type-list-parens) `->` (type | type-list-parens)
!avx_m128 = vector<4 x f32>
%x = "a.op"() : () -> !avx_m128
"a.op"(%x) {a = () -> (), b = (i32) -> f32, c = (i32) -> (i1, i2), d = (i32, !avx_m128) -> (() -> i1)} : (!avx_m128) -> ()

// -----

// ssa-use ::= value-use; ssa-use-and-type ::= ssa-use `:` type
// ssa-use-and-type-list ::= ssa-use-and-type (`,` ssa-use-and-type)*
func.func @uses_and_types(%t: tensor<?xf32>, %s: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  return %s, %t : tensor<?xf32>, tensor<?xf32>
}

// -----

// dialect-type ::= `!` (opaque-dialect-type | pretty-dialect-type); dialect-namespace ::= bare-id
// opaque-dialect-type ::= dialect-namespace dialect-type-body
// pretty-dialect-type ::= dialect-namespace `.` pretty-dialect-type-lead-ident dialect-type-body?
// dialect-type-body ::= `<` dialect-type-contents+ `>`
"a.op"() : () -> (!tf<string>, !foo<something<abcd>>, !foo<"a123^^^" + bar>, !tf.string, !foo.something<abcd>, !foo.a.b_1<[x]{y}(z)<"w">>)

// -----

// attribute-entry ::= (bare-id | string-literal) `=` attribute-value
// attribute-value ::= attribute-alias | dialect-attribute | builtin-attribute
#map = affine_map<(d0) -> (d0 + 10)>
"a.op"() {bare = unit, "a string" = #map, dialect = #foo<x>, builtin = [#map, {nested = true}]} : () -> ()

// -----

// attribute-alias-def ::= `#` alias-name `=` attribute-value; attribute-alias ::= `#` alias-name
#one = 1 : i64
#two = [#one, #one]
"a.op"() {a = #two, b = #one} : () -> ()

// -----

// dialect-attribute ::= `#` (opaque-dialect-attribute | pretty-dialect-attribute)
// opaque-dialect-attribute ::= dialect-namespace dialect-attribute-body
// pretty-dialect-attribute ::= dialect-namespace `.` pretty-dialect-attribute-lead-ident dialect-attribute-body?
"a.op"() {a = #foo<string<"">>, b = #foo<"a123^^^" + bar>, c = #foo.string<"">, d = #foo.bare, e = #foo.x<(a)[b]{c}<d>>} : () -> ()
