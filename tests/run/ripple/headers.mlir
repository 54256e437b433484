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
// RUN: echo '#include <ripple_math.h>' > %t.c
// RUN: terrace ripple-cc -Werror -DBLOCK=+ -DDIMS=+ -DN=+ -DOFFSET=+ -DSET=+ -DT=+ -Da=+ -Dall=+ -Db=+ -Dblock=+ -Dboth=+ -Dcount=+ -Ddim=+ -Ddims=+ -Deach=+ -Dexponent=+ -Dflags=+ -Dfrom=+ -Dholds=+ -Did=+ -Dindex=+ -Dk=+ -Dn=+ -Dpack=+ -Dpair=+ -Dpe=+ -Dset=+ -Dtotal=+ -Dvalue=+ -Dvector=+ -Dx=+ -Dy=+ -Dz=+ -Dunused=+ -fsyntax-only %t.c
// RUN: echo '#include <ripple/zip.h>' > %t.cpp
// RUN: terrace ripple-c++ -Werror -DBLOCK=+ -DDIMS=+ -DN=+ -DOFFSET=+ -DSET=+ -DT=+ -Da=+ -Db=+ -Dblock=+ -Dboth=+ -Ddim=+ -Ddims=+ -Deach=+ -Dk=+ -Dn=+ -Dtotal=+ -Dx=+ -Dy=+ -Dz=+ -include ripple_math.h -fsyntax-only %t.cpp
// RUN: not terrace ripple-cc -E %S/Inputs/header.c -UPRAGMAS -o %t.i -DRIPPLE_NOTHING -funknown-option 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: terrace ripple-cc -E %S/Inputs/header.c -o %t.i
// RUN: FileCheck %s --check-prefix=PREPROCESSED < %t.i
// RUN: terrace ripple-cc -std=gnu11 -fsyntax-only %t.i

// The headers are C99 to C23 and C++11 to C++23, without warnings. What programs define as macros does not matter: all names of
// the headers' own are reserved. Their directory has a name that is the same in every run.

// UNKNOWN: error: unknown argument: '-funknown-option'
// PREPROCESSED: # 1 "<terrace>/ripple.h" 1 3
