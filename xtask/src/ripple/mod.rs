//! `check-ripple`: generated programs of Ripple are compiled and run, and compared with a scalar emulation.

mod accumulators;
mod emulate;
mod faults;
mod forms;
mod generate;
mod harness;
mod libraries;
mod memory;
mod numbers;
mod program;
mod random;
mod scalable;
mod shrink;
mod sizes;
mod text;
mod threads;
mod types;

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use terrace::tools::process::Scratch;
use terrace::tools::progress::Progress;
use terrace::tools::ripple::{self, Language};
use terrace::tools::{Io, setup};
use terrace_ripple::faults::{Fault, with_fault};

use crate::args::Args;
use accumulators::AccumulatorProgram;
use harness::hash_of;
use memory::MemoryProgram;
use program::{Kernel, LENGTH, Ty};
use scalable::ScalableProgram;
use threads::ThreadProgram;

/// The number of kernels in one file.
const KERNELS: u64 = 20;

/// A generated program.
#[derive(Clone)]
enum Program {
    Elements(Kernel),
    Accumulators(AccumulatorProgram),
    Memory(MemoryProgram),
    Threads(ThreadProgram),
    Scalable(ScalableProgram),
}

/// A kind of programs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum KernelKind {
    Elements,
    Accumulators,
    Memory,
    Threads,
    Scalable,
}

impl KernelKind {
    /// # Errors
    /// There is no such kind.
    fn of(name: &str) -> Result<Self, String> {
        match name {
            "elements" => Ok(Self::Elements),
            "accumulators" => Ok(Self::Accumulators),
            "memory" => Ok(Self::Memory),
            "threads" => Ok(Self::Threads),
            "scalable" => Ok(Self::Scalable),
            _ => Err(format!("there are no programs of kind '{name}'")),
        }
    }
}

impl Program {
    /// The program of a number, of one kind or of any: of ten, one reads and writes memory under conditions, one
    /// accumulates outer products, one has blocks that depend on the length of vectors, and one has threads.
    fn of(seed: u64, kind: Option<KernelKind>) -> Self {
        let usual = match seed % 10 {
            1 => KernelKind::Memory,
            3 => KernelKind::Accumulators,
            5 => KernelKind::Scalable,
            7 => KernelKind::Threads,
            _ => KernelKind::Elements,
        };
        match kind.unwrap_or(usual) {
            KernelKind::Accumulators => Self::Accumulators(accumulators::program(seed)),
            KernelKind::Memory => Self::Memory(memory::program(seed)),
            KernelKind::Threads => Self::Threads(threads::program(seed)),
            KernelKind::Scalable => Self::Scalable(scalable::program(seed)),
            KernelKind::Elements => Self::Elements(generate::kernel(seed)),
        }
    }

    /// The types of the arrays that it gets, and their lengths.
    fn arrays(&self) -> Vec<(Ty, usize)> {
        match self {
            Self::Elements(kernel) => kernel.arrays.iter().map(|&ty| (ty, LENGTH)).collect(),
            Self::Accumulators(program) => program.arrays(),
            Self::Memory(program) => program.arrays(),
            Self::Threads(_) => vec![(Ty::I32, LENGTH); threads::ARRAYS],
            Self::Scalable(program) => program.arrays.iter().map(|&ty| (ty, LENGTH)).collect(),
        }
    }

    fn text(&self, name: &str) -> String {
        match self {
            Self::Elements(kernel) => kernel.text(name),
            Self::Accumulators(program) => program.text(name),
            Self::Memory(program) => program.text(name),
            Self::Threads(program) => program.text(name),
            Self::Scalable(program) => program.text(name),
        }
    }

