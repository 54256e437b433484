// REQUIRES: clang
// RUN: terrace ripple-cc -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.c
// RUN: terrace ripple-cc -std=gnu11 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.c
// RUN: terrace ripple-cc -std=c17 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.c
// RUN: terrace ripple-cc -std=c23 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.c
// RUN: terrace ripple-c++ -std=c++11 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.cpp
// RUN: terrace ripple-c++ -std=c++14 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.cpp
// RUN: terrace ripple-c++ -std=gnu++17 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.cpp
// RUN: terrace ripple-c++ -std=c++20 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.cpp
// RUN: terrace ripple-c++ -std=c++23 -Wall -Wextra -pedantic -Werror -fsyntax-only %S/Inputs/header.cpp
// RUN: not terrace ripple-cc -E %S/Inputs/header.c -UPRAGMAS -o %t.i -DRIPPLE_NOTHING -funknown-option 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: terrace ripple-cc -E %S/Inputs/header.c -o %t.i
// RUN: FileCheck %s --check-prefix=PREPROCESSED < %t.i
// RUN: terrace ripple-cc -std=gnu11 -fsyntax-only %t.i

// The headers are C99 to C23 and C++11 to C++23, without warnings. Their directory has a name that is the same in every run.

// UNKNOWN: error: unknown argument: '-funknown-option'
// PREPROCESSED: # 1 "<terrace>/ripple.h" 1 3
