// Labels of clusters hold names and types as they are; attributes there, and records, are escaped.
// RUN: terrace-opt %s --allow-unregistered-dialect --view-op-graph -o /dev/null 2>&1 | FileCheck %s

// CHECK: label = "scf.if : (vector<4xf32>)\l";
// CHECK: label = "test.q<>|{} : ()\l";
// CHECK: label = "test.z : ()\ly: \"\<tag\> \{x\}\"\l";
func.func @types_and_names_are_not_escaped(%c: i1, %v: vector<4xf32>) {
  %r = scf.if %c -> vector<4xf32> {
    scf.yield %v : vector<4xf32>
  } else {
    scf.yield %v : vector<4xf32>
  }
  "test.q<>|{}"() ({ }) : () -> ()
  "test.z"() ({ }) {y = "<tag> {x}"} : () -> ()
  return
}
