// Types with a name and a body that may contain the type: the body is written once, and only the name inside it.
// RUN: terrace-test-opt --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: terrace-test-opt --split-input-file --verify-diagnostics %s | FileCheck %s --check-prefix=ALIASES

// CHECK-LABEL: @pointer_to_itself(!test.test_rec<list, test_rec<list>>)
func.func private @pointer_to_itself(!test.test_rec<list, test_rec<list>>)

// CHECK-LABEL: @through_another
// CHECK-SAME: (!test.test_rec<a, test_rec<b, test_rec<a>>>, tuple<!test.test_rec<b, test_rec<a, test_rec<b>>>>)
func.func private @through_another(!test.test_rec<a, test_rec<b, test_rec<a>>>, tuple<!test.test_rec<b, test_rec<a, test_rec<b>>>>)

// The same name is the same type.
// CHECK-LABEL: @same_type
func.func @same_type(%x: !test.test_rec<c, smpla>) -> !test.test_rec<c, smpla> {
  return %x : !test.test_rec<c, smpla>
}

// Not enough elements for an alias of other tuples, but the dialect of the elements has one.
// The alias is not written inside of the type itself.
// CHECK: @aliased(!testrec, !test_tuple)
// ALIASES: !testrec = !test.test_rec<type_to_alias, test_rec<type_to_alias>>
func.func private @aliased(!test.test_rec<type_to_alias, test_rec<type_to_alias>>, tuple<!test.smpla, !test.smpla>)

// -----

// expected-error@below {{expected ','}}
func.func private @without_body(!test.test_rec<a>)

// -----

// expected-error@below {{expected '>'}}
func.func private @body_inside(!test.test_rec<a, test_rec<a, smpla>>)

// -----

// expected-error@below {{unknown type!}}
func.func private @unknown(!test.test_rec<a, foo>)

// -----

// expected-error@below {{expected valid keyword}}
func.func private @no_keyword(!test.test_rec<"a", smpla>)

// -----

// expected-error@below {{the type 'a' has another body already}}
func.func private @two_bodies(!test.test_rec<a, smpla>, !test.test_rec<a, test_type>)
