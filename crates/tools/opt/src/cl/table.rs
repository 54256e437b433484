//! The options of mlir-opt, by the names and meanings of version 22.

use terrace_diag::Verbosity;
use terrace_diag::verify::Level;

use super::config::{
    DEFAULT_SPLIT_MARKER, DiagnosticFormat, OptConfig, RemarkFormat, RemarkPolicy, StatisticsDisplay,
    TimingDisplay, TimingFormat,
};
use super::option::{Category, Choice, OptionDef, OptionKind};

type Def = OptionDef<OptConfig>;
type K = OptionKind<OptConfig>;

const fn def(category: Category, name: &'static str, kind: K, help: &'static str) -> Def {
    OptionDef { name, kind, help, category, hidden: false, only_opt: false }
}

const fn general(name: &'static str, kind: K, help: &'static str) -> Def {
    def(Category::General, name, kind, help)
}

const fn diagnostic(name: &'static str, kind: K, help: &'static str) -> Def {
    def(Category::Diagnostics, name, kind, help)
}

const fn print(name: &'static str, kind: K, help: &'static str) -> Def {
    def(Category::Printing, name, kind, help)
}

/// An option of pipelines.
const fn pass(name: &'static str, kind: K, help: &'static str) -> Def {
    only_opt(def(Category::Passes, name, kind, help))
}

const fn remark(name: &'static str, kind: K, help: &'static str) -> Def {
    only_opt(def(Category::Remarks, name, kind, help))
}

/// An option without a meaning for translations.
const fn only_opt(mut def: Def) -> Def {
    def.only_opt = true;
    def
}

const fn hidden(mut def: Def) -> Def {
    def.hidden = true;
    def
}

const fn choice(name: &'static str, help: &'static str, set: fn(&mut OptConfig)) -> Choice<OptConfig> {
    Choice { name, help, set }
}

