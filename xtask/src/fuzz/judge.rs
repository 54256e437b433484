//! Invariants that hold for any input.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};

use terrace::tools::process::Scratch;
use terrace_opt::exit::INTERNAL_ERROR;
use terrace_opt::{Io, Setup};
use terrace_reduce::Reducer;

use super::findings::{Finding, without_names};
use super::passes::{BUFFERIZE, PASSES, REFUSALS, SCRIPT, WRITERS};

/// The location of the first panic of a run.
static PANICKED: Mutex<Option<String>> = Mutex::new(None);

/// Judges inputs one after the other.
pub(super) struct Judge<'a> {
    setup: &'static Setup,
    /// The callback that is notified of each run of a tool before it begins.
    runs: &'a mut dyn FnMut(&str),
}

impl<'a> Judge<'a> {
    /// Judges inputs; `runs` is notified before each run of a tool. A panic is not written to the error
    /// stream.
    pub(super) fn new(runs: &'a mut dyn FnMut(&str)) -> Self {
        static SETUP: OnceLock<Setup> = OnceLock::new();
        let setup = SETUP.get_or_init(|| {
            std::panic::set_hook(Box::new(|info| {
                let at = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
                // One that is poisoned still has the place.
                PANICKED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(at.unwrap_or_default());
            }));
            terrace_test_opt::setup()
        });
        Judge { setup, runs }
    }

    /// Whether the input is accepted; the first finding, if there is one.
    pub(super) fn judge(&mut self, input: &[u8]) -> Result<bool, Finding> {
        for flags in [
            &["--allow-unregistered-dialect"][..],
            &["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-debuginfo"],
        ] {
            let (code, once, errors) = self.opt(input, flags)?;
            if code != 0 {
                return Ok(false);
            }
            let (code, twice, again) = self.opt(&once, flags)?;
            if code != 0 && !is_lossy(&once) {
                let log = format!("{}\n{errors}{again}", String::from_utf8_lossy(&once));
                return Err(wrong("output does not read back", flags, &again, log));
            }
            if once != twice && !is_lossy(&once) {
                let log = format!(
                    "{}\n---- then\n{}",
                    String::from_utf8_lossy(&once),
                    String::from_utf8_lossy(&twice)
                );
                let changed = first_change(&once, &twice);
                return Err(wrong("output changes when read back", flags, &changed, log));
            }
        }
        self.transform(input)?;
        self.any_pass(input)?;
        self.script(input)?;
        self.patterns(input)?;
        self.definitions(input)?;
        self.execute(input)?;
        self.explain(input)?;
        self.translate(input)?;
        self.reduce(input)?;
        Ok(true)
    }

    /// Runs one of all registered passes, which may refuse the input.
    fn any_pass(&mut self, input: &[u8]) -> Result<(), Finding> {
        let hash = input.iter().fold(11u64, |hash, &b| hash.wrapping_mul(31) ^ u64::from(b));
        let passes = self.setup.registry.passes();
        let name = passes[(hash % passes.len() as u64) as usize].name;
        if !WRITERS.contains(&name) {
            self.opt(input, &["--allow-unregistered-dialect", &format!("--{name}")])?;
        }
        Ok(())
    }

    /// Runs the script of an input that has one, which may fail.
    fn script(&mut self, input: &[u8]) -> Result<(), Finding> {
        let has_script = has(input, SCRIPT);
        for pass in ["--transform-interpreter", "--transform-dialect-check-uses"] {
            if has_script {
                self.opt(input, &["--allow-unregistered-dialect", pass])?;
            }
        }
        Ok(())
    }

    /// Compiles the patterns of an input that has some, and applies them; both may fail.
    fn patterns(&mut self, input: &[u8]) -> Result<(), Finding> {
        if has(input, b"pdl.") || has(input, b"pdl_interp.") {
            for pass in ["--convert-pdl-to-pdl-interp", "--test-pdl-bytecode-pass"] {
                self.opt(input, &["--allow-unregistered-dialect", pass])?;
            }
        }
        Ok(())
    }

