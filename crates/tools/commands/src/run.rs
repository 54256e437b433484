//! `terrace run`: runs a program and reports undefined behavior.

use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use terrace_asm::ParseOptions;
use terrace_bytecode::read_source;
use terrace_diag::SourceMap;
use terrace_interp::object::Array;
use terrace_interp::value::{Given, Value, array_type, misfit};
use terrace_interp::{Limits, Machine, budget, text};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Diag, Ir, OpRef, Type};
use terrace_opt::chunk::Session;
use terrace_opt::cl::{DynamicKind, DynamicOptions, OptConfig, ParseOutcome, parse_opt};
use terrace_opt::exit;
use terrace_opt::output::{not_stdin, read_file, write_file};
use terrace_opt::page::{Also, Flag, Page, Section};
use terrace_opt::passes::{self, PassFlags, Reports};
use terrace_opt::report::Reporter;
use terrace_opt::{Io, Setup};
use terrace_support::spelling::nearest;

use super::args::join_values;
use super::native;
use super::npy;
use crate::progress::Progress;
use crate::run_forms::{Form, lower, run_twice};
use terrace_opt::stdout::with_stdout;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "run",
    doc: "Runs a program and reports what it must not do",
    usage: &["FILE [options] [flags of passes]"],
    sections: &[Section {
        title: "Options",
        flags: &[
            Flag::text("--entry", "NAME", "the function to run (main)"),
            Flag::input(
                "--arg",
                "VALUE",
                "the next argument: a number; for tensors, vectors and memrefs a list like [[1, 2], [3, 4]], a number for \
                 all elements, random, random:SEED, or the name of a .npy file, of which - is one from standard input",
            ),
            Flag::output("--result", "FILE", "the .npy file that the next result is written to"),
            Flag::text(
                "--arg-after",
                "N:FILE",
                "the .npy file that what argument N, a memref, holds in the end is written to; without it, it is printed",
            ),
            Flag::choice("--index-bits", &["32", "64"], "the width of index (64)"),
            Flag::text("--max-steps", "N", "stop after N instructions"),
            Flag::text("--max-seconds", "N", "stop after about N seconds"),
            Flag::text("--max-memory", "N", "let N bytes of memory be in use at most"),
            Flag::text("--max-depth", "N", "let N calls be inside of each other at most (100000)"),
            Flag::switch("--full", "print all elements of large arrays"),
            Flag::switch("--unchecked", "do not follow which memory was written, or report leaks"),
            Flag::switch(
                "--bufferize",
                "run the program, bufferize it, free and place its buffers, run it again, and compare: what is printed is \
                 of the second run, with its copies and allocations; ops of tosa are lowered before both",
            ),
            Flag::switch(
                "--native",
                "compile the program with the system's clang and run that: nothing is checked (terrace compile --help \
                 says what it needs)",
            ),
            Flag::choice("--opt", &["0", "1", "2", "3"], "with --native, how much clang optimizes (2)"),
            Flag::file(
                "--lower-with",
                "PROGRAM",
                "with --native, have another program that is like mlir-opt lower buffers, loops and arithmetic",
            ),
            Flag::switch("--stats", "say what was executed and allocated"),
        ],
    }],
    notes: "Flags of passes, and --pass-pipeline, are those of terrace opt: they come before the program is run.\n\n\
            Results are printed one a line, then the memrefs among the arguments that changed; of arrays with more than \
            1000 elements, the first and last of each list. The exit code is 1 where anything was reported.",
    examples: &["fib.mlir --entry=fib --arg=30"],
    also: Also::Opt,
};

/// The options of the command line, other than passes.
struct RunOptions {
    entry: String,
    args: Vec<String>,
    /// Files for results, and for buffers by the number of their argument.
    result_files: Vec<String>,
    buffer_files: Vec<(usize, String)>,
    index_bits: u32,
    limits: Limits,
    seconds: Option<u64>,
    stats: bool,
    full: bool,
    native: bool,
    /// The optimization level of clang.
    level: String,
    /// The program that lowers the code that is compiled, if that is another one.
    lower_with: Option<String>,
    /// The file and the arguments for the passes.
    rest: Vec<String>,
}

