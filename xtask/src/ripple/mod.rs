//! `check-ripple`: generated programs of Ripple compiled and run, beside an emulation of each element by itself.

mod accumulators;
mod emulate;
mod generate;
mod program;
mod shrink;
mod text;
mod threads;

use std::error::Error;
use std::fmt::Write;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use crate::args::Args;
use accumulators::AccumulatorProgram;
use program::{CLAMPS, FUNCTIONS, Kernel, LENGTH, SHUFFLES, Ty};
use threads::ThreadProgram;

/// How many kernels one file has.
const KERNELS: u64 = 20;

const HASH: &str = "\
static uint64_t hash(uint64_t h, uint64_t v) { h ^= v; return h * 1099511628211ull; }
/* What is added to indices. */
uint32_t unknown;
static uint64_t bits16(_Float16 v) { if (v != v) v = 0; if (v == 0) v = 0; uint16_t b; memcpy(&b, &v, 2); return b; }
static __bf16 bf16_of(float v) { uint32_t b; memcpy(&b, &v, 4); uint16_t s = (uint16_t)(b >> 16); __bf16 r; memcpy(&r, &s, 2); return r; }
static uint64_t bitsb16(__bf16 v) { uint16_t b; memcpy(&b, &v, 2); return (b & 0x7FFF) > 0x7F80 || (b & 0x7FFF) == 0 ? 0 : b; }
static uint64_t bits32(float v) { if (v != v) v = 0; if (v == 0) v = 0; uint32_t b; memcpy(&b, &v, 4); return b; }
static uint64_t bits64(double v) { if (v != v) v = 0; if (v == 0) v = 0; uint64_t b; memcpy(&b, &v, 8); return b; }
";

/// Memory that begins after a page that cannot be accessed, or ends before one.
const GUARDED: &str = "\
static void *guarded(size_t bytes, int at_end) {
  size_t page = 65536, inner = (bytes + page - 1) / page * page;
  char *all = (char *)mmap(0, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(all + page, inner, PROT_READ | PROT_WRITE);
  return all + page + (at_end ? inner - bytes : 0);
}
";

/// A generated program.
#[derive(Clone)]
enum Program {
    Elements(Kernel),
    Accumulators(AccumulatorProgram),
    Threads(ThreadProgram),
}

impl Program {
    /// The program of a number: of ten, one accumulates outer products, and one has threads.
    fn of(seed: u64) -> Self {
        match seed % 10 {
            3 => Self::Accumulators(accumulators::program(seed)),
            7 => Self::Threads(threads::program(seed)),
            _ => Self::Elements(generate::kernel(seed)),
        }
    }

    /// The types of the arrays that it gets, and their lengths.
    fn arrays(&self) -> Vec<(Ty, usize)> {
        match self {
            Self::Elements(kernel) => kernel.arrays.iter().map(|&ty| (ty, LENGTH)).collect(),
            Self::Accumulators(program) => program.arrays(),
            Self::Threads(_) => vec![(Ty::I32, LENGTH); threads::ARRAYS],
        }
    }

    fn text(&self, name: &str) -> String {
        match self {
            Self::Elements(kernel) => kernel.text(name),
            Self::Accumulators(program) => program.text(name),
            Self::Threads(program) => program.text(name),
        }
    }