    /// Defines the dialects that an input describes, and parses uses of their definitions; either may fail.
    fn definitions(&mut self, input: &[u8]) -> Result<(), Finding> {
        if !has(input, b"irdl.dialect") {
            return Ok(());
        }
        let Ok(scratch) = Scratch::new() else { return Ok(()) };
        let Ok(path) = scratch.write("definitions.irdl.mlir", input) else { return Ok(()) };
        let uses = uses_of_definitions(&String::from_utf8_lossy(input));
        let flags = [&format!("--irdl-file={}", path.display())[..], "--split-input-file"];
        self.opt(uses.as_bytes(), &flags).map(drop)
    }

    /// Runs the first function of the input on ones, within bounds; undefined behavior is allowed if it is
    /// reported.
    fn execute(&mut self, input: &[u8]) -> Result<(), Finding> {
        let text = String::from_utf8_lossy(input);
        let Some((_, rest)) = text.split_once("func.func @") else { return Ok(()) };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut args =
            ["-", "--max-steps=20000", "--max-memory=50000000", "--max-depth=200", "--max-seconds=5"]
                .map(str::to_owned)
                .to_vec();
        args.push(format!("--entry={name}"));
        for _ in 0..2 {
            let setup = self.setup;
            let (_, _, errors) = self
                .tool("run", input, &args, |args, io| i32::from(terrace::tools::run::run(args, io, setup)))?;
            // Once more with as many arguments as it takes.
            let Some((_, rest)) = errors.split_once("the function takes ") else { break };
            let wanted = rest.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
            if wanted == 0 || wanted > 20 {
                break;
            }
            args.extend(std::iter::repeat_n("--arg=1".to_owned(), wanted));
        }
        Ok(())
    }

