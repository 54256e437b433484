use terrace_diag::Verbosity;
use terrace_diag::verify::Level;

use super::*;

struct Passes;

impl DynamicOptions for Passes {
    fn kind(&self, name: &str) -> Option<DynamicKind> {
        match name {
            "canonicalize" | "cse" | "one-shot-bufferize" => Some(DynamicKind::Pass),
            "sparsifier" => Some(DynamicKind::Pipeline),
            _ => None,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, DynamicKind, &str)) {
        for name in ["canonicalize", "cse", "one-shot-bufferize"] {
            visit(name, DynamicKind::Pass, "A pass");
        }
        visit("sparsifier", DynamicKind::Pipeline, "A pipeline");
    }
}

fn outcome(args: &[&str]) -> ParseOutcome<OptConfig> {
    let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
    parse_opt("bin/mlir-opt", &args, &Passes, "header", "version 1")
}

fn run(args: &[&str]) -> (OptConfig, Vec<PassFlag>, Option<String>) {
    match outcome(args) {
        ParseOutcome::Run { config, passes, input } => (config, passes, input),
        ParseOutcome::Exit { stdout, stderr, .. } => panic!("{stdout}{stderr}"),
    }
}

fn errors(args: &[&str]) -> String {
    match outcome(args) {
        ParseOutcome::Exit { code: 2, stdout, stderr } if stdout.is_empty() => stderr,
        other => panic!("{other:?}"),
    }
}