/// Every option but the flags of passes.
pub static OPTIONS: &[Def] = &[
    general("o", OptionKind::Text("filename", |c, v| c.output = v.into()), "Where to write the output"),
    general(
        "allow-unregistered-dialect",
        OptionKind::Bool(|c, v| c.allow_unregistered_dialect = v),
        "Accept operations of dialects that are not registered",
    ),
    general(
        "match-upstream",
        OptionKind::Bool(|c, v| c.match_upstream = v),
        "Do what mlir-opt does also where it changes what a program computes, for comparisons (docs/reference/deviations.md)",
    ),
    only_opt(general(
        "record-buffer-causes",
        OptionKind::Bool(|c, v| c.record_buffer_causes = v),
        "Record in the locations of allocations and copies why passes create them; terrace explain reads it",
    )),
    general(
        "no-implicit-module",
        OptionKind::Bool(|c, v| c.no_implicit_module = v),
        "Do not wrap the input in a module",
    ),
    only_opt(general(
        "forbid-files",
        OptionKind::Bool(|c, v| c.forbid_files = v),
        "Let passes read and write no files, and diagnostics show none but the input: for input that is not trusted",
    )),
    only_opt(general(
        "batch",
        OptionKind::Text("filename", |c, v| c.batch = v.into()),
        "Run each line of this file as a command line of its own, after the other arguments",
    )),
    general(
        "irdl-file",
        OptionKind::Text("filename", |c, v| c.irdl_file = v.into()),
        "Define the dialects of this IRDL file first",
    ),
    general(
        "split-input-file",
        OptionKind::OptionalText("marker", |c, v| {
            c.split_input_file = Some(if v.is_empty() { DEFAULT_SPLIT_MARKER } else { v }.into());
        }),
        "Process each part of the input between markers by itself",
    ),
    general(
        "output-split-marker",
        OptionKind::Text("marker", |c, v| c.output_split_marker = Some(v.into())),
        "The marker between the outputs of the parts",
    ),
    only_opt(general(
        "keep-names",
        OptionKind::Bool(|c, v| c.keep_names = v),
        "Let values keep the names that they have in the input",
    )),
    only_opt(general(
        "print-match-failures",
        OptionKind::Bool(|c, v| c.print_match_failures = v),
        "Say at each op why patterns did not match it, as far as they give a reason",
    )),
    only_opt(general(
        "debug-only",
        OptionKind::TextList(|c, v| c.debug_only.push(v.into())),
        "Report on the error stream what these parts do: transform-matcher",
    )),
    only_opt(general(
        "ir-html",
        OptionKind::Text("filename", |c, v| c.ir_html = v.into()),
        "Write a page with the IR after each pass, side by side",
    )),
    only_opt(general(
        "ir-json",
        OptionKind::Text("filename", |c, v| c.ir_json = v.into()),
        "Write the IR after each pass for programs, with numbers that follow its values",
    )),
    only_opt(general(
        "show-dialects",
        OptionKind::Bool(|c, v| c.show_dialects = v),
        "List the registered dialects and stop",
    )),
    only_opt(general(
        "list-passes",
        OptionKind::Bool(|c, v| c.list_passes = v),
        "List the registered passes and stop",
    )),
    only_opt(general(
        "emit-bytecode",
        OptionKind::Bool(|c, v| c.bytecode.emit = v),
        "Write bytecode instead of text",
    )),
    only_opt(general(
        "emit-bytecode-version",
        OptionKind::Decimal(|c, v| c.bytecode.version = Some(v)),
        "Write this version of bytecode, 0 to 6",
    )),
    only_opt(general(
        "emit-bytecode-producer",
        OptionKind::Text("name", |c, v| c.bytecode.producer = v.into()),
        "What bytecode says that it was written by",
    )),
    only_opt(general(
        "elide-resource-data-from-bytecode",
        OptionKind::Bool(|c, v| c.bytecode.elide_resources = v),
        "Declare resources in bytecode without their data",
    )),
    general(
        "mlir-disable-threading",
        OptionKind::Bool(|c, v| c.disable_threading = v),
        "Run everything on one thread",
    ),
    only_opt(general(
        "verify-each",
        OptionKind::Bool(|c, v| c.verify.each = v),
        "Verify the IR after each pass (on by default)",
    )),
    only_opt(general(
        "verify-roundtrip",
        OptionKind::Bool(|c, v| c.verify.roundtrip = v),
        "Print and read the input back, and compare",
    )),
    general(
        "mlir-very-unsafe-disable-verifier-on-parsing",
        OptionKind::Bool(|c, v| c.verify.on_parsing = !v),
        "Do not verify the IR that was read",
    ),
    hidden(only_opt(general(
        "load-dialect-plugin",
        OptionKind::Text("string", |c, v| c.dialect_plugins.push(v.into())),
        "Not supported: load dialects from a library",
    ))),
    hidden(only_opt(general(
        "load-pass-plugin",
        OptionKind::Text("string", |c, v| c.pass_plugins.push(v.into())),
        "Not supported: load passes from a library",
    ))),
    diagnostic(
        "verify-diagnostics",
        OptionKind::OptionalEnum(&[
            choice("all", "unmet expectations and unexpected diagnostics", |c| {
                c.diagnostics.verify = Some(Level::All);
            }),
            choice("", "", |c| c.diagnostics.verify = Some(Level::All)),
            choice("only-expected", "unmet expectations alone", |c| {
                c.diagnostics.verify = Some(Level::OnlyExpected);
            }),
        ]),
        "Hold diagnostics against the expected-* comments of the input",
    ),
    diagnostic(
        "mlir-diagnostic-verbosity-level",
        OptionKind::Enum(&[
            choice("errors", "errors alone", |c| c.diagnostics.verbosity = Verbosity::Errors),
            choice("warnings", "errors and warnings", |c| c.diagnostics.verbosity = Verbosity::Warnings),
            choice("remarks", "everything", |c| c.diagnostics.verbosity = Verbosity::Remarks),
        ]),
        "Which diagnostics to show",
    ),
    diagnostic(
        "mlir-disable-diagnostic-notes",
        OptionKind::Bool(|c, v| c.diagnostics.disable_notes = v),
        "Leave out the notes of diagnostics",
    ),
    diagnostic(
        "mlir-print-op-on-diagnostic",
        OptionKind::Bool(|c, v| c.diagnostics.print_op = v),
        "Show the operation in a note (on by default)",
    ),
    diagnostic(
        "mlir-print-stacktrace-on-diagnostic",
        OptionKind::Bool(|c, v| c.diagnostics.print_stacktrace = v),
        "Show in a note where in the tool's own code the diagnostic was created; a stripped tool has no names",
    ),
    diagnostic(
        "diagnostic-format",
        OptionKind::Enum(&[
            choice("upstream", "as mlir-opt prints them", |c| {
                c.diagnostics.format = DiagnosticFormat::Upstream
            }),
            choice("rich", "with source excerpts, codes and help", |c| {
                c.diagnostics.format = DiagnosticFormat::Rich;
            }),
            choice("json", "one JSON object a line", |c| c.diagnostics.format = DiagnosticFormat::Json),
        ]),
        "How to show diagnostics",
    ),
    diagnostic(
        "color",
        OptionKind::OptionalEnum(&[
            choice("always", "even where the error stream is no terminal", |c| {
                c.diagnostics.color = Some(true);
            }),
            choice("", "", |c| c.diagnostics.color = Some(true)),
            choice("never", "nowhere", |c| c.diagnostics.color = Some(false)),
            choice("auto", "on a terminal, unless NO_COLOR is set (the default)", |c| {
                c.diagnostics.color = None;
            }),
            choice("true", "as always", |c| c.diagnostics.color = Some(true)),
            choice("false", "as never", |c| c.diagnostics.color = Some(false)),
        ]),
        "Whether diagnostics are coloured",
    ),
    hidden(print(
        "mlir-print-op-generic",
        OptionKind::Bool(|c, v| c.print.generic = v),
        "Print every operation in the generic form",
    )),
    print("mlir-print-debuginfo", OptionKind::Bool(|c, v| c.print.debug_info = v), "Print locations"),
    print(
        "mlir-pretty-debuginfo",
        OptionKind::Bool(|c, v| c.print.pretty_debug_info = v),
        "Print locations in their short form",
    ),
    print(
        "mlir-print-local-scope",
        OptionKind::Bool(|c, v| c.print.local_scope = v),
        "Print attributes, types and locations in place, without aliases",
    ),
    print(
        "mlir-use-nameloc-as-prefix",
        OptionKind::Bool(|c, v| c.print.name_loc_as_prefix = v),
        "Name values after their name locations",
    ),
    print(
        "mlir-elide-elementsattrs-if-larger",
        OptionKind::Unsigned(|c, v| c.print.elide_elements_if_larger = Some(v)),
        "Leave out the data of elements attributes with more elements",
    ),
    print(
        "mlir-elide-resource-strings-if-larger",
        OptionKind::Unsigned(|c, v| c.print.elide_resources_if_larger = Some(v)),
        "Leave out resources with more characters",
    ),
    print(
        "mlir-print-elementsattrs-with-hex-if-larger",
        OptionKind::Long(|c, v| c.print.hex_elements_if_larger = Some(v)),
        "Print dense elements as hex if there are more (-1: never)",
    ),
    print(
        "mlir-print-unique-ssa-ids",
        OptionKind::Bool(|c, v| c.print.unique_ssa_ids = v),
        "Use no name of a value twice, in any region",
    ),
    print(
        "mlir-print-value-users",
        OptionKind::Bool(|c, v| c.print.value_users = v),
        "List the users of each value",
    ),
    print("mlir-print-skip-regions", OptionKind::Bool(|c, v| c.print.skip_regions = v), "Leave out regions"),
    hidden(print(
        "mlir-print-assume-verified",
        OptionKind::Bool(|c, v| c.print.assume_verified = v),
        "Print custom forms without verifying first",
    )),
    pass(
        "pass-pipeline",
        OptionKind::Text("pipeline", |c, v| c.pass_manager.pipeline = Some(v.into())),
        "The pipeline to run, such as builtin.module(cse)",
    ),
    pass("p", OptionKind::Alias("pass-pipeline"), ""),
    pass(
        "dump-pass-pipeline",
        OptionKind::Bool(|c, v| c.pass_manager.dump_pipeline = v),
        "Print the pipeline",
    ),
    pass(
        "run-reproducer",
        OptionKind::Bool(|c, v| c.pass_manager.run_reproducer = v),
        "Run the pipeline that the reproducer holds",
    ),
    pass(
        "mlir-generate-reproducer",
        OptionKind::Text("filename", |c, v| c.pass_manager.generate_reproducer = v.into()),
        "Write a reproducer, whatever happens",
    ),
    pass(
        "mlir-pass-pipeline-crash-reproducer",
        OptionKind::Text("filename", |c, v| c.pass_manager.crash_reproducer = Some(v.into())),
        "Write a reproducer if a pass fails or crashes",
    ),
    pass(
        "mlir-pass-pipeline-local-reproducer",
        OptionKind::Bool(|c, v| c.pass_manager.local_reproducer = v),
        "Write the failing pass alone to the crash reproducer, with the IR before it",
    ),
    pass(
        "mlir-print-ir-before",
        OptionKind::PassNames(|c, v| c.pass_manager.print_before.push(v.into())),
        "Print the IR before these passes",
    ),
    pass(
        "mlir-print-ir-after",
        OptionKind::PassNames(|c, v| c.pass_manager.print_after.push(v.into())),
        "Print the IR after these passes",
    ),
    pass(
        "mlir-print-ir-before-all",
        OptionKind::Bool(|c, v| c.pass_manager.print_before_all = v),
        "Print the IR before each pass",
    ),
    pass(
        "mlir-print-ir-after-all",
        OptionKind::Bool(|c, v| c.pass_manager.print_after_all = v),
        "Print the IR after each pass",
    ),
    pass(
        "mlir-print-ir-after-change",
        OptionKind::Bool(|c, v| c.pass_manager.print_after_change = v),
        "Print the IR after a pass only if it changed",
    ),
    pass(
        "mlir-print-ir-after-failure",
        OptionKind::Bool(|c, v| c.pass_manager.print_after_failure = v),
        "Print the IR after a pass only if it failed",
    ),
    pass(
        "mlir-print-ir-module-scope",
        OptionKind::Bool(|c, v| c.pass_manager.print_module_scope = v),
        "Print the whole module around passes",
    ),
    pass(
        "mlir-print-ir-tree-dir",
        OptionKind::Text("directory", |c, v| c.pass_manager.print_tree_dir = v.into()),
        "Print the IR around passes to files below this directory",
    ),
    pass(
        "mlir-pass-statistics",
        OptionKind::Bool(|c, v| c.pass_manager.statistics = v),
        "Print the statistics of each pass",
    ),
    pass(
        "mlir-pass-statistics-display",
        OptionKind::Enum(&[
            choice("list", "one list, sorted by pass", |c| {
                c.pass_manager.statistics_display = StatisticsDisplay::List;
            }),
            choice("pipeline", "nested as the pipeline is", |c| {
                c.pass_manager.statistics_display = StatisticsDisplay::Pipeline;
            }),
        ]),
        "How to lay out statistics",
    ),
    def(
        Category::Passes,
        "mlir-timing",
        OptionKind::Bool(|c, v| c.pass_manager.timing = v),
        "Print execution times",
    ),
    def(
        Category::Passes,
        "mlir-timing-display",
        OptionKind::Enum(&[
            choice("list", "one list, sorted by time", |c| {
                c.pass_manager.timing_display = TimingDisplay::List;
            }),
            choice("tree", "nested", |c| c.pass_manager.timing_display = TimingDisplay::Tree),
        ]),
        "How to lay out execution times",
    ),
    def(
        Category::Passes,
        "mlir-output-format",
        OptionKind::Enum(&[
            choice("text", "for people", |c| c.pass_manager.timing_format = TimingFormat::Text),
            choice("json", "for programs", |c| c.pass_manager.timing_format = TimingFormat::Json),
        ]),
        "How to write execution times",
    ),
    pass(
        "log-actions-to",
        OptionKind::Text("filename", |c, v| c.actions.log_to = v.into()),
        "Write a line as each pass begins and ends on an op, to a file or with - to the output",
    ),
    pass(
        "log-mlir-actions-filter",
        OptionKind::TextList(|c, v| c.actions.log_filter.push(v.into())),
        "Log passes on ops at these locations alone: file, file:line or file:line:column",
    ),
    pass(
        "profile-actions-to",
        OptionKind::Text("filename", |c, v| c.actions.profile_to = v.into()),
        "Write a trace of passes and patterns for trace viewers, to a file or with - to the output",
    ),
    pass(
        "mlir-debug-counter",
        OptionKind::TextList(|c, v| c.actions.debug_counters.push(v.into())),
        "Leave out the first actions with a tag (TAG-skip=N) and all after some (TAG-count=N), separated by commas; tags are \
         pass-execution, apply-pattern, GreedyPatternRewriteIteration, walk-and-apply-patterns and apply-conversion",
    ),
    pass(
        "mlir-print-debug-counter",
        OptionKind::Bool(|c, v| c.actions.print_debug_counters = v),
        "Print at the end how often the counted actions came up",
    ),
    hidden(pass(
        "mlir-enable-debugger-hook",
        OptionKind::Bool(|c, v| c.actions.debugger_hook = v),
        "Not supported: let a debugger control actions",
    )),
    remark(
        "remark-format",
        OptionKind::Enum(&[
            choice("emitRemark", "as diagnostics", |c| c.remarks.format = RemarkFormat::Emit),
            choice("yaml", "to a YAML file", |c| c.remarks.format = RemarkFormat::Yaml),
            choice("bitstream", "to a bitstream file", |c| c.remarks.format = RemarkFormat::Bitstream),
        ]),
        "How to report optimization remarks",
    ),
    remark(
        "remark-policy",
        OptionKind::Enum(&[
            choice("all", "each", |c| c.remarks.policy = RemarkPolicy::All),
            choice("final", "the last of each place, name and category", |c| {
                c.remarks.policy = RemarkPolicy::Final;
            }),
        ]),
        "Which optimization remarks to keep",
    ),
    remark(
        "remarks-output-file",
        OptionKind::Text("filename", |c, v| c.remarks.output_file = v.into()),
        "The file of optimization remarks (mlir-remarks.yaml or mlir-remarks.bitstream), - for the output",
    ),
    remark(
        "remarks-filter",
        OptionKind::Text("regex", |c, v| c.remarks.all = v.into()),
        "Report optimization remarks of these categories, whatever their kind",
    ),
    remark(
        "remarks-filter-passed",
        OptionKind::Text("regex", |c, v| c.remarks.passed = v.into()),
        "Report what was optimized, by category",
    ),
    remark(
        "remarks-filter-missed",
        OptionKind::Text("regex", |c, v| c.remarks.missed = v.into()),
        "Report what was not optimized, by category",
    ),
    remark(
        "remarks-filter-failed",
        OptionKind::Text("regex", |c, v| c.remarks.failed = v.into()),
        "Report where optimizations failed, by category",
    ),
    remark(
        "remarks-filter-analyse",
        OptionKind::Text("regex", |c, v| c.remarks.analysis = v.into()),
        "Report what analyses found, by category",
    ),
    def(Category::Generic, "help", OptionKind::Help, "Show this page (--help-hidden shows more)"),
    def(Category::Generic, "h", OptionKind::Help, "Show this page"),
    hidden(def(Category::Generic, "help-hidden", OptionKind::HelpHidden, "Show all options")),
    def(Category::Generic, "version", OptionKind::Version, "Show the version"),
];