/// Runs the command with the arguments after its name, on the streams of the process.
pub fn main(args: &[String], setup: &Setup) -> ExitCode {
    let stdin = std::io::stdin();
    if let Some(seconds) = args.iter().rev().find_map(|arg| arg.strip_prefix("--max-seconds=")?.parse().ok())
    {
        end_after(Duration::from_secs(seconds));
    }
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut stdin.lock(),
            interactive: std::io::stderr().is_terminal(),
            color: terrace_opt::start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        run(args, io, setup)
    })
}

/// Ends the process some time after `limit`, unless the machine has reported the op by then: one op on large arrays may
/// take longer than all others, and passes run before.
fn end_after(limit: Duration) {
    const GRACE: Duration = Duration::from_secs(1);
    std::thread::spawn(move || {
        std::thread::sleep(limit.saturating_add(GRACE));
        // There is nowhere left to complain to.
        let _ = writeln!(std::io::stderr(), "error: more than {} seconds", limit.as_secs());
        std::process::exit(i32::from(exit::REFUSED));
    });
}

/// Runs the command on any streams; the result is the exit code.
pub fn run(args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    let args = &join_values(&PAGE, args)[..];
    if args.iter().any(|arg| arg == "--bufferize") {
        return run_twice(args, io, setup, run_once);
    }
    run_once(args, io, setup, Form::Plain, &mut String::new())
}

/// Runs a program; `whole` receives its results with all their elements, however many of them are printed.
fn run_once(args: &[String], io: Io<'_>, setup: &Setup, form: Form, whole: &mut String) -> u8 {
    let Io { stdin, stdout, stderr, cwd, interactive, color } = io;
    let asked = |names: &[&str]| args.iter().any(|arg| names.contains(&arg.as_str()));
    if asked(&["--help", "-h", "--help-hidden"]) {
        // The stream remembers an error.
        let _ = stdout.write_all(setup.page(&PAGE).as_bytes());
        return 0;
    }
    if asked(&["--version", "-V"]) {
        let _ = stdout.write_all(format!("{}\n", setup.version_text()).as_bytes());
        return 0;
    }
    let complain = |stderr: &mut dyn Write, message: &str| {
        // There is nowhere left to complain to.
        let _ = writeln!(stderr, "error: {}", setup.text(message));
        exit::REFUSED
    };
    let misused = |stderr: &mut dyn Write, message: &str| {
        complain(stderr, message);
        exit::WRONG_COMMAND_LINE
    };
    let options = match parse(args) {
        Ok(options) => options,
        Err(message) => return misused(stderr, &message),
    };
    let (config, flags, input) = match parse_opt(
        &format!("{} run", setup.name),
        &options.rest,
        &OwnFlags(&PAGE, PassFlags(&setup.registry)),
        "",
        "",
    ) {
        ParseOutcome::Run { config, passes, input } => (config, passes, input),
        ParseOutcome::Exit { code, stdout: shown, stderr: text } => {
            let _ = stdout.write_all(shown.as_bytes());
            let _ = stderr.write_all(text.as_bytes());
            return code;
        }
    };
    let Some(name) = input else { return misused(stderr, "no file to run; see terrace run --help") };
    if let Err(message) = check_files(&name, &options, &config) {
        return misused(stderr, &message);
    }
    let (bytes, piped) = match read_files(&name, &options, stdin, cwd) {
        Ok(read) => read,
        Err(message) => return complain(stderr, &message),
    };
    let mut sources = SourceMap::new();
    let shown = if name == "-" { "<stdin>".to_owned() } else { name };
    let buffer = match sources.add(shown, bytes) {
        Ok(buffer) => buffer,
        Err(error) => return complain(stderr, &error.to_string()),
    };
    let session = Session {
        config: &config,
        passes: &flags,
        translation: None,
        setup,
        buffer,
        program: setup.name,
        cwd,
    };
    let mut reporter = Reporter::new(Arc::new(sources), &config, color, stderr);
    if !passes::check(&session, &mut reporter) {
        return exit::WRONG_COMMAND_LINE;
    }
    let Some(cx) = session.new_context(&mut reporter) else { return exit::REFUSED };
    let mut prepared = prepare(&session, &cx, &config, &mut reporter, &mut String::new());
    if let Some(ir) = &mut prepared
        && !lower(&session, ir, form, &mut reporter)
    {
        prepared = None;
    }
    let ok = match prepared {
        Some(mut ir) if options.native => {
            reporter.enter_stage("run");
            execute_native(&session, &mut ir, (&options, &piped), &mut reporter, (stdout, whole))
        }
        Some(ir) => {
            reporter.enter_stage("run");
            let place = RunEnvironment { cwd, piped: &piped, progress: interactive };
            execute(&cx, &ir, &options, place, &mut reporter, (stdout, whole))
        }
        None => false,
    };
    u8::from(!(reporter.finish() && (ok || reporter.verifies())))
}

