//! Compiles and runs the programs of the pages about Ripple.

use std::path::Path;
use std::process::Command;

use terrace::tools::process::Scratch;
use terrace::tools::ripple;

use crate::setup::compile;

/// The programs of a page: their languages and texts.
fn programs(page: &str) -> Vec<(ripple::Language, String)> {
    let mut programs = Vec::new();
    let mut open: Option<(ripple::Language, String)> = None;
    for line in page.lines() {
        // The name of a file may follow the language.
        match (&mut open, line.split(' ').next().filter(|_| line.starts_with("```")).unwrap_or(line)) {
            (None, "```c") => open = Some((ripple::Language::C, String::new())),
            (None, "```c++") => open = Some((ripple::Language::Cxx, String::new())),
            (Some(_), "```") => programs.extend(open.take()),
            (Some((_, text)), _) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, _) => {}
        }
    }
    programs
}

pub(crate) fn programs_of_the_page_run() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |page| std::fs::read_to_string(docs.join(page)).expect("the page is there");
    let pages =
        ["use/ripple.md", "use/fast-kernels.md", "reference/ripple.md"].map(|page| programs(&read(page)));
    assert!(pages.iter().all(|programs| programs.len() >= 2), "the pages have programs");
    // What is compared with Ripple is compiled by the commands of a page alone.
    let programs = pages.concat().into_iter().filter(|(_, text)| text.contains("ripple"));
    for (number, (language, text)) in programs.enumerate() {
        let has_main = text.contains("int main(");
        for level in ["-O0", "-O2"] {
            let scratch = Scratch::new().expect("a directory");
            let ending = if language == ripple::Language::C { "c" } else { "cpp" };
            let source = scratch.write(&format!("program.{ending}"), &text).expect("a source");
            let output = scratch.file("program");
            let words = [level, "-Wall", "-Wextra", "-Werror", "-o"].map(str::to_owned);
            let paths = [output.display().to_string(), source.display().to_string(), "-lm".to_owned()];
            let kind = if has_main { None } else { Some("-c".to_owned()) };
            let args: Vec<String> = words.into_iter().chain(paths).chain(kind).collect();
            let (code, _, said) = compile(&args, language);
            assert_eq!(code, 0, "program {number} does not compile:\n{said}");
            if has_main {
                let status = Command::new(&output).status().expect("the program starts");
                assert!(status.success(), "program {number} at {level} ends with {status}");
            }
        }
    }
}
