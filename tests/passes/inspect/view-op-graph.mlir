// The graph as Graphviz text; as an image where a file is named for one.
// RUN: terrace-opt %s --view-op-graph -o /dev/null 2>&1 | FileCheck %s
// RUN: terrace-opt %s --view-op-graph='print-attrs=false print-control-flow-edges' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLOW
// RUN: terrace-opt %s --view-op-graph=svg=%t.svg | FileCheck %s --check-prefix=IR
// RUN: FileCheck %s --check-prefix=SVG < %t.svg

func.func @branch_argument(%a: i32) -> i32 {
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  cf.br ^bb1(%a : i32)
^bb1(%u: i32):
  return %u : i32
}

// CHECK:      digraph G {
// CHECK-NEXT:   compound = true;
// CHECK-NEXT:   subgraph cluster_1 {
// CHECK-NEXT:     v2 [label = " ", shape = plain];
// CHECK-NEXT:     label = "builtin.module : ()\l";
// CHECK-NEXT:     subgraph cluster_3 {
// CHECK-NEXT:       v4 [label = " ", shape = plain];
// CHECK-NEXT:       label = "";
// CHECK-NEXT:       subgraph cluster_5 {
// CHECK-NEXT:         v6 [label = " ", shape = plain];
// CHECK-NEXT:         label = "func.func : ()\lfunction_type: (i32) -\> i32\lsym_name: \"branch_argument\"\l";
// CHECK-NEXT:         subgraph cluster_7 {
// CHECK-NEXT:           v8 [label = " ", shape = plain];
// CHECK-NEXT:           label = "";
// CHECK-NEXT:           v9 [label = "<res_arg0> %arg0 i32", shape = Mrecord];
// CHECK-NEXT:           v10 [fillcolor = "0.000000 0.3 0.95", label = "{arith.constant\l\lvalue: dense\<[1, 2]\> : tens...\l|{<res_cst> %cst tensor\<2xi32\>}}", shape = Mrecord, style = filled];
// CHECK-NEXT:           v11 [fillcolor = "0.200000 0.3 0.95", label = "{{[{][{]}}<arg_arg0> %arg0}|cf.br\l}", shape = Mrecord, style = filled];
// CHECK-NEXT:         }
// CHECK-NEXT:         subgraph cluster_12 {
// CHECK-NEXT:           v13 [label = " ", shape = plain];
// CHECK-NEXT:           label = "";
// CHECK-NEXT:           v14 [label = "<res_0> %0 i32", shape = Mrecord];
// CHECK-NEXT:           v15 [fillcolor = "0.400000 0.3 0.95", label = "{{[{][{]}}<arg_0> %0}|func.return\l}", shape = Mrecord, style = filled];
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   v9:res_arg0:s -> v11:arg_arg0:n[style = solid];
// CHECK-NEXT:   v14:res_0:s -> v15:arg_0:n[style = solid];
// CHECK-NEXT: }

// FLOW:     label = "func.func : ()";
// FLOW:     v10 -> v11[style = dashed];
// FLOW:     v9:res_arg0:s -> v11:arg_arg0:n[style = solid];

// IR: func.func @branch_argument
// SVG: <svg xmlns="http://www.w3.org/2000/svg"
// SVG: <text {{.*}}>func.return %0</text>
// SVG: <path
// SVG: </svg>