/// The flags of passes; those that the page of help of a command lists are the nearest to some that are misspelled.
pub(super) struct OwnFlags<'a>(pub(super) &'static Page, pub(super) PassFlags<'a>);

impl DynamicOptions for OwnFlags<'_> {
    fn kind(&self, name: &str) -> Option<DynamicKind> {
        self.1.kind(name)
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, DynamicKind, &str)) {
        for name in self.0.flags().filter_map(|flag| flag.name.strip_prefix("--")) {
            visit(name, DynamicKind::Pass, "");
        }
        self.1.for_each(visit);
    }

    fn options(&self, name: &str) -> Vec<(String, String)> {
        self.1.options(name)
    }

    fn hint(&self, name: &str) -> Option<String> {
        self.1.hint(name)
    }
}

/// Reads the program, and the input stream if it is for an argument.
fn read_files(
    input: &str,
    options: &RunOptions,
    stdin: &mut dyn Read,
    cwd: &Path,
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let program = read_file(input, stdin, cwd)?;
    match options.args.iter().any(|arg| arg == "-") {
        true => Ok((program, read_file("-", stdin, cwd)?)),
        false => Ok((program, Vec::new())),
    }
}

/// Checks that no file is named in vain: that the input stream is for one of them, and that nothing is to be written
/// by `-o`.
fn check_files(input: &str, options: &RunOptions, config: &OptConfig) -> Result<(), String> {
    let from_stdin = options.args.iter().filter(|arg| *arg == "-").count() + usize::from(input == "-");
    match () {
        () if config.irdl_file == "-" => Err(not_stdin("--irdl-file")),
        () if options.native && options.index_bits != 64 => {
            Err("--index-bits is 64 with --native: compiled programs have no other index".to_owned())
        }
        () if from_stdin > 1 => Err("'-', the standard input, is for one file".to_owned()),
        () if config.output != "-" => {
            Err("-o is for terrace opt: --result=FILE writes a result to a file".to_owned())
        }
        () => Ok(()),
    }
}

fn parse(args: &[String]) -> Result<RunOptions, String> {
    let mut options = RunOptions {
        entry: "main".to_owned(),
        args: Vec::new(),
        result_files: Vec::new(),
        buffer_files: Vec::new(),
        index_bits: 64,
        limits: Limits::default(),
        seconds: None,
        stats: false,
        full: false,
        native: false,
        level: "2".to_owned(),
        lower_with: None,
        rest: Vec::new(),
    };
    for arg in args {
        let (name, value) =
            arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
        let text = || value.ok_or_else(|| format!("{name} needs a value: {name}=..."));
        let number = || text()?.parse::<u64>().map_err(|_| format!("{name} needs a number"));
        match name {
            "--entry" => options.entry = text()?.trim_start_matches('@').to_owned(),
            "--arg" => options.args.push(text()?.to_owned()),
            "--index-bits" => match number()? {
                bits @ (32 | 64) => options.index_bits = bits as u32,
                _ => return Err("--index-bits is 32 or 64".to_owned()),
            },
            "--max-steps" => options.limits.steps = number()?,
            "--max-memory" => options.limits.memory = Some(number()?),
            "--max-depth" => options.limits.depth = usize::try_from(number()?).unwrap_or(usize::MAX),
            "--max-seconds" => options.seconds = Some(number()?),
            "--result" => options.result_files.push(text()?.to_owned()),
            "--arg-after" => {
                let parts =
                    text()?.split_once(':').and_then(|(n, file)| Some((n.parse().ok()?, file.to_owned())));
                options
                    .buffer_files
                    .push(parts.ok_or("--arg-after needs a number and a file: --arg-after=0:FILE")?);
            }
            "--native" => options.native = true,
            "--opt" => match text()? {
                level @ ("0" | "1" | "2" | "3") => options.level = level.to_owned(),
                other => return Err(format!("--opt is 0, 1, 2 or 3, not '{other}'")),
            },
            "--lower-with" => options.lower_with = Some(text()?.to_owned()),
            "--full" => options.full = true,
            "--unchecked" => options.limits.checked = false,
            "--stats" => options.stats = true,
            // The flags of passes take what begins with -h for a wish for their help.
            _ if arg.starts_with("-h") || arg.starts_with("--h") => {
                return Err(format!("there is no option '{name}'; see terrace run --help"));
            }
            _ => options.rest.push(arg.clone()),
        }
    }
    Ok(options)
}