    /// Explains an input, half of them as a page.
    fn explain(&mut self, input: &[u8]) -> Result<(), Finding> {
        let hash = input.iter().fold(7u64, |hash, &b| hash.wrapping_mul(37) ^ u64::from(b));
        let mut args = vec!["-".to_owned(), "--allow-unregistered-dialect".to_owned()];
        if hash & 1 != 0 {
            args.push(format!("--html={}", if cfg!(windows) { "NUL" } else { "/dev/null" }));
        }
        if hash & 2 != 0 {
            args.push("--options=bufferize-function-boundaries allow-unknown-ops strict-analysis".to_owned());
        }
        let setup = self.setup;
        let explain = |args: &[String], io: Io<'_>| {
            i32::from(terrace::tools::explain::explain("terrace", args, io, setup))
        };
        self.tool("explain", input, &args, explain).map(drop)
    }

    /// Translates the input and its lowered form to LLVM IR; either may be rejected.
    fn translate(&mut self, input: &[u8]) -> Result<(), Finding> {
        let flags = ["--allow-unregistered-dialect", "--convert-to-llvm", "--reconcile-unrealized-casts"];
        let (code, lowered, _) = self.opt(input, &flags)?;
        let inputs = [Some(input), (code == 0).then_some(&lowered[..])];
        let args = ["-", "--allow-unregistered-dialect", "--mlir-to-llvmir"].map(str::to_owned);
        for input in inputs.into_iter().flatten() {
            let setup = self.setup;
            let translate = |args: &[String], io: Io<'_>| {
                terrace::tools::translate::translate("terrace translate", args, io, setup)
            };
            self.tool("translate", input, &args, translate)?;
        }
        Ok(())
    }

    /// Reduces some of the inputs for as long as a word is in them.
    fn reduce(&mut self, input: &[u8]) -> Result<(), Finding> {
        let hash = input.iter().fold(3u64, |hash, &b| hash.wrapping_mul(41) ^ u64::from(b));
        let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
        let words: Vec<&str> = text.split_whitespace().filter(|word| word.contains('.')).collect();
        if !hash.is_multiple_of(REDUCED_SHARE) || words.is_empty() {
            return Ok(());
        }
        let word = words[(hash / REDUCED_SHARE % words.len() as u64) as usize];
        let Setup { dialects, extensions, .. } = self.setup;
        let shrink = |_: &[String], _: Io<'_>| {
            let reducer =
                Reducer { dialects, extensions, max_tries: REDUCER_TRIES, progress: &mut |_, _| {} };
            i32::from(reducer.reduce(text, &mut |text| text.contains(word)).is_err())
        };
        let (code, ..) = self.tool("reduce", input, &[word.to_owned()], shrink)?;
        if code != 0 {
            return Err(wrong("reduce refuses", &[], "", word.to_owned()));
        }
        Ok(())
    }

    /// Runs passes on a valid input, which are chosen by it: the output must be valid after each, and
    /// independent of the number of threads.
    fn transform(&mut self, input: &[u8]) -> Result<(), Finding> {
        let mut hash = input.iter().fold(5381u64, |hash, &b| hash.wrapping_mul(33) ^ u64::from(b));
        let mut flags = vec!["--allow-unregistered-dialect"];
        for _ in 0..3 {
            flags.push(PASSES[(hash % PASSES.len() as u64) as usize]);
            hash /= PASSES.len() as u64;
        }
        let (code, threads, errors) = self.opt(input, &flags)?;
        if code != 0 && !REFUSALS.iter().any(|text| errors.contains(text)) {
            return Err(wrong(
                "passes break a valid input",
                &flags[1..],
                &errors,
                format!("{flags:?}\n{errors}"),
            ));
        }
        flags.push("--mlir-disable-threading");
        let (_, alone, _) = self.opt(input, &flags)?;
        if alone != threads {
            return Err(wrong("threads make a difference", &flags[1..], "", format!("{flags:?}")));
        }
        // The output of a pass that succeeds is valid. Nothing else verifies it, so errors are those of the
        // pass.
        let mut flags = vec!["--allow-unregistered-dialect", "--verify-each=false"];
        for _ in 0..2 {
            hash = hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            flags.push(BUFFERIZE[((hash >> 33) % BUFFERIZE.len() as u64) as usize]);
            let (code, output, _) = self.opt(input, &flags)?;
            if code != 0 {
                return Ok(());
            }
            let (code, _, errors) = self.opt(&output, &["--allow-unregistered-dialect"])?;
            // Globals of ml_program become invalid ones of memref where their types do not fit, and some loads stay, as
            // upstream's.
            let global = input.windows(b"ml_program.global".len()).any(|text| text == b"ml_program.global");
            if code != 0 && !is_lossy(&output) && !global {
                let log = format!("{flags:?}\n{}\n{errors}", String::from_utf8_lossy(&output));
                return Err(wrong("passes break a valid input", &flags[2..], &errors, log));
            }
        }
        Ok(())
    }

    fn opt(&mut self, input: &[u8], flags: &[&str]) -> Result<(i32, Vec<u8>, String), Finding> {
        let args: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let setup = self.setup;
        self.tool("opt", input, &args, |args, io| terrace_opt::run("terrace-opt", args, io, setup))
    }

    /// Runs a tool; returns its exit code, its output and its messages. A panic is a finding.
    fn tool(
        &mut self,
        name: &str,
        input: &[u8],
        args: &[String],
        run: impl Fn(&[String], Io<'_>) -> i32,
    ) -> Result<(i32, Vec<u8>, String), Finding> {
        (self.runs)(&format!("{name} {}", args.join(" ")));
        *PANICKED.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let (mut stdout, mut stderr, mut stdin) = (Vec::new(), Vec::new(), input);
        let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
        let code = catch_unwind(AssertUnwindSafe(|| run(args, io)));
        let stderr = String::from_utf8_lossy(&stderr).into_owned();
        match code {
            Ok(code) if code != INTERNAL_ERROR => Ok((code, stdout, stderr)),
            _ => {
                let at = PANICKED.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
                Err(Finding { key: format!("panic at {at}"), log: format!("{name} {args:?}\n{stderr}") })
            }
        }
    }
}

