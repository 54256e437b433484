// RUN: terrace-opt %s --split-input-file | FileCheck %s
// RUN: terrace-opt %s --split-input-file --output-split-marker="// next" | FileCheck %s --check-prefix=MARKER
// RUN: not terrace-opt %s --split-input-file=//// 2>&1 | FileCheck %s --check-prefix=WHOLE

// CHECK: func.func private @same()
// CHECK: {{^}}// {{-----$}}
// CHECK: func.func private @same()
// MARKER: {{^}}// next{{$}}
// WHOLE: error: redefinition of symbol named 'same'
func.func private @same()

// -----

func.func private @same()