/// Reads and verifies the input and runs the passes on it; `None` if that failed, which was reported. Output
/// of passes is appended to `printed`.
pub(super) fn prepare(
    session: &Session<'_>,
    cx: &Arc<Context>,
    config: &OptConfig,
    reporter: &mut Reporter<'_>,
    printed: &mut String,
) -> Option<Ir> {
    let sources = reporter.sources().clone();
    let options = ParseOptions::default().keep_names(config.keep_names);
    let output = read_source(cx, &sources, session.buffer, None, options);
    output.diags.iter().for_each(|diag| reporter.diag(cx, output.ir.as_ref(), diag));
    let mut ir = output.ir?;
    if let Err(errors) = verify(ir.root()?, VerifyOptions::default()) {
        errors.iter().for_each(|diag| reporter.diag(cx, Some(&ir), diag));
        return None;
    }
    let external = output.external.into_iter().filter(|(group, _, _)| group == "mlir_reproducer");
    let recorded = external.map(|(_, key, value)| (key, value));
    let mut reports = Reports::new(config);
    let passed = passes::run(session, &mut ir, recorded, reporter, &mut reports);
    printed.push_str(&std::mem::take(&mut reports.printed));
    reporter.say(&reports.finish(&config.pass_manager));
    passed.then_some(ir)
}

/// The environment of a run.
struct RunEnvironment<'a> {
    /// The directory that names of files start from.
    cwd: &'a Path,
    /// The content of the input stream, if it is for an argument.
    piped: &'a [u8],
    /// Whether progress is shown to a user.
    progress: bool,
}

/// Runs the entry; whether there was nothing to report.
fn execute(
    cx: &Context,
    ir: &Ir,
    options: &RunOptions,
    place: RunEnvironment<'_>,
    reporter: &mut Reporter<'_>,
    (stdout, whole): (&mut dyn Write, &mut String),
) -> bool {
    let Some(entry) = find_entry(ir, &options.entry) else {
        reporter.error(&missing_entry(ir, &options.entry));
        return false;
    };
    let start = Instant::now();
    let program = terrace_interp::compile(entry, options.index_bits);
    let function = &program.functions[0];
    budget::set_limit(options.limits.memory);
    let args = match arguments(cx, &function.inputs, options, (place.cwd, place.piped)) {
        Ok(args) => args,
        Err(message) => {
            reporter.diag(cx, Some(ir), &Diag::error(entry.loc(), message));
            return false;
        }
    };
    let compiled = start.elapsed();
    let start = Instant::now();
    let mut printed = std::io::BufWriter::new(&mut *stdout);
    let progress = Progress::of("instructions", None, place.progress);
    let mut machine = Machine::new(&program, options.limits, &mut printed);
    if options.seconds.is_some() || place.progress {
        machine.watch(Box::new(watch(start, options.seconds, &progress)));
    }
    let result = machine.call(cx, &args);
    let ran = start.elapsed();
    progress.clear();
    let stats = format!(
        "{} instructions, {} allocations, {} bytes allocated, {} at once, {} copied\n{:.3} s to compile, {:.3} s to run\n",
        machine.steps,
        machine.heap.count,
        machine.heap.total,
        machine.heap.peak,
        machine.heap.copied,
        compiled.as_secs_f64(),
        ran.as_secs_f64(),
    );
    let leaks: Vec<_> = match &result {
        Ok(_) if options.limits.checked => machine.heap.leaks().collect(),
        // Allocations that are live at a failure may not be leaks.
        _ => Vec::new(),
    };
    drop(machine);
    // A closed pipe is not an error.
    let _ = printed.flush();
    drop(printed);
    let ok = match result {
        Ok(given) => {
            let types = (&function.inputs[..], &function.outputs[..]);
            let shown = show(cx, types, (&args, &given), options, place.cwd, (stdout, whole));
            if let Err(message) = &shown {
                reporter.error(message);
            }
            shown.is_ok() && leaks.is_empty()
        }
        Err(diag) => {
            reporter.diag(cx, Some(ir), &diag);
            false
        }
    };
    for (loc, bytes) in leaks {
        let message = format!("memory leak: {bytes} bytes that are allocated here are never freed");
        reporter.diag(cx, Some(ir), &Diag::error(loc, message));
    }
    if options.stats {
        reporter.say(&stats);
    }
    ok
}

