//! `bench-ripple --scan`: each operation on each type, in each form of access and condition and in many sizes of block,
//! beside the same loop that clang compiles without Ripple.
//!
//! A kernel is listed as slow where it takes longer than a ninth above clang's, and as a peak where both neighbouring
//! sizes take less than two thirds of its time.

mod kernels;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrace::tools::process::Scratch;
use terrace::tools::progress::Progress;

use crate::args::Args;
use kernels::{FORMS, Form, OPS, SIZES, TYPES, Ty};

/// A kernel may take this share of the time of clang's loop.
const SLOW: f64 = 1.0 / 0.9;

/// A kernel may take this share of the time of the slower one of its neighbours.
const PEAK: f64 = 1.5;

/// The number of rounds in which kernels that are listed are timed again: the shortest time counts.
const ROUNDS: usize = 3;

/// The names that an option chooses: all where it is absent.
struct Choice<'a>(Option<&'a str>);

impl Choice<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.is_none_or(|names| names.split(',').any(|known| known == name))
    }
}

/// A kernel of a program: its name, the size of its block, its place among all.
struct Case {
    form: &'static str,
    op: &'static str,
    ty: &'static str,
    size: u32,
}

impl Case {
    fn name(&self) -> String {
        format!("{} {} {}", self.form, self.op, self.ty)
    }
}

/// The times of a kernel in nanoseconds.
#[derive(Clone, Copy)]
struct Times {
    plain: f64,
    ripple: f64,
    same: bool,
}

impl Times {
    fn ratio(self) -> f64 {
        self.ripple / self.plain
    }
}

/// A form of a type: a C file for each compiler.
struct Unit {
    form: Form,
    ty: Ty,
    cases: Vec<Case>,
    plain: String,
    ripple: String,
    /// The rows of the table of cases.
    rows: String,
}

/// The compilers, their flags, and where their files are.
struct Tools<'a> {
    compiler: &'a str,
    clang: &'a str,
    flags: Vec<&'a str>,
    directory: &'a Path,
}

pub(crate) fn scan(args: &Args) -> Result<bool, Box<dyn Error>> {
    let directory = Scratch::new()?;
    let setup = Tools {
        compiler: args.value("--compiler").unwrap_or("target/debug/terrace"),
        clang: args.value("--clang").unwrap_or("clang-22"),
        flags: args.value("--flags").unwrap_or("-O3 -march=native").split_whitespace().collect(),
        directory: directory.path(),
    };
    let units = units(args)?;
    let program = setup.build(&units)?;
    let cases: Vec<&Case> = units.iter().flat_map(|unit| &unit.cases).collect();
    let mut times = vec![Times { plain: f64::INFINITY, ripple: f64::INFINITY, same: true }; cases.len()];
    measure(&program, &mut times, &[])?;
    for _ in 0..ROUNDS {
        let listed: Vec<usize> =
            (0..cases.len()).filter(|&at| verdict(&cases, &times, at).is_some()).collect();
        let mut again: Vec<usize> =
            listed.iter().flat_map(|&at| at.saturating_sub(1)..(at + 2).min(cases.len())).collect();
        again.dedup();
        if !again.is_empty() {
            measure(&program, &mut times, &again)?;
        }
    }
    if let Some(path) = args.value("--csv") {
        let rows = cases.iter().zip(&times).map(|(case, time)| {
            format!(
                "{},{},{},{},{:.1},{:.1}\n",
                case.form, case.op, case.ty, case.size, time.plain, time.ripple
            )
        });
        std::fs::write(path, format!("form,op,type,size,plain,ripple\n{}", rows.collect::<String>()))?;
    }
    Ok(report(&cases, &times))
}

/// The C files of the kernels that the options choose.
fn units(args: &Args) -> Result<Vec<Unit>, Box<dyn Error>> {
    let choice = |name| Choice(args.value(name));
    let (forms, types, ops, sizes) = (choice("--form"), choice("--type"), choice("--op"), choice("--size"));
    let mut units = Vec::new();
    for &form in FORMS.iter().filter(|form| forms.has(form.name)) {
        for &ty in TYPES.iter().filter(|ty| types.has(ty.name)) {
            let sizes: Vec<u32> = SIZES.iter().copied().filter(|size| sizes.has(&size.to_string())).collect();
            let ops: Vec<&'static str> = OPS.iter().copied().filter(|op| ops.has(op)).collect();
            let unit = unit(form, ty, &ops, &sizes, units.len());
            if !unit.cases.is_empty() {
                units.push(unit);
            }
        }
    }
    if units.is_empty() { Err("no kernel has these names".into()) } else { Ok(units) }
}

