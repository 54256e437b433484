//! `check-native`: generated programs interpreted, and compiled to machine code; with `--peer`, also lowered by mlir-opt.

use std::error::Error;

use terrace::tools::process::Scratch;
use terrace::tools::progress::Progress;
use terrace::tools::{Io, Setup, run};
use terrace_check::{Bench, Campaign};

use crate::args::Args;

/// The counts of programs by result.
#[derive(Default)]
pub(crate) struct Counts {
    same: u64,
    skipped: u64,
    refused: u64,
    wrong: u64,
    peer_same: u64,
    peer_refused: u64,
    peer_wrong: u64,
}

impl Counts {
    /// Whether programs were compiled, and all results equal those of the interpreter.
    pub(crate) fn is_clean(&self) -> bool {
        self.wrong == 0 && self.peer_wrong == 0 && self.same > 0
    }
}

/// The options of the comparison.
pub(crate) struct Opinions {
    /// The optimization level of clang, as a flag.
    level: String,
    /// The program that lowers them a second time, as a flag.
    lower_with: Option<String>,
    /// The number of differing programs that are printed.
    show: u64,
    /// Whether programs that are not lowered are named.
    refused: bool,
    /// The number of programs that are compiled at once.
    batch: usize,
    setup: Setup,
}

/// The exit code and the output of a run.
struct Ran {
    code: u8,
    values: Vec<String>,
    said: String,
}

impl Ran {
    /// Whether the program could not be compiled.
    fn is_refusal(&self) -> bool {
        self.code != 0 && !self.said.contains("the compiled program")
    }
}

impl Opinions {
    /// The options of the arguments `--opt`, `--peer`, `--show`, `--refused` and `--batch`.
    ///
    /// # Errors
    ///
    /// The value of `--batch` is no number.
    pub(crate) fn of(args: &Args, show: u64) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            level: format!("--opt={}", args.value("--opt").unwrap_or("1")),
            lower_with: args.value("--peer").map(|peer| format!("--lower-with={peer}")),
            show,
            refused: args.flag("--refused"),
            batch: args.value("--batch").map_or(Ok(32), str::parse)?,
            setup: terrace::tools::setup(),
        })
    }

    /// Interprets and compiles the programs of a campaign, and prints how they compare.
    pub(crate) fn compare(&self, campaign: &Campaign<'_>) -> Result<Counts, Box<dyn Error>> {
        let scratch = Scratch::new()?;
        let file = scratch.file("program.mlir");
        let path = file.to_string_lossy().into_owned();
        let mut comparison = Comparison { opinions: self, path, counts: Counts::default(), shown: 0 };
        let progress = Progress::new("programs", Some(campaign.programs));
        let mut batch = Vec::new();
        for number in (0..campaign.programs).map(|index| campaign.seed.wrapping_add(index)) {
            progress.add(1);
            let (kind, _, text) = campaign.program(number);
            std::fs::write(&file, &text)?;
            let expected = self.run(&comparison.path, &["--max-steps=10000000"]);
            if expected.code != 0 {
                comparison.counts.skipped += 1;
                continue;
            }
            batch.push(Program { number, kind: kind.name, text, expected: expected.values });
            if batch.len() >= self.batch {
                comparison.compare(&std::mem::take(&mut batch))?;
            }
        }
        comparison.compare(&batch)?;
        let Counts { same, skipped, refused, wrong, peer_same, peer_refused, peer_wrong } = comparison.counts;
        println!("{same} the same, {wrong} different; {refused} were not lowered, {skipped} were left out");
        if let Some(peer) = &self.lower_with {
            let peer = peer.trim_start_matches("--lower-with=");
            println!(
                "lowered by {peer}: {peer_same} the same, {peer_wrong} different; {peer_refused} were not lowered"
            );
        }
        Ok(comparison.counts)
    }

    /// Compiles and runs the program of a file, lowered by another program if one is given.
    fn run_native(&self, path: &str, peer: Option<&str>) -> Ran {
        let mut flags = vec!["--native", &self.level, "--max-seconds=60"];
        flags.extend(peer);
        self.run(path, &flags)
    }

    /// Runs the program of a file.
    fn run(&self, path: &str, flags: &[&str]) -> Ran {
        let args: Vec<String> = [path, "--full"].iter().chain(flags).map(|arg| (*arg).to_string()).collect();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut stdin = std::io::empty();
        let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
        let code = run::run(&args, io, &self.setup);
        let values = values(&String::from_utf8_lossy(&stdout));
        Ran { code, values, said: String::from_utf8_lossy(&stderr).into_owned() }
    }
}

