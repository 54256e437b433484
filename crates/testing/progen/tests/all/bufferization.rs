//! Tests of the module `bufferization`.

use terrace_progen::bufferization::functions;

#[test]
fn seeds_give_different_functions_and_always_the_same() {
    assert_eq!(functions(3), functions(3));
    assert_ne!(functions(3), functions(4));
}
