//! Defines dialects by what comes before the first line `// -----`, and reads the rest with them: nothing may panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "run.rs"]
mod run;

const LINE: &[u8] = b"// -----\n";

fuzz_target!(|input: &[u8]| {
    let end = input.windows(LINE.len()).position(|part| part == LINE);
    let (definitions, uses) = end.map_or((input, &[][..]), |end| (&input[..end], &input[end + LINE.len()..]));
    let path = std::env::temp_dir().join(format!("terrace-fuzz-{}.irdl.mlir", std::process::id()));
    std::fs::write(&path, definitions).expect("a file for the definitions");
    run::opt(uses, &[&format!("--irdl-file={}", path.display()), "--split-input-file"]);
});