/// A program, and what the interpreter computes.
struct Program {
    number: u64,
    kind: &'static str,
    text: String,
    expected: Vec<String>,
}

/// A comparison of programs that is under way.
struct Comparison<'a> {
    opinions: &'a Opinions,
    /// The file of the program.
    path: String,
    counts: Counts,
    shown: u64,
}

impl Comparison<'_> {
    /// Compiles programs at once; those that are not lowered, and those that differ then, by themselves.
    fn compare(&mut self, programs: &[Program]) -> Result<(), Box<dyn Error>> {
        let (mut together, mut alone): (Vec<&Program>, Vec<&Program>) =
            programs.iter().partition(|program| signature(&program.text).is_some());
        let ran = loop {
            let Some(Joined { text, ends }) = joined(&together).filter(|_| together.len() > 1) else {
                alone.append(&mut together);
                break None;
            };
            std::fs::write(&self.path, text)?;
            let ran = self.opinions.run_native(&self.path, None);
            if ran.code == 0 {
                break Some(ran);
            }
            let refused = line_of(&ran.said, &self.path).map(|line| ends.partition_point(|end| *end < line));
            match refused.filter(|at| *at < together.len()) {
                Some(at) => alone.push(together.remove(at)),
                None => alone.append(&mut together),
            }
        };
        let ran = match (&self.opinions.lower_with, ran) {
            (Some(peer), Some(ran)) => {
                let other = self.opinions.run_native(&self.path, Some(peer));
                is_same_for_all(&together, &other).then_some(ran)
            }
            (_, ran) => ran,
        };
        match ran.filter(|ran| is_same_for_all(&together, ran)) {
            Some(_) => {
                self.counts.same += together.len() as u64;
                self.counts.peer_same +=
                    if self.opinions.lower_with.is_some() { together.len() as u64 } else { 0 };
            }
            None => alone.extend(together),
        }
        alone.sort_by_key(|program| program.number);
        alone.into_iter().try_for_each(|program| self.compare_one(program))
    }

    /// Compiles one program.
    fn compare_one(&mut self, program: &Program) -> Result<(), Box<dyn Error>> {
        let Program { number, kind, text, expected } = program;
        std::fs::write(&self.path, text)?;
        let opinions = self.opinions;
        let ran = opinions.run_native(&self.path, None);
        if ran.is_refusal() {
            self.counts.refused += 1;
            if opinions.refused {
                let why = ran.said.lines().next().unwrap_or_default();
                println!("program {number} ({kind}): {why}");
            }
            // Programs that are not lowered here need no third result.
            return Ok(());
        }
        if ran.code == 0 && is_same(text, expected, &ran.values) {
            self.counts.same += 1;
        } else {
            self.counts.wrong += 1;
            self.show(program, &ran, "");
        }
        let Some(peer) = opinions.lower_with.as_deref() else { return Ok(()) };
        let ran = opinions.run_native(&self.path, Some(peer));
        if ran.is_refusal() {
            self.counts.peer_refused += 1;
            if opinions.refused {
                let why = ran.said.lines().find(|line| line.contains("error")).unwrap_or_default();
                println!("program {number} ({kind}): {peer}: {why}");
            }
        } else if ran.code == 0 && is_same(text, expected, &ran.values) {
            self.counts.peer_same += 1;
        } else {
            self.counts.peer_wrong += 1;
            self.show(program, &ran, &format!(" with {peer}"));
        }
        Ok(())
    }

    /// Prints a program that differs, and what it computes.
    fn show(&mut self, program: &Program, ran: &Ran, with: &str) {
        if self.shown < self.opinions.show {
            self.shown += 1;
            let (expected, found) = (program.expected.join("\n"), ran.values.join("\n"));
            println!("program {} ({}): WRONG{with}\n{}", program.number, program.kind, program.text);
            println!("interpreted:\n{expected}\ncompiled:\n{found}\n{}", ran.said);
        }
    }
}