    /// Returns the arrays after the program has run.
    fn run(&self) -> Vec<Vec<u64>> {
        match self {
            Self::Elements(kernel) => emulate::run(kernel),
            Self::Accumulators(program) => program.run(),
            Self::Threads(program) => program.run(),
        }
    }
}

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(
        rest,
        &["--programs", "--seed", "--flags", "--show", "--compiler", "--report", "--runner"],
        &["--keep"],
    )?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (programs, seed, show) = (number("--programs", 100)?, number("--seed", 0)?, number("--show", 3)?);
    let variants: Vec<String> = args
        .value("--flags")
        .unwrap_or("-O0;-O2;-O3 -march=x86-64-v3")
        .split(';')
        .map(str::to_owned)
        .collect();
    let directory = std::env::temp_dir().join(format!("terrace-check-ripple-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    // What is checked is the compiler as it is now, whatever is built meanwhile.
    let compiler = directory.join("terrace").display().to_string();
    std::fs::copy(args.value("--compiler").unwrap_or("target/debug/terrace"), &compiler)?;
    let runner: Vec<&str> = args.value("--runner").unwrap_or_default().split_whitespace().collect();
    let setup = Setup { directory: &directory, compiler: &compiler, runner: &runner };
    let report = args.value("--report").unwrap_or("target/check-ripple.txt");
    let mut report = std::fs::File::create(report)?;
    let (mut same, mut wrong, mut shown) = (0, 0, 0);
    let mut next = seed;
    while next < seed + programs {
        let end = (next + KERNELS).min(seed + programs);
        let kernels: Vec<(u64, Program)> = (next..end).map(|seed| (seed, Program::of(seed))).collect();
        next = end;
        let expected: Vec<u64> = kernels.iter().map(|(_, kernel)| hash_of(kernel)).collect();
        for flags in &variants {
            let found = outputs(&setup, &kernels, flags)?;
            for (((seed, kernel), expected), found) in kernels.iter().zip(&expected).zip(found) {
                let Err(reason) = found.and_then(|found| {
                    if found == *expected { Ok(()) } else { Err("another result".to_owned()) }
                }) else {
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
                    let is_wrong = |kernel: &Kernel| {
                        let program = Program::Elements(kernel.clone());
                        let expected = hash_of(&program);
                        let found = outputs(&setup, &[(*seed, program)], flags);
                        found.is_ok_and(|found| {
                            found.first().is_some_and(|found| match found {
                                Ok(found) => *found != expected,
                                Err(other) => *other == reason,
                            })
                        })
                    };
                    let shown = match kernel {
                        Program::Elements(kernel) => shrink::shrink(kernel.clone(), is_wrong).text("kernel"),
                        other => other.text("kernel"),
                    };
                    println!("{shown}");
                }
            }
        }
    }
    if !args.flag("--keep") {
        let _ = std::fs::remove_dir_all(&directory);
    }
    println!("{same} the same, {wrong} different ({programs} kernels, {} sets of flags)", variants.len());
    Ok(wrong == 0)
}

/// What programs are compiled and run with.
struct Setup<'s> {
    directory: &'s Path,
    compiler: &'s str,
    /// What runs programs of other processors.
    runner: &'s [&'s str],
}

/// What kernels compute, compiled with flags; a reason for each one that cannot be compiled or does not end well.
fn outputs(
    setup: &Setup<'_>,
    kernels: &[(u64, Program)],
    flags: &str,
) -> Result<Vec<Result<u64, String>>, Box<dyn Error>> {
    match run(setup, kernels, flags)? {
        Ok(found) => Ok(found.into_iter().map(Ok).collect()),
        Err(reason) if kernels.len() == 1 => Ok(vec![Err(reason)]),
        Err(_) => {
            let mut all = Vec::new();
            for part in kernels.chunks(1) {
                all.extend(outputs(setup, part, flags)?);
            }
            Ok(all)
        }
    }
}

fn run(
    setup: &Setup<'_>,
    kernels: &[(u64, Program)],
    flags: &str,
) -> Result<Result<Vec<u64>, String>, Box<dyn Error>> {
    let (source, binary) = (setup.directory.join("kernels.c"), setup.directory.join("kernels"));
    std::fs::write(&source, text(kernels))?;
    let mut command = Command::new(setup.compiler);
    command
        .arg("ripple-cc")
        .args(flags.split_whitespace())
        .args(["-w", "-ffp-contract=off"])
        .arg(&source)
        .arg("-o")
        .arg(&binary);
    let compiled = command.output()?;
    if !compiled.status.success() {
        return Ok(Err(String::from_utf8_lossy(&compiled.stderr)
            .lines()
            .take(12)
            .collect::<Vec<_>>()
            .join("\n")));
    }
    let ran = Command::new("timeout").arg("60").args(setup.runner).arg(&binary).output()?;
    let found: Vec<u64> =
        String::from_utf8_lossy(&ran.stdout).lines().filter_map(|line| line.parse().ok()).collect();
    if !ran.status.success() || found.len() != kernels.len() {
        return Ok(Err(format!("the program ended with {}", ran.status)));
    }
    Ok(Ok(found))
}

