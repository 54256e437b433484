// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/byte-pairs.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/byte-pairs.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc -O3 -march=native -mprefer-vector-width=256 -DLANES=100 -w %S/Inputs/byte-pairs.c -o %t.odd
// RUN: %t.odd | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -DLANES=8 -w %S/Inputs/byte-pairs.c -o %t.small
// RUN: %t.small | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -S -w %S/Inputs/byte-pairs.c -o - | FileCheck %s --check-prefix=AVX2
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v3 -O0 -S -emit-llvm -w %S/Inputs/byte-pairs.c -o - | FileCheck %s --check-prefix=FROZEN

// Weighted sums of pairs of bytes are one multiplication, unless it might saturate.

// CHECK: 0 wrong

// AVX2-LABEL: constants:
// AVX2-NOT: vpmullw
// AVX2: vpmaddubsw
// AVX2-LABEL: constants_plain:

// AVX2-LABEL: most:
// AVX2-NOT: vpmullw
// AVX2: vpmaddubsw
// AVX2-LABEL: most_plain:

// AVX2-LABEL: above_most:
// AVX2-NOT: vpmaddubsw
// AVX2-LABEL: above_most_plain:

// AVX2-LABEL: negative:
// AVX2: vpmaddubsw
// AVX2-LABEL: negative_plain:

// AVX2-LABEL: too_negative:
// AVX2-NOT: vpmaddubsw
// AVX2-LABEL: too_negative_plain:

// A branch tests weights that are computed, which may be poison where no element is active.
// FROZEN: %[[SMALL:.*]] = freeze i1
// FROZEN: br i1 %[[SMALL]]
// FROZEN: call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(
