// RUN: terrace-test-opt %s --allow-unregistered-dialect --test-generic-ir-visitors | FileCheck %s --check-prefix=ALL
// RUN: terrace-test-opt %s --allow-unregistered-dialect --test-generic-ir-visitors-interrupt | FileCheck %s --check-prefix=STOP
// RUN: terrace-test-opt %s --allow-unregistered-dialect --test-generic-ir-block-visitors-interrupt | FileCheck %s --check-prefix=BLOCKS
// RUN: terrace-test-opt %s --allow-unregistered-dialect --test-generic-ir-region-visitors-interrupt | FileCheck %s --check-prefix=REGIONS

// ALL: step 0 op 'builtin.module' before all regions
// ALL-NEXT: step 1 op 'a.two' before all regions
// ALL-NEXT: step 2 op 'a.in' before all regions
// ALL-NEXT: step 3 op 'a.two' before region #1
// ALL-NEXT: step 4 op 'a.in' before all regions
// ALL-NEXT: step 5 op 'a.two' before region #2
// ALL-NEXT: step 6 op 'a.two' after all regions
// ALL-NEXT: step 7 op 'a.skipped' before all regions
// ALL-NEXT: step 8 op 'a.in' before all regions
// ALL-NEXT: step 9 op 'a.skipped' after all regions
// ALL-NEXT: step 10 op 'a.stop' before all regions
// ALL-NEXT: step 11 op 'builtin.module' after all regions

// STOP: step 0 op 'builtin.module' before all regions
// STOP-NEXT: step 1 op 'a.two' before all regions
// STOP-NEXT: step 2 op 'a.in' before all regions
// STOP-NEXT: step 3 walk was interrupted
// STOP-NOT: step

// BLOCKS: step 0{{$}}
// BLOCKS-NEXT: step 1{{$}}
// BLOCKS-NEXT: step 2{{$}}
// BLOCKS-NEXT: step 3 walk was interrupted
// BLOCKS-NOT: step

// REGIONS: step 0{{$}}
// REGIONS-NEXT: step 1{{$}}
// REGIONS-NEXT: step 2{{$}}
// REGIONS-NEXT: step 3{{$}}
// REGIONS-NEXT: step 4 walk was interrupted
// REGIONS-NOT: step
"a.two"() ({
  "a.in"() : () -> ()
}, {
  "a.in"() : () -> ()
}, {}) {skip_after_region = 0 : i32} : () -> ()
"a.skipped"() ({
  "a.in"() : () -> ()
}) {skip_before_all = true} : () -> ()
"a.stop"() {interrupt_after_all = true, interrupt} : () -> ()