/// Whether a run that returns the results of several programs has those that are expected.
fn is_same_for_all(programs: &[&Program], ran: &Ran) -> bool {
    let expected: usize = programs.iter().map(|program| program.expected.len()).sum();
    let mut rest = &ran.values[..];
    ran.code == 0
        && rest.len() == expected
        && programs.iter().all(|program| {
            let (found, others) = rest.split_at(program.expected.len());
            rest = others;
            is_same(&program.text, &program.expected, found)
        })
}

/// The line of the file that the first message is about.
fn line_of(said: &str, path: &str) -> Option<usize> {
    let (_, rest) = said.split_once(&format!("{path}:"))?;
    rest.split(':').next()?.parse().ok()
}

/// A program that calls several, and returns the results of all.
struct Joined {
    text: String,
    /// The last line of each.
    ends: Vec<usize>,
}

/// The results of the main function of a program that can be joined with others: it takes nothing, and the file has
/// functions and globals alone.
fn signature(text: &str) -> Option<&str> {
    let starts = [" ", "}", "func.func ", "tosa.variable ", "memref.global "];
    if !text.lines().all(|line| starts.iter().any(|start| line.starts_with(start))) {
        return None;
    }
    let (_, signature) = text.split_once("func.func @main() ")?;
    signature.lines().next()?.strip_prefix("-> ")?.strip_suffix(" {")
}

/// Joins programs; `None` if one of them cannot be joined.
fn joined(programs: &[&Program]) -> Option<Joined> {
    let (mut text, mut calls) = (String::new(), String::new());
    let (mut results, mut types, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for (at, program) in programs.iter().enumerate() {
        let signature = signature(&program.text)?;
        let own = signature.strip_prefix('(').and_then(|list| list.strip_suffix(')')).unwrap_or(signature);
        let count = program.expected.len();
        text += &program.text.replace('@', &format!("@p{at}_"));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        ends.push(ends.last().unwrap_or(&0) + program.text.lines().count());
        let name = if count == 1 { format!("%p{at}") } else { format!("%p{at}:{count}") };
        calls += &format!("  {name} = func.call @p{at}_main() : () -> {signature}\n");
        results.extend((0..count).map(|result| match count {
            1 => format!("%p{at}"),
            _ => format!("%p{at}#{result}"),
        }));
        types.push(own);
    }
    let (results, types) = (results.join(", "), types.join(", "));
    text += &format!("func.func @main() -> ({types}) {{\n{calls}  return {results} : {types}\n}}\n");
    Some(Joined { text, ends })
}

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(
        rest,
        &["--programs", "--seed", "--kind", "--opt", "--show", "--peer", "--batch"],
        &["--refused"],
    )?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let bench = Bench::default();
    let mut campaign = Campaign::new(&bench);
    (campaign.programs, campaign.seed) = (number("--programs", 100)?, number("--seed", 0)?);
    if let Some(kind) = args.value("--kind") {
        campaign.kinds = vec![terrace_progen::kind(kind).ok_or("there is no such kind")?];
    }
    let counts = Opinions::of(&args, number("--show", 3)?)?.compare(&campaign)?;
    Ok(counts.is_clean())
}

/// Ops whose zeros may have either sign: by their definition, since lowerings divide differently, or since
/// `convert-vector-to-llvm` begins sums with positive zero, as upstream's does.
const ANY_ZERO: &[&str] = &["maxnumf", "minnumf", "complex.div", "reduction <add>", "vector.contract"];