fn text(kernels: &[(u64, Program)]) -> String {
    let mut out =
        "#define _GNU_SOURCE\n#include <ripple/thread.h>\n#include <ripple_sme_veclib.h>\n#include <stdio.h>\n#include <string.h>\n#include <sys/mman.h>\n"
            .to_owned();
    out.push_str(GUARDED);
    for (name, body) in SHUFFLES {
        let _ = writeln!(out, "static size_t {name}(size_t k, size_t n) {{ return {body}; }}");
    }
    out.push_str(FUNCTIONS);
    out.push_str(CLAMPS);
    out.push_str(HASH);
    TYPES.iter().for_each(|&ty| out.push_str(&array_functions(ty)));
    let mut calls = String::new();
    for (seed, kernel) in kernels {
        let name = format!("k{seed}");
        out.push_str(&kernel.text(&name));
        let _ = writeln!(calls, "  {{");
        let mut fill = String::new();
        let mut mix = String::new();
        for (at, (ty, length)) in kernel.arrays().into_iter().enumerate() {
            // Nothing is accessed beside an array: there are pages without access around it.
            let _ = writeln!(
                calls,
                "    {0} *A{at} = ({0} *)guarded({length} * sizeof({0}), {1});",
                ty.c(),
                (seed + at as u64) % 2
            );
            let name = ty.c();
            let _ = writeln!(fill, "    fill_{name}(A{at}, {length}, {at});");
            let _ = writeln!(mix, "    h = mix_{name}(h, A{at}, {length});");
        }
        let arguments: Vec<String> = (0..kernel.arrays().len()).map(|at| format!("A{at}")).collect();
        let _ = writeln!(
            calls,
            "{fill}    {name}({});\n    uint64_t h = 14695981039346656037ull;\n{mix}    printf(\"%llu\\n\", (unsigned long long)h);\n  }}",
            arguments.join(", ")
        );
    }
    let _ = writeln!(out, "int main(void) {{\n{calls}  return 0;\n}}");
    out
}

/// The types of arrays.
const TYPES: [Ty; 12] = {
    const fn int(bits: u32, signed: bool) -> Ty {
        Ty::Int { bits, signed }
    }
    [
        int(8, true),
        int(16, true),
        int(32, true),
        int(64, true),
        int(8, false),
        int(16, false),
        int(32, false),
        int(64, false),
        Ty::F16,
        Ty::BF16,
        Ty::F32,
        Ty::F64,
    ]
};

/// The functions that fill an array of a type, and mix its elements into a hash.
fn array_functions(ty: Ty) -> String {
    let name = ty.c();
    let number = "(((uint64_t)i * 2654435761ull + (uint64_t)at * 40503ull) >> 7)";
    let (value, bits) = match ty {
        Ty::F16 => (format!("(_Float16)((float)({number} % 97) - 40.0f)"), "bits16(a[i])".to_owned()),
        Ty::BF16 => (format!("bf16_of((float)({number} % 97) - 40.0f)"), "bitsb16(a[i])".to_owned()),
        Ty::F32 => (format!("(float)({number} % 97) - 40.0f"), "bits32(a[i])".to_owned()),
        Ty::F64 => (format!("(double)({number} % 97) - 40.0"), "bits64(a[i])".to_owned()),
        Ty::Int { bits, .. } => (format!("({name}){number}"), format!("(uint64_t)(uint{bits}_t)a[i]")),
        Ty::Bool => return String::new(),
    };
    format!(
        "__attribute__((noinline)) static void fill_{name}({name} *a, int length, int at) {{ for (int i = 0; i < length; ++i) a[i] = {value}; }}\n\
         __attribute__((noinline)) static uint64_t mix_{name}(uint64_t h, {name} *a, int length) {{ for (int i = 0; i < length; ++i) h = hash(h, {bits}); return h; }}\n"
    )
}

fn hash_of(program: &Program) -> u64 {
    let mut hash: u64 = 14_695_981_039_346_656_037;
    for (array, (ty, _)) in program.run().into_iter().zip(program.arrays()) {
        for bits in array {
            let bits = match ty {
                Ty::Int { .. } | Ty::Bool => bits,
                _ => match emulate::float_of(bits, ty) {
                    value if value.is_nan() || value == 0.0 => 0,
                    _ => bits,
                },
            };
            hash = (hash ^ bits).wrapping_mul(1_099_511_628_211);
        }
    }
    hash
}