fn unknown(arg: &str, nearest: &str) -> String {
    format!(
        "mlir-opt: Unknown command line argument '{arg}'.  Try: 'bin/mlir-opt --help'\n\
         mlir-opt: Did you mean '{nearest}'?\n"
    )
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = table::OPTIONS.iter().map(|option| option.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn nothing_asked() {
    assert_eq!(run(&[]), (OptConfig::default(), vec![], None));
}

#[test]
fn pass_flags_keep_their_order() {
    let (config, passes, input) = run(&[
        "--cse",
        "-canonicalize=max-iterations=3 top-down=0",
        "--split-input-file",
        "in.mlir",
        "--cse=",
        "--sparsifier",
        "-o",
        "-x",
    ]);
    let flags: Vec<_> = passes.iter().map(|flag| (flag.name.as_str(), flag.options.as_str())).collect();
    assert_eq!(
        flags,
        [("cse", ""), ("canonicalize", "max-iterations=3 top-down=0"), ("cse", ""), ("sparsifier", "")]
    );
    assert_eq!(passes[3].kind, DynamicKind::Pipeline);
    assert_eq!(input.as_deref(), Some("in.mlir"));
    assert_eq!(config.split_input_file.as_deref(), Some("// -----"));
    assert_eq!(config.output, "-x");
}

#[test]
fn values() {
    let (config, _, input) = run(&[
        "--verify-each=FALSE",
        "--verify-diagnostics=only-expected",
        "--mlir-diagnostic-verbosity-level",
        "errors",
        "--split-input-file=// ####",
        "--mlir-elide-elementsattrs-if-larger=0x10",
        "--mlir-print-elementsattrs-with-hex-if-larger",
        "-1",
        "--emit-bytecode-version=6",
        "--mlir-print-ir-after=cse,canonicalize",
        "--mlir-very-unsafe-disable-verifier-on-parsing",
        "--log-mlir-actions-filter=a,b",
        "-p",
        "builtin.module(cse)",
        "-",
    ]);
    assert!(!config.verify.each && !config.verify.on_parsing);
    assert_eq!(config.diagnostics.verify, Some(Level::OnlyExpected));
    assert_eq!(config.diagnostics.verbosity, Verbosity::Errors);
    assert_eq!(config.split_input_file.as_deref(), Some("// ####"));
    assert_eq!(config.print.elide_elements_if_larger, Some(16));
    assert_eq!(config.print.hex_elements_if_larger, Some(-1));
    assert_eq!(config.bytecode.version, Some(6));
    assert_eq!(config.pass_manager.print_after, ["cse", "canonicalize"]);
    assert_eq!(config.actions.log_filter, ["a", "b"]);
    assert_eq!(config.pass_manager.pipeline.as_deref(), Some("builtin.module(cse)"));
    assert_eq!(input.as_deref(), Some("-"));
}

#[test]
fn the_last_of_two_wins() {
    let (config, _, _) =
        run(&["-o=x", "--o", "y", "--verify-each=0", "--verify-each", "--verify-diagnostics="]);
    assert_eq!((config.output.as_str(), config.verify.each), ("y", true));
    assert_eq!(config.diagnostics.verify, Some(Level::All));
}

#[test]
fn two_dashes_end_the_options() {
    assert_eq!(run(&["--cse", "--", "--cse"]).2.as_deref(), Some("--cse"));
    assert_eq!(run(&["--", "-"]).2.as_deref(), Some("-"));
    assert_eq!(run(&[""]).2.as_deref(), Some(""));
}

#[test]
fn unknown_arguments() {
    assert_eq!(errors(&["--foo"]), unknown("--foo", "-o"));
    assert_eq!(errors(&["--canonicalise"]), unknown("--canonicalise", "--canonicalize"));
    assert_eq!(errors(&["-cse2"]), unknown("-cse2", "--cse"));
    assert_eq!(errors(&["--split-input"]), unknown("--split-input", "--split-input-file"));
    assert_eq!(errors(&["-verify-eac=0"]), unknown("-verify-eac=0", "--verify-each=0"));
    assert_eq!(errors(&["--verify-diagnostic"]), unknown("--verify-diagnostic", "--verify-diagnostics"));
    let both = format!("{}{}", unknown("--foo", "-o"), unknown("-cs", "--cse"));
    assert_eq!(errors(&["nofile.mlir", "--foo", "-cs"]), both);
}

#[test]
fn one_letter_options_form_groups() {
    let group = "mlir-opt: for the -o option: may not occur within a group!\n";
    assert_eq!(
        errors(&["--one-shot-bufferise=a"]),
        format!("{group}{}", unknown("--one-shot-bufferise=a", "-o"))
    );
    assert_eq!(errors(&["-ox"]), format!("{group}{}", unknown("-ox", "-o")));
    assert!(matches!(outcome(&["-hx"]), ParseOutcome::Exit { code: 0, .. }));
}

#[test]
fn values_that_do_not_fit() {
    let cases = [
        ("--verify-each=T", "--verify-each", "'T' is invalid value for boolean argument! Try 0 or 1"),
        ("-o", "-o", "requires a value!"),
        ("--output-split-marker", "--output-split-marker", "requires a value!"),
        (
            "--mlir-elide-elementsattrs-if-larger=a",
            "--mlir-elide-elementsattrs-if-larger",
            "'a' value invalid for uint argument!",
        ),
        (
            "--mlir-elide-elementsattrs-if-larger=-1",
            "--mlir-elide-elementsattrs-if-larger",
            "'-1' value invalid for uint argument!",
        ),
        (
            "--mlir-elide-elementsattrs-if-larger=99999999999",
            "--mlir-elide-elementsattrs-if-larger",
            "'99999999999' value invalid for uint argument!",
        ),
        (
            "--mlir-print-elementsattrs-with-hex-if-larger=-x",
            "--mlir-print-elementsattrs-with-hex-if-larger",
            "'-x' value invalid for long argument!",
        ),
        (
            "--verify-diagnostics=onyl-expected",
            "--verify-diagnostics",
            "Cannot find option named 'onyl-expected'!; it takes one of all, only-expected; did you mean 'only-expected'?",
        ),
        (
            "--mlir-print-ir-before",
            "--mlir-print-ir-before",
            "Cannot find option named ''!; it takes names of passes",
        ),
        (
            "--mlir-print-ir-before=sparsifier",
            "--mlir-print-ir-before",
            "Cannot find option named 'sparsifier'!; it takes names of passes",
        ),
        (
            "--emit-bytecode-version=0x6",
            "--emit-bytecode-version",
            "Invalid argument '0x6', only integer is supported.",
        ),
        ("--help=foo", "--help", "does not allow a value! 'foo' specified."),
        ("--version=", "--version", "does not allow a value! '' specified."),
    ];
    for (arg, name, message) in cases {
        assert_eq!(errors(&[arg]), format!("mlir-opt: for the {name} option: {message}\n"));
    }
}

#[test]
fn too_many_positional_arguments() {
    assert_eq!(
        errors(&["-", "b.mlir"]),
        "mlir-opt: Too many positional arguments specified!\n\
         Can specify at most 1 positional arguments: See: bin/mlir-opt --help\n"
    );
}

#[test]
fn help_and_version_end_at_once() {
    let ParseOutcome::Exit { code: 0, stdout, stderr } = outcome(&["--foo", "--help", "--bar"]) else {
        panic!()
    };
    assert_eq!(stderr, unknown("--foo", "-o"));
    assert!(stdout.starts_with("OVERVIEW: header\nUSAGE: mlir-opt [options] <input file>\n"));
    assert!(stdout.contains("  --cse ") && stdout.contains("    =only-expected"));
    assert!(!stdout.contains("--mlir-print-op-generic"));
    let ParseOutcome::Exit { stdout, .. } = outcome(&["--help-hidden"]) else { panic!() };
    assert!(stdout.contains("--mlir-print-op-generic"));
    let version = ParseOutcome::Exit { code: 0, stdout: "version 1\n".into(), stderr: String::new() };
    assert_eq!(outcome(&["--version", "--foo"]), version);
}
