// What a processor can do, and what the features that are named add and take away.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --llvm-target-to-target-features --split-input-file | FileCheck %s

// CHECK: module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "", features = <["+64bit", "+64bit-mode", "+cx8", "+fast-15bytenop", "+fast-scalar-fsqrt", "+idivq-to-divl", "+macrofusion", "+slow-3ops-lea", "+sse", "+sse2", "+vzeroupper", "+x87"]>>} {
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "">} {}

// -----

// CHECK: module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "skylake", features = <["+64bit", "+64bit-mode", "+adx", "+aes", "+allow-light-256-bit", "+avx", "+avx2", "+bmi", "+bmi2", "+clflushopt", "+cmov", "+crc32", "+cx16", "+cx8", "+ermsb", "+f16c", "+false-deps-popcnt", "+fast-15bytenop", "+fast-gather", "+fast-scalar-fsqrt", "+fast-shld-rotate", "+fast-variable-crosslane-shuffle", "+fast-variable-perlane-shuffle", "+fast-vector-fsqrt", "+fma", "+fsgsbase", "+fxsr", "+idivq-to-divl", "+invpcid", "+lzcnt", "+macrofusion", "+mmx", "+movbe", "+no-bypass-delay-blend", "+no-bypass-delay-mov", "+no-bypass-delay-shuffle", "+nopl", "+pclmul", "+popcnt", "+prfchw", "+rdrnd", "+rdseed", "+sahf", "+slow-3ops-lea", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+vzeroupper", "+x87", "+xsave", "+xsavec", "+xsaveopt", "+xsaves"]>>} {
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "skylake">} {}

// -----

// CHECK: module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "x86-64-v2", features = <["+64bit", "+64bit-mode", "+cmov", "+crc32", "+cx16", "+cx8", "+false-deps-popcnt", "+fast-15bytenop", "+fast-scalar-fsqrt", "+fast-shld-rotate", "+fxsr", "+idivq-to-divl", "+macrofusion", "+mmx", "+nopl", "+popcnt", "+sahf", "+slow-3ops-lea", "+slow-unaligned-mem-32", "+sse", "+sse2", "+vzeroupper", "+x87"]>>} {
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "x86-64-v2", features = <["+avx512f", "-sse3"]>>} {}