/// Functions whose last bits are those of the library that computes them, or of a formula that is lowered to others.
const INEXACT: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cosh", "erf", "erfc", "expm1",
    "log1p", "rsqrt", "sinh", "softmax", "tan", "tanh",
];

/// Inexact functions of complex numbers: there are several formulas in functions of the parts.
const INEXACT_COMPLEX: &[&str] = &[
    "abs", "angle", "atan2", "cos", "exp", "expm1", "log", "log1p", "pow", "powi", "rsqrt", "sign", "sin",
    "sqrt", "tan", "tanh",
];

/// The largest difference of results of programs with such functions, relative to the larger one.
const TOLERANCE: f64 = 1e-5;

/// Whether a program computes the same twice.
fn is_same(program: &str, expected: &[String], found: &[String]) -> bool {
    let unsigned = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.replace("-0.000000e+00", "0.000000e+00")).collect()
    };
    expected == found
        || ANY_ZERO.iter().any(|name| program.contains(name)) && unsigned(expected) == unsigned(found)
        || is_inexact(program)
            && expected.len() == found.len()
            && expected.iter().zip(found).all(|(expected, found)| is_close(expected, found))
}

/// Whether a program has a function whose last bits are not defined.
fn is_inexact(program: &str) -> bool {
    let has = |dialect: &str, names: &[&str]| {
        names.iter().any(|name| program.contains(&format!("{dialect}.{name} ")))
    };
    has("math", INEXACT) || has("linalg", INEXACT) || has("complex", INEXACT_COMPLEX)
}

/// Whether the words of two lines are the same, but for the last bits of floats.
fn is_close(expected: &str, found: &str) -> bool {
    let words = |line: &str| -> Vec<String> {
        line.split(['[', ']', '(', ')', ',', ' ']).map(str::to_owned).collect()
    };
    let (expected, found) = (words(expected), words(found));
    let is_close = |(expected, found): (&String, &String)| match (float(expected), float(found)) {
        _ if expected == found => true,
        (Some(x), Some(y)) => (x - y).abs() <= TOLERANCE * x.abs().max(y.abs()),
        _ => false,
    };
    expected.len() == found.len() && expected.iter().zip(&found).all(is_close)
}

/// The float that a word is; `None` for integers and other words.
fn float(word: &str) -> Option<f64> {
    match word.strip_prefix("0x") {
        Some(digits) if digits.len() == 8 => {
            Some(f32::from_bits(u32::from_str_radix(digits, 16).ok()?).into())
        }
        Some(digits) if digits.len() == 16 => Some(f64::from_bits(u64::from_str_radix(digits, 16).ok()?)),
        Some(_) => None,
        None => word.contains('.').then(|| word.parse().ok())?,
    }
}

/// The lines without the types of results, which bufferization changes; NaNs are canonicalized.
fn values(output: &str) -> Vec<String> {
    output.lines().map(|line| settled(line.rsplit_once(" : ").map_or(line, |(value, _)| value))).collect()
}

fn settled(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("0x") {
        let end =
            rest[at + 2..].find(|c: char| !c.is_ascii_hexdigit()).map_or(rest.len(), |end| at + 2 + end);
        let digits = &rest[at + 2..end];
        out.push_str(&rest[..at]);
        out.push_str(if is_nan(digits) { "nan" } else { &rest[at..end] });
        rest = &rest[end..];
    }
    out + rest
}

/// Whether the bits of a float are those of something that is not a number.
fn is_nan(digits: &str) -> bool {
    let Ok(bits) = u128::from_str_radix(digits, 16) else { return false };
    let (exponent, fraction) = match digits.len() {
        16 => (bits >> 52 & 0x7ff == 0x7ff, bits & ((1 << 52) - 1)),
        8 => (bits >> 23 & 0xff == 0xff, bits & 0x7f_ffff),
        // Of half a word, the two formats differ; a NaN in both has the largest exponent of the larger one.
        4 => (bits >> 10 & 0x1f == 0x1f, bits & 0x3ff),
        _ => (false, 0),
    };
    exponent && fraction != 0
}
