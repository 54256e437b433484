// RUN: not terrace-opt --allow-unregistered-dialect --split-input-file %s 2>&1 | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect --split-input-file %s --verify-diagnostics

// Regions of an isolated op see the names around the op, but may use no value of them.

// CHECK: [[@LINE+9]]:5: error: 't.use' op using value defined outside the region
// CHECK-NEXT: "t.use"(%b, %a)
// CHECK: [[@LINE+7]]:5: note: see current operation: "t.use"(<<UNKNOWN SSA VALUE>>, <<UNKNOWN SSA VALUE>>) : (f32, i32) -> ()
// CHECK: [[@LINE+4]]:3: note: required by region isolation constraints
func.func @uses(%a: i32) {
  %b = "t.def"() : () -> f32
  // expected-note @below {{required by region isolation constraints}}
  "builtin.module"() ({
    // expected-error @below {{'t.use' op using value defined outside the region}}
    "t.use"(%b, %a) : (f32, i32) -> ()
  }) : () -> ()
  return
}

// -----

func.func @later() {
  // expected-note @below {{required by region isolation constraints}}
  builtin.module {
    func.func private @declaration()
    "t.nest"() ({
      // expected-error @below {{'t.use' op using value defined outside the region}}
      "t.use"(%pack#1) : (i32) -> ()
    }) : () -> ()
  }
  %pack:2 = "t.def"() : () -> (f32, i32)
  return
}

// -----

func.func @other_type() {
  "builtin.module"() ({
    // expected-note @below {{previously used here with type 'i32'}}
    "t.use"(%a) : (i32) -> ()
  }) : () -> ()
  // expected-error @below {{definition of SSA value '%a#0' has type 'f32'}}
  %a = "t.def"() : () -> f32
  return
}

// -----

func.func @nowhere() {
  "builtin.module"() ({
    // expected-error @below {{use of undeclared SSA value name}}
    "t.use"(%a) : (i32) -> ()
  }) : () -> ()
  return
}

// -----

// expected-note @below {{previously defined here}}
func.func @again(%a: i32) {
  "builtin.module"() ({
    // expected-error @below {{redefinition of SSA value '%a'}}
    %a = "t.def"() : () -> i32
  }) : () -> ()
  return
}

// -----

// expected-note @below {{previously referenced here}}
func.func @argument(%a: i32) {
  builtin.module {
    // expected-error @below {{region entry argument '%a' is already in use}}
    func.func @inner(%a: i32) {
      return
    }
  }
  return
}
