// RUN: terrace-opt %s --buffer-deallocation --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@below {{Only structured control-flow loops are supported.}}
func.func @loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// -----

func.func @regions(%c: i1) {
  // expected-error@below {{All operations with attached regions need to implement the RegionBranchOpInterface.}}
  %0 = "unregistered.op"() ({
    "unregistered.end"() : () -> ()
  }) : () -> memref<2xf32>
  return
}

// -----

// Each is reported, those inside before those around them.
func.func @nested_regions() {
  // expected-error@below {{All operations with attached regions need to implement the RegionBranchOpInterface.}}
  %0 = "unregistered.op"() ({
    // expected-error@below {{All operations with attached regions need to implement the RegionBranchOpInterface.}}
    %1 = "unregistered.op"() ({
      "unregistered.end"() : () -> ()
    }) : () -> memref<2xf32>
    "unregistered.silent"() ({
      // expected-error@below {{All operations with attached regions need to implement the RegionBranchOpInterface.}}
      "unregistered.two"() ({
        "unregistered.end"() : () -> ()
      }, {
        "unregistered.end"() : () -> ()
      }) : () -> ()
      "unregistered.end"() : () -> ()
    }) : () -> ()
    "unregistered.end"() : () -> ()
  }) : () -> memref<2xf32>
  return
}

// -----

func.func @ends(%c: i1, %m: memref<2xf32>) {
  // expected-error@below {{buffers that are needed in several blocks without a common end are not supported}}
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.copy %m, %0 : memref<2xf32> to memref<2xf32>
  return
^bb2:
  memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  return
}
