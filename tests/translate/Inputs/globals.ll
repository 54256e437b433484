; Variables with constants of all kinds, aliases, comdats, and functions that run at the start.
source_filename = "globals.c"

$chosen = comdat largest
%list = type { ptr, i8 }

@numbers = private unnamed_addr constant [3 x i16] [i16 1, i16 -2, i16 300], align 2
@same = global <4 x i32> splat (i32 9)
@odd = global [2 x i24] [i24 5, i24 -6]
@text = internal constant [6 x i8] c"a\0Ab\5Cc\00", section ".rodata"
@zeros = common global [8 x i64] zeroinitializer, align 16
@nested = global [2 x <2 x float>] [<2 x float> <float 1.0, float 2.0>, <2 x float> zeroinitializer]
@pointers = hidden global { ptr, i64, ptr } { ptr getelementptr inbounds ([3 x i16], ptr @numbers, i64 0, i64 1), i64 sub (i64 ptrtoint (ptr @same to i64), i64 ptrtoint (ptr @odd to i64)), ptr null }
@itself = global %list { ptr @itself, i8 undef }
@0 = weak_odr thread_local global half 0xH3C00, comdat($chosen)
@external = external dso_local addrspace(1) global x86_fp80
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @init, ptr @itself }]

@other = dso_local alias [3 x i16], ptr @numbers
@picked = ifunc i32 (i32), ptr @resolver

module asm ".globl marker"
module asm "marker:"

define internal void @init() comdat($chosen) {
  store { i32, [2 x ptr] } { i32 4, [2 x ptr] [ptr @init, ptr null] }, ptr @zeros
  store { i32, [2 x i8] } zeroinitializer, ptr @zeros
  %1 = load ptr, ptr blockaddress(@jumps, %there)
  ret void
}

define ptr @resolver() {
  ret ptr @jumps
}

define i32 @jumps(i32 %x) {
  indirectbr ptr blockaddress(@jumps, %there), [label %there]
there:
  %y = call i32 @picked(i32 %x)
  ret i32 %y
}
