// RUN: terrace-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @below {{name of operation should not contain uppercase letters}}
irdl.dialect @d { irdl.operation @A { } }

// -----

// expected-error @below {{redefinition of symbol named 'a'}}
// expected-note @below {{see existing symbol definition here}}
irdl.dialect @d { irdl.type @a { %0 = irdl.any } irdl.operation @a }

// -----

// expected-error @below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.results}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.any irdl.results(r: %0) irdl.results(r: %0) } }

// -----

// expected-error @below {{'irdl.results' op name of result #1 is a duplicate of the name of result #0}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.any irdl.results(r: %0, r: %0) irdl.operands(r: %0) } }

// -----

// expected-error @below {{'irdl.operation' op contains a value named 'r' for both its results and operands}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.any irdl.results(r: %0) irdl.operands(r: %0) } }

// -----

// expected-error @below {{'irdl.operation' op contains a value named 'r' for both its results and regions}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.any %1 = irdl.region irdl.results(r: %0) irdl.regions(r: %1) } }

// -----

// expected-error @below {{'irdl.base' op the base type or attribute should be specified by either a name or a reference}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base } }

// -----

// expected-error @below {{'irdl.base' op the base type or attribute should be specified by either a name or a reference}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base @x "!y" } }

// -----

// expected-error @below {{'irdl.base' op the base type or attribute name should start with '!' or '#'}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base "y.x" } }

// -----

// expected-error @below {{'irdl.base' op the base type or attribute name should start with '!' or '#'}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base "" } }

// -----

// expected-error @below {{'irdl.base' op symbol '@a' not found}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base @a } }

// -----

// expected-error @below {{'irdl.base' op symbol '@d::@a' does not refer to a type or attribute definition (refers to 'irdl.operation')}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base @d::@a } }

// -----

// expected-error @below {{'irdl.base' op symbol '@d::@b' not found}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.base @d::@b } }

// -----

// expected-error @below {{'irdl.parametric' op symbol '@d::@a' does not refer to a type or attribute definition (refers to 'irdl.operation')}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.parametric @d::@a<> } }

// -----

// expected-error @below {{'irdl.parametric' op symbol '@b' not found}}
irdl.dialect @d { irdl.operation @a { %0 = irdl.parametric @b<> } }

// -----

// expected-error @below {{expected attribute value}}
irdl.dialect @d { irdl.operation @a { irdl.attributes { a = %0 } } }

// -----

// expected-error @below {{expected attribute value}}
irdl.dialect @d { irdl.operation @a { irdl.attributes { } irdl.operands() %0 = irdl.any_of() } }

// -----

// expected-error @below {{'irdl.parameters' op name of parameter #1 is a duplicate of the name of parameter #0}}
irdl.dialect @d { irdl.type @a { %0 = irdl.any irdl.parameters(a : %0, a : %0) } }

// -----

// expected-error @below {{expected SSA operand}}
irdl.dialect @d { irdl.type @a { %0 = irdl.any irdl.parameters(a : single %0) } }

// -----

// expected-error @below {{custom op 'irdl.parameters' expected valid keyword}}
irdl.dialect @d { irdl.type @a { %0 = irdl.any irdl.parameters(%0) } }

// -----

// expected-error @below {{'irdl.operands' op expects parent op 'irdl.operation'}}
irdl.dialect @d { irdl.type @a { %0 = irdl.any irdl.operands(a: %0) } }

// -----

// expected-error @below {{'irdl.parameters' op the number of parameters and their names must be the same, but got 1 and 0 respectively}}
irdl.dialect @d { irdl.type @a { %0 = irdl.any "irdl.parameters"(%0) {names = []} : (!irdl.attribute) -> () } }

// -----

// expected-error @below {{'irdl.type' op region should have no arguments}}
irdl.dialect @d { irdl.type @a { ^bb0(%a : i32): } }

// -----

// expected-error @below {{'irdl.dialect' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
"irdl.dialect"() ({}) {sym_name = "d"} : () -> ()

// -----

// expected-error @below {{'irdl.type' op expects parent op 'irdl.dialect'}}
irdl.type @a { ^bb0(%a : i32): }

// -----

// expected-error @below {{'irdl.any' op expects parent op to be one of 'irdl.type, irdl.attribute, irdl.operation'}}
irdl.any

// -----

// expected-error @below {{operand #2 does not dominate this use}}
// expected-note @below {{operand defined here (op in the same block)}}
irdl.dialect @d { irdl.type @a  { %0 = irdl.any %1 = irdl.any_of(%0, %0, %1) } }

// -----

// expected-error @below {{expected SSA operand}}
irdl.dialect @d {  irdl.operation @a { %0 = irdl.any irdl.operands(a: optional %0, b : foo %0) } }

// -----

// expected-error @below {{custom op 'irdl.operands' expected valid keyword}}
irdl.dialect @d {  irdl.operation @a { %0 = irdl.any irdl.operands("a": optional %0, b : %0) } }

// -----

// expected-error @below {{name of dialect should not contain leading or double underscores}}
irdl.dialect @_d {  irdl.operation @a.b { } }

// -----

// expected-error @below {{name of operation must contain only lowercase letters, digits and underscores}}
irdl.dialect @d {  irdl.operation @a.b { } irdl.operation @a..b irdl.operation @".b" irdl.operation @"" irdl.operation @"b."  irdl.operation @"9"}

// -----

// expected-error @below {{name of type must contain only lowercase letters, digits and underscores}}
irdl.dialect @d {  irdl.type @a.b { } irdl.type @a..b }

// -----

// expected-error @below {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @"" { }

// -----

// expected-error @below {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @d.e { }

// -----

// expected-error @below {{name of dialect should not contain leading or double underscores}}
irdl.dialect @d__e { }

// -----

// expected-error @below {{name of dialect must contain only lowercase letters, digits and underscores}}
irdl.dialect @d$e { }

// -----

// expected-error @below {{@ identifier expected to start with letter or '_'}}
irdl.dialect @é { }

// -----

// expected-error @below {{name of type must contain only lowercase letters, digits and underscores}}
irdl.dialect @d { irdl.type @a$ irdl.attribute @b$ }

// -----

// expected-error @below {{name of attribute must contain only lowercase letters, digits and underscores}}
irdl.dialect @d {irdl.attribute @b$ }

// -----

// expected-error @below {{name of parameter #0 should not contain uppercase letters}}
irdl.dialect @d {irdl.attribute @b { %0 = irdl.any irdl.parameters(A : %0) } }
