//! Generated programs as LLVM IR: import and export is idempotent.

use std::path::{Path, PathBuf};

use terrace::tools::{Io, native, translate};
use terrace_check::{Bench, Campaign};

const PROGRAMS: u64 = 150;

/// The exit code, the output and the errors of a tool.
fn ran(tool: impl FnOnce(Io<'_>) -> i32, mut stdin: &[u8]) -> (i32, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = tool(io);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (code, text(stdout), text(stderr))
}

/// A program as LLVM IR; `None` if it is not lowered.
fn lowered(program: &str, file: &Path, setup: &terrace::tools::Setup) -> Option<String> {
    let args = ["-", "-o", &file.to_string_lossy(), "--emit=llvm"].map(str::to_owned);
    let (code, _, _) = ran(|io| i32::from(native::compile::compile(&args, io, setup)), program.as_bytes());
    (code == 0).then(|| std::fs::read_to_string(file).expect("the file was written"))
}

#[test]
fn what_was_imported_is_exported_as_it_was() {
    let (setup, bench) = (terrace::tools::setup(), Bench::default());
    let campaign = Campaign::new(&bench);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("llvm_ir_of_programs.ll");
    let mut count = 0;
    for seed in 0..PROGRAMS {
        let (kind, _, program) = campaign.program(seed);
        let Some(text) = lowered(&program, &file, &setup) else { continue };
        count += 1;
        let args = ["--import-llvm", "--mlir-to-llvmir", "-"].map(str::to_owned);
        let imported = |text: &str| {
            let (code, again, said) =
                ran(|io| translate::translate("terrace-translate", &args, io, &setup), text.as_bytes());
            assert_eq!(code, 0, "program {seed} ({}): {said}\n{text}", kind.name);
            again
        };
        let again = imported(&text);
        assert_eq!(again, imported(&again), "program {seed} ({})", kind.name);
    }
    assert!(count > PROGRAMS / 2, "{count} programs were lowered");
}