/// Compiles the program and runs the entry; whether there was nothing to report.
fn execute_native(
    session: &Session<'_>,
    ir: &mut Ir,
    (options, piped): (&RunOptions, &[u8]),
    reporter: &mut Reporter<'_>,
    (stdout, whole): (&mut dyn Write, &mut String),
) -> bool {
    let job = native::Job {
        entry: &options.entry,
        level: &options.level,
        seconds: options.seconds,
        lower_with: options.lower_with.as_deref(),
    };
    let start = Instant::now();
    let Some(compiled) = native::build(session, ir, &job, reporter) else { return false };
    let cx = ir.cx();
    let built = start.elapsed();
    let (inputs, outputs) = compiled.signature();
    let start = Instant::now();
    let given = arguments(cx, inputs, options, (session.cwd, piped))
        .and_then(|args| Ok((compiled.call(cx, &args, &job, stdout)?, args)));
    let ran = start.elapsed();
    let shown = given.and_then(|(given, args)| {
        show(cx, (inputs, outputs), (&args, &given), options, session.cwd, (stdout, whole))
    });
    if let Err(message) = &shown {
        reporter.diag(cx, Some(ir), &Diag::error(compiled.loc(), message.as_str()));
    }
    if options.stats {
        let (built, ran) = (built.as_secs_f64(), ran.as_secs_f64());
        reporter.say(&format!("{built:.3} s to compile, {ran:.3} s to run\n"));
    }
    shown.is_ok()
}

/// Returns a watch callback that stops the run after `seconds` seconds, and shows the progress of a long run.
fn watch<'a>(
    start: Instant,
    seconds: Option<u64>,
    progress: &'a Progress,
) -> impl FnMut(u64) -> Result<(), String> + 'a {
    move |steps| {
        let passed = start.elapsed().as_secs_f64();
        if let Some(seconds) = seconds
            && passed > seconds as f64
        {
            return Err(format!("more than {seconds} seconds"));
        }
        progress.say(|| format!("{} million instructions", steps / 1_000_000));
        Ok(())
    }
}

