//! FileCheck as a program, to hold it against LLVM's by hand: `filecheck [OPTION..] CHECK-FILE < INPUT`.

use std::io::Read as _;
use std::process::ExitCode;
use terrace_filetest::filecheck::{CheckOptions, FileCheck};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let environment = std::env::var("FILECHECK_OPTS").unwrap_or_default();
    let parsed = match CheckOptions::parse_args(&environment, &args) {
        Ok(parsed) => parsed,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut input = Vec::new();
    let read = match parsed.options.input_file.as_deref() {
        None | Some("-") => std::io::stdin().read_to_end(&mut input).map(drop),
        Some(path) => std::fs::read(path).map(|text| input = text),
    };
    let name = parsed.check_file.unwrap_or_default();
    let texts = read.and_then(|()| std::fs::read(&name));
    match texts.map(|check| FileCheck::new(parsed.options).run(&check, &name, &input)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failures)) => {
            failures.iter().for_each(|failure| eprint!("{failure}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::from(2)
        }
    }
}
