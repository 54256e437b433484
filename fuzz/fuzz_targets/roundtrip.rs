//! What is accepted must print so that it reads back, and prints the same again.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "run.rs"]
mod run;

fuzz_target!(|input: &[u8]| {
    for flags in [&["--allow-unregistered-dialect"][..], &["--allow-unregistered-dialect", "--mlir-print-op-generic"]]
    {
        let (code, once, _) = run::opt(input, flags);
        if code != 0 {
            return;
        }
        let (code, twice, errors) = run::opt(&once, flags);
        // Upstream's forms of an infinite part of a complex number and of an empty symbol do not read back.
        let text = String::from_utf8_lossy(&once);
        if ["#complex.number<", "@<<INVALID EMPTY SYMBOL>>"].iter().any(|lossy| text.contains(lossy)) {
            return;
        }
        assert_eq!(code, 0, "{}\n{}", String::from_utf8_lossy(&once), String::from_utf8_lossy(&errors));
        assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
    }
});
