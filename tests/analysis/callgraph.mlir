// Who calls whom: callees come before their callers among the components.
// RUN: terrace-test-opt %s --test-print-callgraph 2>&1 | FileCheck %s

module attributes {test.name = "calls"} {
  func.func private @outside()
  func.func @leaf() { return }
  func.func @even(%c: i1) {
    call @odd(%c) : (i1) -> ()
    call @leaf() : () -> ()
    return
  }
  func.func private @odd(%c: i1) {
    call @even(%c) : (i1) -> ()
    call @outside() : () -> ()
    return
  }
  func.func private @unused() { return }
  func.func @indirect(%f: () -> ()) {
    call_indirect %f() : () -> ()
    return
  }
}

// CHECK: Testing : "calls"
// CHECK-NEXT: // ---- CallGraph ----
// CHECK-NEXT: // - Node : 'func.func' - Region #0 : {function_type = () -> (), sym_name = "leaf"}
// CHECK-NEXT: //
// CHECK-NEXT: // - Node : 'func.func' - Region #0 : {function_type = (i1) -> (), sym_name = "even"}
// CHECK-NEXT: // -- Call-Edge : 'func.func' - Region #0 : {function_type = (i1) -> (), sym_name = "odd", sym_visibility = "private"}
// CHECK-NEXT: // -- Call-Edge : 'func.func' - Region #0 : {function_type = () -> (), sym_name = "leaf"}
// CHECK-NEXT: //
// CHECK-NEXT: // - Node : 'func.func' - Region #0 : {function_type = (i1) -> (), sym_name = "odd", sym_visibility = "private"}
// CHECK-NEXT: // -- Call-Edge : 'func.func' - Region #0 : {function_type = (i1) -> (), sym_name = "even"}
// CHECK-NEXT: // -- Call-Edge : <Unknown-Callee-Node>
// CHECK-NEXT: //
// CHECK-NEXT: // - Node : 'func.func' - Region #0 : {function_type = () -> (), sym_name = "unused", sym_visibility = "private"}
// CHECK-NEXT: //
// CHECK-NEXT: // - Node : 'func.func' - Region #0 : {function_type = (() -> ()) -> (), sym_name = "indirect"}
// CHECK-NEXT: // -- Call-Edge : <Unknown-Callee-Node>
// CHECK-NEXT: //
// CHECK-NEXT: // -- SCCs --
// CHECK-NEXT: // - SCC :
// CHECK-NEXT: // -- Node :'func.func' - Region #0 : {function_type = () -> (), sym_name = "leaf"}
// CHECK-EMPTY:
// CHECK-NEXT: // - SCC :
// CHECK-NEXT: // -- Node :<Unknown-Callee-Node>
// CHECK-EMPTY:
// CHECK-NEXT: // - SCC :
// CHECK-NEXT: // -- Node :'func.func' - Region #0 : {function_type = (i1) -> (), sym_name = "odd", sym_visibility = "private"}
// CHECK-NEXT: // -- Node :'func.func' - Region #0 : {function_type = (i1) -> (), sym_name = "even"}
// CHECK-EMPTY:
// CHECK-NEXT: // - SCC :
// CHECK-NEXT: // -- Node :'func.func' - Region #0 : {function_type = () -> (), sym_name = "unused", sym_visibility = "private"}
// CHECK-EMPTY:
// CHECK-NEXT: // - SCC :
// CHECK-NEXT: // -- Node :'func.func' - Region #0 : {function_type = (() -> ()) -> (), sym_name = "indirect"}
// CHECK-EMPTY:
// CHECK-NEXT: // - SCC :
// CHECK-NEXT: // -- Node :<External-Caller-Node>
// CHECK-EMPTY:
// CHECK-NEXT: // -------------------
// CHECK-NEXT: module attributes {test.name = "calls"} {
// CHECK-NEXT:   func.func private @outside()
// CHECK-NEXT:   func.func @leaf() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @even(%arg0: i1) {
// CHECK-NEXT:     call @odd(%arg0) : (i1) -> ()
// CHECK-NEXT:     call @leaf() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @odd(%arg0: i1) {
// CHECK-NEXT:     call @even(%arg0) : (i1) -> ()
// CHECK-NEXT:     call @outside() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @unused() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @indirect(%arg0: () -> ()) {
// CHECK-NEXT:     call_indirect %arg0() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