/// The interval of valid inputs that are reduced.
const REDUCED_SHARE: u64 = 16;
/// The largest number of runs of the reducer's test.
const REDUCER_TRIES: usize = 60;

/// Whether an input has a text in it.
fn has(input: &[u8], text: &[u8]) -> bool {
    input.windows(text.len()).any(|part| part == text)
}

/// Uses of the ops and types that a text defines, of several shapes, each as a separate input.
fn uses_of_definitions(text: &str) -> String {
    fn names<'t>(text: &'t str, definition: &str) -> Vec<&'t str> {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let ends = text.split(definition).skip(1);
        ends.map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or_default()).collect()
    }
    let mut uses = String::new();
    for dialect in text.split("irdl.dialect @").skip(1) {
        let name = dialect.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        for op in names(dialect, "irdl.operation @") {
            for shape in [
                "() : () -> ()",
                "() : () -> i32",
                "() ({}) : () -> ()",
                "() {a = 1 : i32} : () -> (i32, f32)",
            ] {
                uses += &format!("\"{name}.{op}\"{shape}\n// -----\n");
            }
            uses += &format!(
                "%0 = \"builtin.unrealized_conversion_cast\"() : () -> i32\n\"{name}.{op}\"(%0) : (i32) -> ()\n// -----\n"
            );
        }
        for ty in names(dialect, "irdl.type @") {
            for parameters in ["", "<i32>", "<i32, 1 : i64>"] {
                uses += &format!(
                    "%0 = builtin.unrealized_conversion_cast to !{name}.{ty}{parameters}\n// -----\n"
                );
            }
        }
        for attr in names(dialect, "irdl.attribute @") {
            uses += &format!(
                "module attributes {{x.a = #{name}.{attr}, x.b = #{name}.{attr}<i32>}} {{}}\n// -----\n"
            );
        }
    }
    uses
}

/// A finding that is no panic: it is identified by the flags and the first error, without names and numbers.
fn wrong(what: &str, flags: &[&str], errors: &str, log: String) -> Finding {
    let error = errors.lines().find_map(|line| Some(line.split_once("error: ")?.1)).unwrap_or_default();
    let flags: Vec<&str> =
        flags.iter().copied().filter(|flag| *flag != "--allow-unregistered-dialect").collect();
    Finding { key: format!("{what}: {} {}", flags.join(" "), without_names(error)), log }
}

/// The first line that differs, as an error for the key of a finding.
fn first_change(once: &[u8], twice: &[u8]) -> String {
    let (once, twice) = (String::from_utf8_lossy(once), String::from_utf8_lossy(twice));
    let line = once.lines().zip(twice.lines()).find(|(one, other)| one != other);
    format!("error: {}", line.map_or("", |(one, _)| one))
}

/// Whether upstream's form of something in the output does not read back, or not as the same: a part of a complex
/// number that is infinite or no number is written with the bits of its type and read as those of an `f64`, a
/// symbol without a name is written as something that is none, `#d<a<>b<>>` as `#d.a<>b<>`, which ends
/// early, and `#d.a-` as `#d<a->`, which does not end.
fn is_lossy(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output);
    let has_bits = |number: &str| number.split('>').next().is_some_and(|parts| parts.contains(" 0x"));
    let goes_on = |two: &[u8]| two[0] == b'>' && (two[1].is_ascii_alphanumeric() || two[1] == b'<');
    text.contains("@<<INVALID EMPTY SYMBOL>>")
        // Without operands and punctuation, it takes the next line's values for its operand.
        || text.contains("vector.print\n")
        || text.contains("->>")
        || text.contains("<->")
        || output.windows(2).any(goes_on)
        || text.split("#complex.number<").skip(1).any(has_bits)
}