    /// Returns the arrays after the program has run with vectors of `granules` times 128 bits.
    fn run(&self, granules: usize) -> Vec<Vec<u64>> {
        match self {
            Self::Elements(kernel) => emulate::run(kernel, emulate::initial_arrays(kernel)),
            Self::Accumulators(program) => program.run(),
            Self::Memory(program) => program.run(),
            Self::Threads(program) => program.run(),
            Self::Scalable(program) => program.run(granules),
        }
    }
}

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(
        rest,
        &[
            "--programs",
            "--seed",
            "--flags",
            "--show",
            "--compiler",
            "--report",
            "--runner",
            "--lengths",
            "--kind",
            "--fault",
        ],
        &["--keep"],
    )?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (programs, seed, show) = (number("--programs", 100)?, number("--seed", 0)?, number("--show", 3)?);
    let kind = args.value("--kind").map(KernelKind::of).transpose()?;
    let variants: Vec<&str> = args
        .value("--flags")
        .unwrap_or("-O0;-O2;-O3 -march=x86-64-v3;-O2 -march=native -mprefer-vector-width=256")
        .split(';')
        .collect();
    let directory = Scratch::new()?;
    let compiler = match args.value("--fault").map(faults::of).transpose()? {
        Some(fault) => Compiler::Linked(Some(fault)),
        None => {
            // A copy of the compiler is checked, which a concurrent build does not replace.
            let compiler = directory.file("terrace");
            std::fs::copy(args.value("--compiler").unwrap_or("target/debug/terrace"), &compiler)?;
            Compiler::Program(compiler)
        }
    };
    let lengths =
        args.value("--lengths").unwrap_or("128").split(',').map(str::parse).collect::<Result<_, _>>()?;
    let runner = args.value("--runner").unwrap_or_default();
    let setup = Setup { directory: directory.path(), compiler, runner, lengths, seconds: 20 };
    let variants: Vec<Variant<'_>> = variants
        .into_iter()
        .map(|flags| Ok(Variant { flags, libraries: libraries::compile(&setup, flags)? }))
        .collect::<Result<_, Box<dyn Error>>>()?;
    let report = args.value("--report").unwrap_or("target/check-ripple.txt");
    let mut report = std::fs::File::create(report)?;
    let (mut same, mut wrong, mut shown) = (0, 0, 0);
    let mut counts = [0; COUNTED.len()];
    let mut next = seed;
    let progress = Progress::new("kernels", Some(programs));
    while next < seed + programs {
        let end = (next + KERNELS).min(seed + programs);
        let kernels: Vec<(u64, Program)> = (next..end).map(|seed| (seed, Program::of(seed, kind))).collect();
        next = end;
        for (seed, kernel) in &kernels {
            let text = kernel.text(&format!("k{seed}"));
            let has = COUNTED.map(|(_, marks)| marks.iter().any(|mark| text.contains(mark)));
            counts.iter_mut().zip(has).for_each(|(count, has)| *count += usize::from(has));
        }
        let expected: Vec<Vec<u64>> = kernels.iter().map(|(_, kernel)| setup.expected(kernel)).collect();
        progress.add(end - kernels.first().map_or(end, |(seed, _)| *seed));
        for variant in &variants {
            let (flags, found) = (variant.flags, outputs(&setup, &kernels, variant)?);
            for (((seed, kernel), expected), found) in kernels.iter().zip(&expected).zip(found) {
                let Err(reason) = found.and_then(|found| setup.compare(&found, expected)) else {
                    same += 1;
                    continue;
                };
                wrong += 1;
                writeln!(
                    report,
                    "kernel {seed} with {flags}: {reason}\n{}",
                    kernel.text(&format!("k{seed}"))
                )?;
                if shown < show {
                    shown += 1;
                    println!("kernel {seed} with {flags}: {reason}\n");
                    let is_wrong = |program: &Program| {
                        let expected = setup.expected(program);
                        let found = outputs(&setup, &[(*seed, program.clone())], variant);
                        found.is_ok_and(|found| {
                            let found = found.into_iter().next().unwrap_or_else(|| Err(String::new()));
                            let other = found.and_then(|found| setup.compare(&found, &expected)).err();
                            other.is_some_and(|other| essence(&other) == essence(&reason))
                        })
                    };
                    println!("{}", shrink::shrink(kernel.clone(), is_wrong).text("kernel"));
                }
            }
        }
    }
    if args.flag("--keep") {
        println!("the programs are in {}", directory.path().display());
        std::mem::forget(directory);
    }
    let counts: Vec<String> =
        COUNTED.iter().zip(counts).map(|((what, _), count)| format!("{count} have {what}")).collect();
    println!("of {programs} kernels {}", counts.join(", "));
    println!("{same} the same, {wrong} different ({programs} kernels, {} sets of flags)", variants.len());
    Ok(wrong == 0)
}

/// The difference, without the lengths of vectors that show it and the numbers that a failing compiler prints.
fn essence(reason: &str) -> String {
    let first = reason.lines().next().unwrap_or_default();
    let first = first.split(" with vectors of ").next().unwrap_or_default();
    let words = first.split_whitespace().filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}

/// Forms that are counted, and what programs with them have in their text.
const COUNTED: [(&str, &[&str]); 7] = [
    ("locals with destructors", &["CLEANUP("]),
    ("assertions", &["assert("]),
    ("`continue`", &["continue;"]),
    ("`goto`", &["goto "]),
    ("`target`", &["MORE ", "_more("]),
    ("`target_clones`", &["CLONES ", "_clones("]),
    ("libraries", &["library"]),
];

/// The options of a compilation, and the linked files.
struct Variant<'v> {
    flags: &'v str,
    libraries: Vec<String>,
}

/// The compiler that is checked.
enum Compiler {
    Program(PathBuf),
    /// The one that is linked, with a fault.
    Linked(Option<Fault>),
}