fn unit(form: Form, ty: Ty, ops: &[&'static str], sizes: &[u32], number: usize) -> Unit {
    let mut unit = Unit {
        form,
        ty,
        cases: Vec::new(),
        plain: String::new(),
        ripple: String::new(),
        rows: String::new(),
    };
    let mut tables = [String::new(), String::new()];
    let mut counts = [0, 0];
    for &op in ops {
        for (at, &size) in sizes.iter().enumerate() {
            let Some(text) = form.kernel(op, ty, size, true, &format!("{op}_{size}")) else { continue };
            if at == 0 || form.sized() {
                unit.plain += &form.kernel(op, ty, size, false, &format!("{op}_{size}")).unwrap_or_default();
                let _ = write!(tables[0], "{op}_{size}, ");
                counts[0] += 1;
            }
            unit.ripple += &text;
            let _ = write!(tables[1], "{op}_{size}, ");
            let case = Case { form: form.name, op, ty: ty.name, size };
            let [name, results] = [case.name(), form.results(ty).to_owned()];
            let count = words_of_count(form, size);
            let _ = writeln!(
                unit.rows,
                "  {{\"{name}\", {size}, plain_{number} + {}, ripple_{number} + {}, sizeof({t}), {}, sizeof({results}), {}, {count}}},",
                counts[0] - 1,
                counts[1],
                kind(ty.name),
                kind(&results),
                t = ty.name,
            );
            counts[1] += 1;
            unit.cases.push(case);
        }
    }
    let [plain, ripple] = tables;
    let file = |kernels: &str, name: &str, table: &str| {
        format!("#include \"scan.h\"\n{kernels}const kernel {name}_{number}[] = {{{table}}};\n")
    };
    unit.plain = file(&unit.plain, "plain", &plain);
    unit.ripple = format!("#define RIPPLE\n{}", file(&unit.ripple, "ripple", &ripple));
    unit
}

/// The number of results of a kernel, in C.
fn words_of_count(form: Form, size: u32) -> String {
    form.count.replace("size", &size.to_string()).replace('n', "8192")
}

/// The kind of a type in C.
fn kind(ty: &str) -> &'static str {
    match ty {
        "float" | "double" => "FLOAT",
        _ if ty.starts_with('u') => "UNSIGNED",
        _ => "SIGNED",
    }
}

impl Tools<'_> {
    /// Compiles all kernels, on all cores, and links them.
    fn build(&self, units: &[Unit]) -> Result<PathBuf, Box<dyn Error>> {
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        let progress = Progress::new("files", Some(units.len() as u64));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(unit) = units.get(number) else { break };
                        progress.reach(number as u64);
                        if let Err(error) = self.compile_unit(unit, number)
                            && let Ok(mut failed) = failed.lock()
                        {
                            *failed = Some(format!("{} of {}: {error}", unit.form.name, unit.ty.name));
                        }
                    }
                });
            }
        });
        progress.clear();
        if let Some(error) = failed.into_inner()? {
            return Err(error.into());
        }
        let main = self.directory.join("main.c");
        let mut text = String::from("#include \"scan.h\"\n");
        for number in 0..units.len() {
            let _ = writeln!(text, "extern const kernel plain_{number}[], ripple_{number}[];");
        }
        let rows: String = units.iter().map(|unit| unit.rows.as_str()).collect();
        let _ = write!(
            text,
            "const struct scan_case cases[] = {{\n{rows}}};\nconst long case_count = sizeof cases / sizeof *cases;\n"
        );
        std::fs::write(&main, text)?;
        let program = self.directory.join("scan");
        let mut link = Command::new(self.clang);
        link.args(["-O2", "-w", "-I"]).arg(sources()).arg(&main).arg(sources().join("scan.c"));
        for number in 0..units.len() {
            link.args(["plain", "ripple"].map(|name| self.directory.join(format!("{name}_{number}.o"))));
        }
        run(link.arg("-lm").arg("-o").arg(&program))?;
        Ok(program)
    }

    fn compile_unit(&self, unit: &Unit, number: usize) -> Result<(), Box<dyn Error>> {
        for (name, text, first) in [
            ("plain", &unit.plain, vec![self.clang]),
            ("ripple", &unit.ripple, vec![self.compiler, "ripple-cc"]),
        ] {
            let source = self.directory.join(format!("{name}_{number}.c"));
            std::fs::write(&source, text)?;
            let mut command = Command::new(first[0]);
            command
                .args(&first[1..])
                .args(&self.flags)
                .args(["-ffp-contract=fast", "-w", "-I"])
                .arg(sources());
            run(command.arg("-c").arg(&source).arg("-o").arg(source.with_extension("o")))?;
        }
        Ok(())
    }
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/ripple")
}

