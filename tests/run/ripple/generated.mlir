// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v3 -ffreestanding -O3 -w -c %S/Inputs/generated.c -o %t.o
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=haswell -ffreestanding -O2 -w -c %S/Inputs/generated.c -o %t.o

// The code generator of clang compiles what is written for it.
