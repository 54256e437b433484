// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -DNAME=\"linked\" %S/Inputs/driver-main.c %S/Inputs/driver-other.c -o %t -lm
// RUN: %t | FileCheck %s --check-prefix=LINKED
// RUN: terrace ripple-cc -c "-DNAME=\"object\"" %S/Inputs/driver-main.c -o %t.main.o -MD -MP -MF %t.d
// RUN: FileCheck %s --check-prefix=DEPENDENCIES < %t.d
// RUN: terrace ripple-cc -x c -c %S/Inputs/driver-other.c -o %t.other.o
// RUN: terrace ripple-cc %t.main.o %t.other.o -o %t
// RUN: %t | FileCheck %s --check-prefix=OBJECT
// RUN: terrace ripple-cc -S -O1 -DNAME=0 %S/Inputs/driver-main.c -o - | FileCheck %s --check-prefix=ASSEMBLY
// RUN: terrace ripple-cc -S -emit-llvm -O1 -g -DNAME=0 %S/Inputs/driver-main.c -o - | FileCheck %s --check-prefix=LLVM
// RUN: echo "-c '-DNAME=\"file\"' -O1" > %t.rsp
// RUN: terrace ripple-cc @%t.rsp %S/Inputs/driver-main.c -o %t.main.o
// RUN: terrace ripple-cc %t.main.o %t.other.o -o %t
// RUN: %t | FileCheck %s --check-prefix=FILE
// RUN: terrace ripple-cc -M -DNAME=0 %S/Inputs/driver-main.c | FileCheck %s --check-prefix=DEPENDENCIES
// RUN: terrace ripple-cc -### -O2 -c %S/Inputs/driver-main.c 2>&1 | FileCheck %s --check-prefix=COMMANDS
// RUN: terrace ripple-cc --version | FileCheck %s --check-prefix=VERSION
// RUN: terrace ripple-cc --help | FileCheck %s --check-prefix=HELP
// RUN: not terrace ripple-cc -c %S/Inputs/driver-main.c %S/Inputs/driver-other.c -o %t.o 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// RUN: terrace ripple-cc -fripple-lib=x.bc -DNAME=0 -Wno-format -c %S/Inputs/driver-main.c -o %t.o 2>&1 | FileCheck %s --check-prefix=LIB
// RUN: not terrace ripple-cc -fripple-lib 2>&1 | FileCheck %s --check-prefix=LIBVALUE
// RUN: terrace ripple-cc -### -fno-ripple-math -fripple-lib=y.ll -fdisable-ripple-lib "-fripple-lib=a b.ll" -fripple-lib c.ll -c %S/Inputs/driver-main.c 2>&1 | FileCheck %s --check-prefix=LIBS
// RUN: terrace ripple-cc -ftrapv -ffp-model=strict -O2 -DNAME=0 -Wno-format -S -emit-llvm %S/Inputs/driver-main.c -o - 2>&1 | FileCheck %s --check-prefix=SCALARS
// RUN: not terrace ripple-cc -c %t.nothing.c -o %t.o 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not terrace ripple-cc -o 2>&1 | FileCheck %s --check-prefix=VALUE

// The driver takes clang's command line.

// LINKED: 20 linked
// OBJECT: 20 object
// FILE: 20 file
// DEPENDENCIES-NOT: ripple.h
// DEPENDENCIES: driver-main.c
// DEPENDENCIES: driver-other.h
// DEPENDENCIES-NOT: ripple.h
// ASSEMBLY: main:
// LLVM: source_filename = "{{.*}}driver-main.c"
// LLVM-NOT: llvm.ripple
// LLVM: <8 x float>
// LLVM: !DIFile(filename: "{{.*}}driver-main.c"
// COMMANDS: "-E" "-dD"
// COMMANDS: "-fno-discard-value-names" "-O2" "-Xclang" "-disable-llvm-passes"
// COMMANDS: "terrace" "translate" "--import-llvm" {{.*}} | "terrace" "opt" {{.*}}"--ripple-vectorize={{[^"]*}}"{{.*}} | "terrace" "translate" "--mlir-to-llvmir" "-o" "[[LL:.*]]"
// COMMANDS: "-O2" "-c" "-x" "ir" "[[LL]]"
// VERSION: clang version
// VERSION: terrace
// HELP: Usage: terrace ripple-cc [options of clang] FILE..
// OUTPUTS: terrace: error: cannot specify -o when generating multiple output files
// LIB: warning: library '{{.*}}x.bc' cannot be read: {{.+}} [ripple-lib-name]
// LIBVALUE: terrace: error: argument to '-fripple-lib' is missing (expected 1 value)
// LIBS: "--ripple-vectorize=remarks=false warnings=true math=false library=\"{{.*}}a b.ll\",\"{{.*}}c.ll\""
// SCALARS: terrace: warning: option '-ftrapv' has no effect on '{{.*}}driver-main.c', which uses Ripple
// SCALARS: terrace: warning: option '-ffp-model=strict' has no effect on '{{.*}}driver-main.c', which uses Ripple
// SCALARS-NOT: with.overflow
// SCALARS-NOT: constrained
// SCALARS: <8 x float>
// NOTHING: error: no such file or directory
// VALUE: terrace: error: argument to '-o' is missing (expected 1 value)
