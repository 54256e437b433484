//! Damaged programs of Ripple: sources in C, modules in MLIR and in LLVM IR. Each is an error or is rendered; never a panic, and
//! what is rendered verifies. `TERRACE_DAMAGES` is how many damages there are of each file; without it, there are as many
//! as a run of all tests has time for.

use std::path::{Path, PathBuf};

use terrace::tools::process::Scratch;
use terrace::tools::ripple::{Language, bind::bind};
use terrace_opt::Io;
use terrace_opt::exit::INTERNAL_ERROR;

use crate::setup::{Random, compile};

/// All that may happen to a module.
const PASSES: &[&[&str]] = &[
    &[
        "--ripple-prepare",
        "--ripple-fit-blocks",
        "--ripple-lower-parallel",
        "--ripple-outer-products",
        "--ripple-vectorize=explain=true",
    ],
    &["--convert-llvm-to-ripple", "--ripple-expand-parallel", "--convert-to-llvm"],
];

fn tests(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(of)
}

/// The files of a directory with an ending, in order.
fn files(of: &str, ending: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(tests(of)).expect("the directory is there");
    let mut found: Vec<PathBuf> = all
        .map(|entry| entry.expect("it is read").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The words and the blanks of a text, with a few of them changed.
fn damage(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut below = |limit: usize| random.below(limit as u64) as usize;
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'%' | b'@' | b'!');
    let mut words: Vec<&[u8]> = text.chunk_by(|a, b| is_word(a) && is_word(b)).collect();
    let numbers: [&[u8]; 6] = [b"0", b"1", b"-1", b"9", b"1048576", b"9223372036854775807"];
    for _ in 0..=below(2) {
        if words.is_empty() {
            break;
        }
        let (at, other) = (below(words.len()), below(words.len()));
        match below(6) {
            0 => words[at] = words[other],
            1 => drop(words.remove(at)),
            2 => words.insert(at, words[other]),
            3 => words.swap(at, other),
            4 => words.truncate(at.max(1)),
            _ => {
                // A number in the place of the next one.
                let is_number = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
                let next = words[at..].iter().position(is_number).map_or(at, |next| at + next);
                words[next] = numbers[below(numbers.len())];
            }
        }
    }
    words.concat()
}

fn damages(otherwise: usize) -> usize {
    std::env::var("TERRACE_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(otherwise)
}

/// Runs passes on a module; returns the exit code and the diagnostics.
fn run(text: &[u8], passes: &[&str]) -> (i32, String) {
    let setup = terrace_test_opt::setup();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let args: Vec<String> = ["--split-input-file", "--mlir-disable-threading"]
        .iter()
        .chain(passes)
        .map(|arg| (*arg).to_owned())
        .collect();
    let mut stdin = text;
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = terrace_opt::run("terrace-opt", &args, io, &setup);
    (code, String::from_utf8_lossy(&stderr).into_owned())
}

pub(crate) fn damaged_modules_do_no_harm() {
    let count = damages(3);
    let all = [files("passes/ripple", "mlir"), files("dialects/ripple", "mlir")].concat();
    for (seed, file) in all.iter().enumerate() {
        let text = std::fs::read(file).expect("the file is read");
        let mut random = Random(0x9e37_79b9_7f4a_7c15 + seed as u64);
        for _ in 0..count {
            let damaged = damage(&mut random, &text);
            let is_valid = run(&damaged, &[]).0 == 0;
            for passes in PASSES {
                let (code, said) = run(&damaged, passes);
                // A valid module is rendered as one, or an error says what is wrong with the program.
                let is_told = !is_valid || code == 0 || said.contains("error: ") && said.contains("[ripple-");
                assert!(
                    code != INTERNAL_ERROR && is_told,
                    "{} with {passes:?}: {said}\n{}",
                    file.display(),
                    String::from_utf8_lossy(&damaged)
                );
            }
        }
    }
}

pub(crate) fn annotations_in_damaged_sources_do_no_harm() {
    let count = damages(60);
    for (seed, file) in files("run/ripple/Inputs", "c").iter().enumerate() {
        let text = std::fs::read(file).expect("the file is read");
        let mut random = Random(0xd1b5_4a32_d192_ed03 + seed as u64);
        for _ in 0..count {
            let damaged = damage(&mut random, &text);
            // What is bound is a text, whatever it was before.
            bind(&damaged, seed % 2 == 0, "damaged.c", "/headers", &|_| 1);
        }
    }
}

pub(crate) fn damaged_sources_do_no_harm() {
    // Without a count, one file in three is damaged, once.
    let count = damages(0).div_ceil(20);
    let (count, step) = if count == 0 { (1, 3) } else { (count, 1) };
    let scratch = Scratch::new().expect("a directory is created");
    let page = std::fs::read_to_string(tests("../docs/use/ripple.md")).expect("the page is read");
    let programs =
        page.split("```").filter_map(|part| part.strip_prefix("c\n").map(|text| text.as_bytes().to_vec()));
    let inputs = files("run/ripple/Inputs", "c");
    let inputs = inputs.iter().map(|file| std::fs::read(file).expect("the file is read"));
    for (seed, text) in inputs.chain(programs).enumerate().step_by(step) {
        // What includes files beside it, or takes long to compile, is left out.
        if text.len() > 4_000 || text.windows(10).any(|part| part == b"#include \"") {
            continue;
        }
        let mut random = Random(0x2545_f491_4f6c_dd1d + seed as u64);
        for _ in 0..count {
            let damaged = damage(&mut random, &text);
            let source = scratch.write("damaged.c", &damaged).expect("the source is written");
            let args = ["-c", "-O1", "-w", "-S", "-emit-llvm", &source.display().to_string(), "-o", "-"]
                .map(str::to_owned);
            let (code, _, said) = compile(&args, Language::C);
            assert!(
                code == 0 || is_clangs(&said) || is_told(&said),
                "exit code {code}: {said}\nof {}",
                String::from_utf8_lossy(&damaged)
            );
        }
    }
}

/// Whether clang counted errors of its own.
fn is_clangs(said: &str) -> bool {
    let is_count = |line: &str| line.ends_with("error generated.") || line.ends_with("errors generated.");
    said.lines().any(is_count) && !said.contains("Stack dump")
}

/// Whether there are errors, each of which is at a line of the program and has a tag.
fn is_told(said: &str) -> bool {
    let mut errors = said.lines().filter(|line| line.contains(": error: ")).peekable();
    let has_place = |line: &str| {
        let place = line.split(": error: ").next().unwrap_or_default();
        let mut numbers = place.rsplit(':').take(2);
        numbers.all(|number| number.parse::<u32>().is_ok()) && place.matches(':').count() >= 2
    };
    errors.peek().is_some()
        && errors.all(|line| has_place(line) && line.contains(" [ripple-") && line.ends_with(']'))
}
