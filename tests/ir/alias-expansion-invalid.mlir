// Aliases that double with each definition are refused before anybody writes them out.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
#a0 = [1]
#a1 = [#a0, #a0]
#a2 = [#a1, #a1]
#a3 = [#a2, #a2]
#a4 = [#a3, #a3]
#a5 = [#a4, #a4]
#a6 = [#a5, #a5]
#a7 = [#a6, #a6]
#a8 = [#a7, #a7]
#a9 = [#a8, #a8]
#a10 = [#a9, #a9]
#a11 = [#a10, #a10]
#a12 = [#a11, #a11]
#a13 = [#a12, #a12]
#a14 = [#a13, #a13]
#a15 = [#a14, #a14]
#a16 = [#a15, #a15]
#a17 = [#a16, #a16]
#a18 = [#a17, #a17]
#a19 = [#a18, #a18]
#a20 = [#a19, #a19]
#a21 = [#a20, #a20]
#a22 = [#a21, #a21]
// expected-error@+1 {{attribute alias 'a23' stands for more than}}
#a23 = [#a22, #a22]

// -----

!a0 = tuple<i32>
!a1 = tuple<!a0, !a0>
!a2 = tuple<!a1, !a1>
!a3 = tuple<!a2, !a2>
!a4 = tuple<!a3, !a3>
!a5 = tuple<!a4, !a4>
!a6 = tuple<!a5, !a5>
!a7 = tuple<!a6, !a6>
!a8 = tuple<!a7, !a7>
!a9 = tuple<!a8, !a8>
!a10 = tuple<!a9, !a9>
!a11 = tuple<!a10, !a10>
!a12 = tuple<!a11, !a11>
!a13 = tuple<!a12, !a12>
!a14 = tuple<!a13, !a13>
!a15 = tuple<!a14, !a14>
!a16 = tuple<!a15, !a15>
!a17 = tuple<!a16, !a16>
!a18 = tuple<!a17, !a17>
!a19 = tuple<!a18, !a18>
!a20 = tuple<!a19, !a19>
!a21 = tuple<!a20, !a20>
// expected-error@+1 {{type alias 'a22' stands for more than}}
!a22 = tuple<!a21, !a21>

// -----

!a0 = () -> i32
!a1 = (!a0) -> !a0
!a2 = (!a1) -> !a1
!a3 = (!a2) -> !a2
!a4 = (!a3) -> !a3
!a5 = (!a4) -> !a4
!a6 = (!a5) -> !a5
!a7 = (!a6) -> !a6
!a8 = (!a7) -> !a7
!a9 = (!a8) -> !a8
!a10 = (!a9) -> !a9
!a11 = (!a10) -> !a10
!a12 = (!a11) -> !a11
!a13 = (!a12) -> !a12
!a14 = (!a13) -> !a13
!a15 = (!a14) -> !a14
!a16 = (!a15) -> !a15
!a17 = (!a16) -> !a16
!a18 = (!a17) -> !a17
!a19 = (!a18) -> !a18
!a20 = (!a19) -> !a19
!a21 = (!a20) -> !a20
// expected-error@+1 {{type alias 'a22' stands for more than}}
!a22 = (!a21) -> !a21

// -----

#a0 = {k = 1 : i32}
#a1 = {k = #a0, l = #a0, m = #a0}
#a2 = {k = #a1, l = #a1, m = #a1}
#a3 = {k = #a2, l = #a2, m = #a2}
#a4 = {k = #a3, l = #a3, m = #a3}
#a5 = {k = #a4, l = #a4, m = #a4}
#a6 = {k = #a5, l = #a5, m = #a5}
#a7 = {k = #a6, l = #a6, m = #a6}
#a8 = {k = #a7, l = #a7, m = #a7}
#a9 = {k = #a8, l = #a8, m = #a8}
#a10 = {k = #a9, l = #a9, m = #a9}
#a11 = {k = #a10, l = #a10, m = #a10}
#a12 = {k = #a11, l = #a11, m = #a11}
#a13 = {k = #a12, l = #a12, m = #a12}
// expected-error@+1 {{attribute alias 'a14' stands for more than}}
#a14 = {k = #a13, l = #a13, m = #a13}

// -----

// Each is used once by the next: nothing grows.
#a0 = [1]
#a1 = [#a0, 1]
#a2 = [#a1, 1]
"test.uses"() {a = #a2, b = #a2} : () -> ()

// -----

// Locations are printed with their aliases.
"test.located"() : () -> () loc(#a40)
#a0 = loc("x")
#a1 = loc(callsite(#a0 at #a0))
#a2 = loc(callsite(#a1 at #a1))
#a3 = loc(callsite(#a2 at #a2))
#a4 = loc(callsite(#a3 at #a3))
#a5 = loc(callsite(#a4 at #a4))
#a6 = loc(callsite(#a5 at #a5))
#a7 = loc(callsite(#a6 at #a6))
#a8 = loc(callsite(#a7 at #a7))
#a9 = loc(callsite(#a8 at #a8))
#a10 = loc(callsite(#a9 at #a9))
#a11 = loc(callsite(#a10 at #a10))
#a12 = loc(callsite(#a11 at #a11))
#a13 = loc(callsite(#a12 at #a12))
#a14 = loc(callsite(#a13 at #a13))
#a15 = loc(callsite(#a14 at #a14))
#a16 = loc(callsite(#a15 at #a15))
#a17 = loc(callsite(#a16 at #a16))
#a18 = loc(callsite(#a17 at #a17))
#a19 = loc(callsite(#a18 at #a18))
#a20 = loc(callsite(#a19 at #a19))
#a21 = loc(callsite(#a20 at #a20))
#a22 = loc(callsite(#a21 at #a21))
#a23 = loc(callsite(#a22 at #a22))
#a24 = loc(callsite(#a23 at #a23))
#a25 = loc(callsite(#a24 at #a24))
#a26 = loc(callsite(#a25 at #a25))
#a27 = loc(callsite(#a26 at #a26))
#a28 = loc(callsite(#a27 at #a27))
#a29 = loc(callsite(#a28 at #a28))
#a30 = loc(callsite(#a29 at #a29))
#a31 = loc(callsite(#a30 at #a30))
#a32 = loc(callsite(#a31 at #a31))
#a33 = loc(callsite(#a32 at #a32))
#a34 = loc(callsite(#a33 at #a33))
#a35 = loc(callsite(#a34 at #a34))
#a36 = loc(callsite(#a35 at #a35))
#a37 = loc(callsite(#a36 at #a36))
#a38 = loc(callsite(#a37 at #a37))
#a39 = loc(callsite(#a38 at #a38))
#a40 = loc(callsite(#a39 at #a39))