impl Compiler {
    /// Compiles a program with the arguments after the name of `terrace`.
    ///
    /// # Errors
    /// If the compiler fails: its output.
    fn compile(&self, args: &[String]) -> Result<(), String> {
        let (good, stderr) = match self {
            Self::Program(program) => {
                let compiled =
                    Command::new(program).args(args).output().map_err(|error| error.to_string())?;
                (compiled.status.success(), compiled.stderr)
            }
            Self::Linked(fault) => {
                let language = if args[0] == "ripple-c++" { Language::Cxx } else { Language::C };
                let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
                let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
                let code = with_fault(*fault, || ripple::run(&args[1..], language, io, &setup()));
                (code == 0, stderr)
            }
        };
        if good {
            return Ok(());
        }
        let lines: Vec<String> =
            String::from_utf8_lossy(&stderr).lines().take(12).map(str::to_owned).collect();
        Err(lines.join("\n"))
    }
}

/// The tools and settings with which programs are compiled and run.
struct Setup<'s> {
    directory: &'s Path,
    compiler: Compiler,
    /// The command that runs programs of other processors; `{bits}` and `{bytes}` in it are the length of vectors.
    runner: &'s str,
    /// The lengths of vectors, in bits.
    lengths: Vec<usize>,
    /// The time limit of a program, in seconds.
    seconds: u32,
}

impl Setup<'_> {
    /// The hashes that a program prints, by length of vectors.
    fn expected(&self, program: &Program) -> Vec<u64> {
        self.lengths.iter().map(|length| hash_of(program, length / 128)).collect()
    }

    /// Compares the hashes that a program printed with the expected ones.
    ///
    /// # Errors
    /// If some differ, with the lengths of vectors.
    fn compare(&self, found: &[u64], expected: &[u64]) -> Result<(), String> {
        let differs = self.lengths.iter().zip(found.iter().zip(expected)).filter(|(_, (a, b))| a != b);
        let lengths: Vec<String> = differs.map(|(length, _)| length.to_string()).collect();
        match self.lengths.len() {
            _ if lengths.is_empty() => Ok(()),
            1 => Err("another result".to_owned()),
            _ => Err(format!("another result with vectors of {} bits", lengths.join(", "))),
        }
    }
}

/// The results of kernels for each length of vectors, compiled with flags; a reason for each one that cannot be
/// compiled or fails.
fn outputs(
    setup: &Setup<'_>,
    kernels: &[(u64, Program)],
    variant: &Variant<'_>,
) -> Result<Vec<Result<Vec<u64>, String>>, Box<dyn Error>> {
    match run(setup, kernels, variant)? {
        Ok(found) => Ok(found.into_iter().map(Ok).collect()),
        Err(reason) if kernels.len() == 1 => Ok(vec![Err(reason)]),
        Err(_) => {
            let mut all = Vec::new();
            for part in kernels.chunks(1) {
                all.extend(outputs(setup, part, variant)?);
            }
            Ok(all)
        }
    }
}

fn run(
    setup: &Setup<'_>,
    kernels: &[(u64, Program)],
    variant: &Variant<'_>,
) -> Result<Result<Vec<Vec<u64>>, String>, Box<dyn Error>> {
    // Every other file is one of C++.
    let is_cxx = kernels.first().is_some_and(|(seed, _)| seed / KERNELS % 2 == 1);
    let (driver, suffix) = if is_cxx { ("ripple-c++", "cpp") } else { ("ripple-cc", "c") };
    let source = setup.directory.join(format!("kernels.{suffix}"));
    let binary = setup.directory.join("kernels");
    std::fs::write(&source, harness::text(kernels))?;
    let mut arguments = vec![driver.to_owned()];
    arguments.extend(variant.flags.split_whitespace().map(str::to_owned));
    arguments.extend(["-w", "-ffp-contract=off"].map(str::to_owned));
    arguments.push(source.display().to_string());
    arguments.extend(variant.libraries.iter().cloned());
    arguments.extend(["-o".to_owned(), binary.display().to_string(), "-lm".to_owned()]);
    if let Err(reason) = setup.compiler.compile(&arguments) {
        return Ok(Err(reason));
    }
    let mut all = vec![Vec::new(); kernels.len()];
    for length in &setup.lengths {
        let runner = setup.runner.replace("{bits}", &length.to_string());
        let runner = runner.replace("{bytes}", &(length / 8).to_string());
        let ran = Command::new("timeout")
            .arg(setup.seconds.to_string())
            .args(runner.split_whitespace())
            .arg(&binary)
            .output()?;
        let found: Vec<u64> =
            String::from_utf8_lossy(&ran.stdout).lines().filter_map(|line| line.parse().ok()).collect();
        if !ran.status.success() || found.len() != kernels.len() {
            return Ok(Err(format!("the program ended with {} with vectors of {length} bits", ran.status)));
        }
        all.iter_mut().zip(found).for_each(|(all, found)| all.push(found));
    }
    Ok(Ok(all))
}
