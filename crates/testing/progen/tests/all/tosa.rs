//! Tests of the module `tosa`.

#[test]
fn every_seed_has_a_program() {
    for seed in 0..3000 {
        assert!(terrace_progen::tosa::program(seed).contains("func.func @main"));
    }
}
