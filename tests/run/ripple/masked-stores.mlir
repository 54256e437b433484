// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/masked-stores.c -o %t.0 -lm
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/masked-stores.c -o %t.2 -lm
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -march=x86-64-v4 -w -S -emit-llvm %S/Inputs/masked-stores.c -o - | FileCheck %s --check-prefix=MERGED

// Masked stores of branches to one address are one store, and what was loaded before them is not loaded again.

// CHECK: 0 wrong

// MERGED-LABEL: define {{.*}}@branchy(
// MERGED: load <16 x i32>
// MERGED-NOT: masked.load.v16i32
// MERGED: call void @llvm.masked.store.v16f32
// MERGED-NOT: masked.store
// MERGED: call <16 x float> @llvm.masked.load

// A chain of conditions of which each stores to one place is one store of a selection for each condition, without a mask.
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=x86-64-v4 -mprefer-vector-width=512 -S %S/Inputs/brackets.c -o - | FileCheck %s --check-prefix=CHAIN
// CHAIN-LABEL: brackets:
// CHAIN-NOT: kor
// CHAIN-NOT: kand
// CHAIN: vmovups %zmm{{[0-9]+}}, (%r{{[a-z]+}},%r{{[a-z]+}}{{(,4)?}}){{$}}
// CHAIN-NOT: kor
// CHAIN-NOT: kand
// CHAIN: retq
