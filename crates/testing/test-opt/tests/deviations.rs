//! Every program of `docs/reference/deviations.md` has the documented output, by default and with `--match-upstream`,
//! and with mlir-opt, if that is installed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use terrace_filetest::harness::{self, Test, find_program};
use terrace_opt::Io;

/// The oracle.
const MLIR_OPT: [&str; 1] = ["mlir-opt-22"];

/// A program of the page, with the flags of each run, and the output of the last one.
struct Deviation {
    title: String,
    runs: Vec<Vec<String>>,
    program: String,
    upstream: String,
    terrace: String,
}

/// Flags as a shell would separate them: quotes keep spaces.
fn split(flags: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    for c in flags.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => all.push(String::new()),
            _ => all.iter_mut().last().expect("there is one").push(c),
        }
    }
    all
}

fn deviations(page: &str) -> Vec<Deviation> {
    let (mut all, mut title) = (Vec::<Deviation>::new(), String::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("### ") {
            title = text.to_owned();
        }
        let Some(info) = line.strip_prefix("```mlir ") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block = block.join("\n");
        match (info, all.last_mut()) {
            ("upstream", Some(last)) => last.upstream = block,
            ("terrace", Some(last)) => last.terrace = block,
            _ => all.push(Deviation {
                title: title.clone(),
                runs: info.split(" | ").map(split).collect(),
                program: block,
                upstream: String::new(),
                terrace: String::new(),
            }),
        }
    }
    all
}

fn terrace(runs: &[Vec<String>], common: &[&str], program: &str) -> String {
    let mut text = program.as_bytes().to_vec();
    for flags in runs {
        let flags: Vec<String> =
            common.iter().map(ToString::to_string).chain(flags.iter().cloned()).collect();
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let io = Io {
            stdin: &mut text.as_slice(),
            interactive: false,
            color: false,
            stdout: &mut out,
            stderr: &mut errors,
            cwd: Path::new("."),
        };
        let code = terrace_opt::run("terrace-test-opt", &flags, io, &terrace_test_opt::setup());
        assert_eq!(code, 0, "{}", String::from_utf8_lossy(&errors));
        text = out;
    }
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn programs_give_what_the_page_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/reference/deviations.md");
    let all = deviations(&std::fs::read_to_string(page).expect("there is a page"));
    assert!(all.len() >= 15, "the page has {} programs", all.len());
    for Deviation { title, runs, program, upstream, terrace: right } in &all {
        assert_ne!(upstream, right, "{title}: no deviation");
        assert_eq!(&terrace(runs, &[], program), right, "{title}");
        assert_eq!(
            &terrace(runs, &["--match-upstream"], program),
            upstream,
            "{title}, with --match-upstream"
        );
    }
}

fn upstream_gives_what_the_page_says() {
    let mlir_opt = find_program(&MLIR_OPT).expect("it was found before");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/reference/deviations.md");
    for Deviation { title, runs, program, upstream, .. } in
        deviations(&std::fs::read_to_string(page).expect("there is a page"))
    {
        let mut text = program.into_bytes();
        for flags in runs {
            let mut child = Command::new(&mlir_opt)
                .args(flags)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("mlir-opt starts");
            child.stdin.take().expect("a pipe").write_all(&text).expect("mlir-opt reads");
            text = child.wait_with_output().expect("mlir-opt ends").stdout;
        }
        assert_eq!(String::from_utf8_lossy(&text).trim(), upstream, "{title}");
    }
}

fn main() -> ExitCode {
    harness::run(vec![
        Test::of("programs_give_what_the_page_says", programs_give_what_the_page_says),
        Test::of("upstream_gives_what_the_page_says", upstream_gives_what_the_page_says)
            .needs(find_program(&MLIR_OPT)),
    ])
}
