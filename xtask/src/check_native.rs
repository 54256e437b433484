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
    /// The options of the arguments `--opt`, `--peer`, `--show` and `--refused`.
    pub(crate) fn of(args: &Args, show: u64) -> Self {
        Self {
            level: format!("--opt={}", args.value("--opt").unwrap_or("1")),
            lower_with: args.value("--peer").map(|peer| format!("--lower-with={peer}")),
            show,
            refused: args.flag("--refused"),
            setup: terrace::tools::setup(),
        }
    }

    /// Interprets and compiles the programs of a campaign, and prints how they compare.
    pub(crate) fn compare(&self, campaign: &Campaign<'_>) -> Result<Counts, Box<dyn Error>> {
        let scratch = Scratch::new()?;
        let file = scratch.file("program.mlir");
        let path = file.to_string_lossy().into_owned();
        let (mut counts, mut shown) = (Counts::default(), 0);
        let progress = Progress::new("programs", Some(campaign.programs));
        for number in (0..campaign.programs).map(|index| campaign.seed.wrapping_add(index)) {
            progress.add(1);
            let (kind, _, text) = campaign.program(number);
            std::fs::write(&file, &text)?;
            let expected = self.run(&path, &["--max-steps=10000000"]);
            if expected.code != 0 {
                counts.skipped += 1;
                continue;
            }
            let mut differs = |ran: &Ran, with: &str| {
                if shown < self.show {
                    shown += 1;
                    let (expected, found) = (expected.values.join("\n"), ran.values.join("\n"));
                    println!("program {number} ({}): WRONG{with}\n{text}", kind.name);
                    println!("interpreted:\n{expected}\ncompiled:\n{found}\n{}", ran.said);
                }
            };
            let ran = self.run(&path, &["--native", &self.level, "--max-seconds=60"]);
            if ran.is_refusal() {
                counts.refused += 1;
                if self.refused {
                    let why = ran.said.lines().next().unwrap_or_default();
                    println!("program {number} ({}): {why}", kind.name);
                }
                // Programs that are not lowered here need no third result.
                continue;
            }
            if ran.code == 0 && is_same(&text, &expected.values, &ran.values) {
                counts.same += 1;
            } else {
                counts.wrong += 1;
                differs(&ran, "");
            }
            let Some(peer) = self.lower_with.as_deref() else { continue };
            let ran = self.run(&path, &["--native", &self.level, "--max-seconds=60", peer]);
            if ran.is_refusal() {
                counts.peer_refused += 1;
                if self.refused {
                    let why = ran.said.lines().find(|line| line.contains("error")).unwrap_or_default();
                    println!("program {number} ({}): {peer}: {why}", kind.name);
                }
            } else if ran.code == 0 && is_same(&text, &expected.values, &ran.values) {
                counts.peer_same += 1;
            } else {
                counts.peer_wrong += 1;
                differs(&ran, &format!(" with {peer}"));
            }
        }
        let Counts { same, skipped, refused, wrong, peer_same, peer_refused, peer_wrong } = counts;
        println!("{same} the same, {wrong} different; {refused} were not lowered, {skipped} were left out");
        if let Some(peer) = &self.lower_with {
            let peer = peer.trim_start_matches("--lower-with=");
            println!(
                "lowered by {peer}: {peer_same} the same, {peer_wrong} different; {peer_refused} were not lowered"
            );
        }
        Ok(counts)
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

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args =
        Args::parse(rest, &["--programs", "--seed", "--kind", "--opt", "--show", "--peer"], &["--refused"])?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let bench = Bench::default();
    let mut campaign = Campaign::new(&bench);
    (campaign.programs, campaign.seed) = (number("--programs", 100)?, number("--seed", 0)?);
    if let Some(kind) = args.value("--kind") {
        campaign.kinds = vec![terrace_progen::kind(kind).ok_or("there is no such kind")?];
    }
    let counts = Opinions::of(&args, number("--show", 3)?).compare(&campaign)?;
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