/// Runs a command; its output.
fn run(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let line = errors.lines().find(|line| line.contains("error")).or_else(|| errors.lines().next());
    Err(line
        .map_or_else(|| format!("{:?} fails: {}", command.get_program(), output.status), str::to_owned)
        .into())
}

/// Times the cases of some numbers, or all, and keeps the shortest times.
fn measure(program: &Path, times: &mut [Times], numbers: &[usize]) -> Result<(), Box<dyn Error>> {
    let all: Vec<usize> = if numbers.is_empty() { (0..times.len()).collect() } else { numbers.to_vec() };
    for part in all.chunks(2000) {
        let output = run(Command::new(program).args(part.iter().map(ToString::to_string)))?;
        for (line, &number) in output.lines().zip(part) {
            let mut words = line.rsplit(' ');
            let same = words.next() == Some("same");
            let mut time = || words.next().and_then(|word| word.parse().ok()).unwrap_or(f64::INFINITY);
            let (ripple, plain): (f64, f64) = (time(), time());
            let known = &mut times[number];
            *known = Times {
                plain: known.plain.min(plain),
                ripple: known.ripple.min(ripple),
                same: known.same && same,
            };
        }
    }
    Ok(())
}

/// Why a kernel is listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reason {
    Differs,
    Slow,
    Peak,
}

fn verdict(cases: &[&Case], times: &[Times], at: usize) -> Option<Reason> {
    if !times[at].same {
        return Some(Reason::Differs);
    }
    if times[at].ratio() > SLOW {
        return Some(Reason::Slow);
    }
    let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let kin =
        neighbours.filter(|&other| cases.get(other).is_some_and(|case| case.name() == cases[at].name()));
    let slower = kin.map(|other| times[other].ripple).fold(0.0, f64::max);
    (slower > 0.0 && times[at].ripple > PEAK * slower).then_some(Reason::Peak)
}

/// Prints the listed kernels by form, operation and type; whether there is none.
fn report(cases: &[&Case], times: &[Times]) -> bool {
    let mut listed: BTreeMap<String, Vec<(Reason, usize)>> = BTreeMap::new();
    for at in 0..cases.len() {
        if let Some(reason) = verdict(cases, times, at) {
            listed.entry(cases[at].name()).or_default().push((reason, at));
        }
    }
    let count: usize = listed.values().map(Vec::len).sum();
    let mut rows: Vec<(f64, String)> = listed
        .iter()
        .map(|(name, kernels)| {
            let worst = kernels.iter().map(|&(_, at)| times[at].ratio()).fold(0.0, f64::max);
            let sizes = kernels.iter().map(|&(reason, at)| {
                let mark = match reason {
                    Reason::Differs => " differs",
                    Reason::Slow => "",
                    Reason::Peak => " peak",
                };
                format!("{} ({:.2}{mark})", cases[at].size, times[at].ratio())
            });
            (worst, format!("{name}: {}", sizes.collect::<Vec<_>>().join(", ")))
        })
        .collect();
    rows.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    for (_, row) in &rows {
        println!("{row}");
    }
    let logs: f64 = times.iter().map(|time| time.ratio().ln()).sum();
    println!(
        "{} kernels, geometric mean {:.2} of clang's time; {count} listed, of {} operations in a form",
        cases.len(),
        (logs / cases.len() as f64).exp(),
        listed.len()
    );
    count == 0
}