/// Prints the results of a program, or writes them to the requested files.
fn show(
    cx: &Context,
    (inputs, outputs): (&[Type], &[Type]),
    (args, given): (&[Value], &Given),
    options: &RunOptions,
    cwd: &Path,
    (stdout, whole): (&mut dyn Write, &mut String),
) -> Result<(), String> {
    let mut save = |file: &str, array: &Array| {
        let bytes = npy::write(array).map_err(|why| format!("cannot write '{file}': {why}"))?;
        write_file(file, &bytes, stdout, cwd)
    };
    let unchanged = |arg: &Value, now: &Array| {
        let same = |arg: &Array| arg.bytes == now.bytes && arg.marks == now.marks;
        matches!(arg, Value::Array(arg) if same(arg))
    };
    let mut text = String::new();
    let mut print = |ty, value: &Value| {
        let full = text::value(cx, ty, value);
        whole.push_str(&full);
        text.push_str(&if options.full { full } else { text::brief(cx, ty, value) });
    };
    for (i, (&ty, value)) in outputs.iter().zip(&given.results).enumerate() {
        match (options.result_files.get(i), value) {
            (Some(file), Value::Array(array)) => save(file, array)?,
            (Some(file), _) => return Err(format!("cannot write '{file}': result {i} is no array")),
            (None, _) => print(ty, value),
        }
    }
    for (i, array) in &given.buffers {
        match options.buffer_files.iter().find(|(number, _)| number == i) {
            Some((_, file)) => save(file, array)?,
            None if unchanged(&args[*i], array) => {}
            None => print(inputs[*i], &Value::Array(array.clone())),
        }
    }
    // A closed pipe is not an error.
    let _ = stdout.write_all(text.as_bytes());
    Ok(())
}

/// The functions with a body in the outermost module.
fn entries(ir: &Ir) -> impl Iterator<Item = (&str, OpRef<'_>)> {
    let root = ir.root().filter(|root| root.num_regions() > 0);
    let ops = root.into_iter().flat_map(|root| root.single_region().blocks()).flat_map(|block| block.ops());
    ops.filter_map(|op| {
        let runs = op.inherent_attr("function_type").is_some()
            && op.num_regions() == 1
            && !op.single_region().is_empty();
        Some((op.symbol_name().filter(|_| runs)?.text(op.cx()), op))
    })
}

/// The function of this name in the outermost module.
fn find_entry<'a>(ir: &'a Ir, name: &str) -> Option<OpRef<'a>> {
    entries(ir).find(|(found, _)| *found == name).map(|(_, op)| op)
}

/// The error for an entry that is missing, with the functions that there are.
pub(super) fn missing_entry(ir: &Ir, name: &str) -> String {
    const SHOWN: usize = 8;
    let names: Vec<&str> = entries(ir).map(|(name, _)| name).collect();
    let listed =
        names.iter().take(SHOWN).map(|name| format!("--entry={name}")).collect::<Vec<_>>().join(", ");
    let end = match (names.len(), nearest(name, names.iter().copied())) {
        (0, _) => "no function of the outermost module has one".to_owned(),

        (1..=SHOWN, _) => format!("there is {listed}"),
        (_, Some(meant)) => format!("did you mean --entry={meant}?"),
        (count, None) => format!("there are {count}, such as {listed}"),
    };
    format!("there is no function '{name}' with a body to run: {end}")
}

/// The arguments.
fn arguments(
    cx: &Context,
    types: &[terrace_ir::Type],
    options: &RunOptions,
    (cwd, piped): (&Path, &[u8]),
) -> Result<Vec<Value>, String> {
    if types.len() != options.args.len() {
        let texts: Vec<String> = types.iter().map(|&ty| cx.type_text(ty)).collect();
        let (wanted, given) = (types.len(), options.args.len());
        let plural = if wanted == 1 { "" } else { "s" };
        return Err(format!(
            "the function takes {wanted} argument{plural} ({}), but --arg was given {given} time{}",
            texts.join(", "),
            if given == 1 { "" } else { "s" },
        ));
    }
    let read = |ty: terrace_ir::Type, text: &String| {
        if text != "-" && !text.ends_with(".npy") {
            return text::parse(cx, ty, options.index_bits, text);
        }
        let refused = |why: String| format!("cannot read '{text}': {why}");
        let bytes = read_file(text, &mut &*piped, cwd)?;
        let (_, element) = array_type(cx, ty, options.index_bits)
            .ok_or_else(|| refused(format!("{} has no elements", cx.type_text(ty))))?;
        let array = npy::read(&bytes, element).map_err(refused)?;
        if let Some(why) = misfit(cx, ty, options.index_bits, &array) {
            return Err(refused(why));
        }
        Ok(Value::Array(array))
    };
    let numbered = types.iter().zip(&options.args).enumerate();
    numbered.map(|(i, (&ty, text))| read(ty, text).map_err(|why| format!("argument #{i}: {why}"))).collect()
}
