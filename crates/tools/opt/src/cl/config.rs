//! The settings of mlir-opt's options.

use terrace_diag::Verbosity;
use terrace_diag::verify::Level;

/// The line that separates chunks, in input and output, unless another is given.
pub const DEFAULT_SPLIT_MARKER: &str = "// -----";

/// The values of mlir-opt's own options; pass flags are kept apart, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptConfig {
    /// `-o`; `-` is the output stream.
    pub output: String,
    /// `--allow-unregistered-dialect`
    pub allow_unregistered_dialect: bool,
    /// `--match-upstream`
    pub match_upstream: bool,
    /// Whether passes record why they allocate and copy buffers.
    pub record_buffer_causes: bool,
    /// `--debug-only`
    pub debug_only: Vec<String>,
    /// `--keep-names`
    pub keep_names: bool,
    /// `--print-match-failures`
    pub print_match_failures: bool,
    /// `--ir-html`; empty for none.
    pub ir_html: String,
    /// `--ir-json`; empty for none.
    pub ir_json: String,
    /// `--no-implicit-module`
    pub no_implicit_module: bool,
    /// `--forbid-files`
    pub forbid_files: bool,
    /// `--batch`; empty for none.
    pub batch: String,
    /// Whether this run is one of a batch: nothing is left to the end of the process.
    pub in_batch: bool,
    /// `--irdl-file`; empty for none.
    pub irdl_file: String,
    /// `--split-input-file`: the marker, if input is split at all.
    pub split_input_file: Option<String>,
    /// `--output-split-marker`, if given.
    pub output_split_marker: Option<String>,
    /// `--show-dialects`
    pub show_dialects: bool,
    /// `--list-passes`
    pub list_passes: bool,
    /// `--mlir-disable-threading`
    pub disable_threading: bool,
    /// `--load-dialect-plugin`, which cannot be honoured but is reported.
    pub dialect_plugins: Vec<String>,
    /// `--load-pass-plugin`, likewise.
    pub pass_plugins: Vec<String>,
    /// Verification of the IR.
    pub verify: VerifyConfig,
    /// Bytecode output.
    pub bytecode: BytecodeConfig,
    /// Diagnostics.
    pub diagnostics: DiagnosticConfig,
    /// IR printing.
    pub print: PrintConfig,
    /// The pass manager.
    pub pass_manager: PassManagerConfig,
    /// Actions and debug counters.
    pub actions: ActionConfig,
    /// Optimization remarks.
    pub remarks: RemarkConfig,
}

/// Verification of the IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyConfig {
    /// `--verify-each`, on unless switched off.
    pub each: bool,
    /// `--verify-roundtrip`
    pub roundtrip: bool,
    /// Off with `--mlir-very-unsafe-disable-verifier-on-parsing`.
    pub on_parsing: bool,
}

/// Bytecode output.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BytecodeConfig {
    /// `--emit-bytecode`
    pub emit: bool,
    /// `--emit-bytecode-version`
    pub version: Option<i64>,
    /// `--emit-bytecode-producer`; empty for the program and its version.
    pub producer: String,
    /// `--elide-resource-data-from-bytecode`
    pub elide_resources: bool,
}

/// The renderer of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DiagnosticFormat {
    /// As mlir-opt prints them.
    #[default]
    Upstream,
    /// For people.
    Rich,
    /// For programs.
    Json,
}

/// Diagnostics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagnosticConfig {
    /// `--verify-diagnostics`
    pub verify: Option<Level>,
    /// `--mlir-diagnostic-verbosity-level`
    pub verbosity: Verbosity,
    /// `--mlir-disable-diagnostic-notes`; mlir-opt shows notes all the same.
    pub disable_notes: bool,
    /// `--mlir-print-op-on-diagnostic`, on unless switched off.
    pub print_op: bool,
    /// `--mlir-print-stacktrace-on-diagnostic`
    pub print_stacktrace: bool,
    /// `--diagnostic-format`, which upstream does not have.
    pub format: DiagnosticFormat,
    /// `--color`; `None` if the terminal decides.
    pub color: Option<bool>,
}

/// IR printing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrintConfig {
    /// `--mlir-print-op-generic`
    pub generic: bool,
    /// `--mlir-print-debuginfo`
    pub debug_info: bool,
    /// `--mlir-pretty-debuginfo`
    pub pretty_debug_info: bool,
    /// `--mlir-print-local-scope`
    pub local_scope: bool,
    /// `--mlir-use-nameloc-as-prefix`
    pub name_loc_as_prefix: bool,
    /// `--mlir-elide-elementsattrs-if-larger`
    pub elide_elements_if_larger: Option<u32>,
    /// `--mlir-elide-resource-strings-if-larger`
    pub elide_resources_if_larger: Option<u32>,
    /// `--mlir-print-elementsattrs-with-hex-if-larger`
    pub hex_elements_if_larger: Option<i64>,
    /// `--mlir-print-unique-ssa-ids`
    pub unique_ssa_ids: bool,
    /// `--mlir-print-value-users`
    pub value_users: bool,
    /// `--mlir-print-skip-regions`
    pub skip_regions: bool,
    /// `--mlir-print-assume-verified`
    pub assume_verified: bool,
}

/// The layout of pass statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StatisticsDisplay {
    /// One list, sorted by pass.
    List,
    /// Nested as the pipeline is.
    #[default]
    Pipeline,
}

/// The layout of timings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimingDisplay {
    /// One list, sorted by time.
    List,
    /// Nested as they were taken.
    #[default]
    Tree,
}

/// The format of timings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimingFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// The pass manager.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PassManagerConfig {
    /// `--pass-pipeline`, `-p`; not to be combined with pass flags.
    pub pipeline: Option<String>,
    /// `--dump-pass-pipeline`
    pub dump_pipeline: bool,
    /// `--run-reproducer`
    pub run_reproducer: bool,
    /// `--mlir-generate-reproducer`; empty for none.
    pub generate_reproducer: String,
    /// `--mlir-pass-pipeline-crash-reproducer`
    pub crash_reproducer: Option<String>,
    /// `--mlir-pass-pipeline-local-reproducer`
    pub local_reproducer: bool,
    /// `--mlir-print-ir-before`
    pub print_before: Vec<String>,
    /// `--mlir-print-ir-after`
    pub print_after: Vec<String>,
    /// `--mlir-print-ir-before-all`
    pub print_before_all: bool,
    /// `--mlir-print-ir-after-all`
    pub print_after_all: bool,
    /// `--mlir-print-ir-after-change`
    pub print_after_change: bool,
    /// `--mlir-print-ir-after-failure`
    pub print_after_failure: bool,
    /// `--mlir-print-ir-module-scope`
    pub print_module_scope: bool,
    /// `--mlir-print-ir-tree-dir`; empty for none.
    pub print_tree_dir: String,
    /// `--mlir-pass-statistics`
    pub statistics: bool,
    /// `--mlir-pass-statistics-display`
    pub statistics_display: StatisticsDisplay,
    /// `--mlir-timing`
    pub timing: bool,
    /// `--mlir-timing-display`
    pub timing_display: TimingDisplay,
    /// `--mlir-output-format`
    pub timing_format: TimingFormat,
}

/// Actions and debug counters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionConfig {
    /// `--log-actions-to`; empty for nowhere, `-` for the output stream.
    pub log_to: String,
    /// `--log-mlir-actions-filter`
    pub log_filter: Vec<String>,
    /// `--profile-actions-to`
    pub profile_to: String,
    /// `--mlir-debug-counter`
    pub debug_counters: Vec<String>,
    /// `--mlir-print-debug-counter`
    pub print_debug_counters: bool,
    /// `--mlir-enable-debugger-hook`
    pub debugger_hook: bool,
}

impl ActionConfig {
    /// Whether actions are counted.
    pub fn counts(&self) -> bool {
        !self.debug_counters.is_empty() || self.print_debug_counters
    }
}

/// The format of remarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RemarkFormat {
    /// To the diagnostics.
    #[default]
    Emit,
    /// To a YAML file.
    Yaml,
    /// To a bitstream file.
    Bitstream,
}

/// The policy that selects among the remarks at one location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RemarkPolicy {
    /// Each.
    #[default]
    All,
    /// The last.
    Final,
}

/// Optimization remarks; filters are regular expressions, empty for none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemarkConfig {
    /// `--remark-format`
    pub format: RemarkFormat,
    /// `--remark-policy`
    pub policy: RemarkPolicy,
    /// `--remarks-output-file`
    pub output_file: String,
    /// `--remarks-filter`
    pub all: String,
    /// `--remarks-filter-passed`
    pub passed: String,
    /// `--remarks-filter-missed`
    pub missed: String,
    /// `--remarks-filter-failed`
    pub failed: String,
    /// `--remarks-filter-analyse`
    pub analysis: String,
}

impl Default for OptConfig {
    fn default() -> Self {
        OptConfig {
            output: "-".into(),
            allow_unregistered_dialect: false,
            match_upstream: false,
            record_buffer_causes: false,
            debug_only: Vec::new(),
            keep_names: false,
            print_match_failures: false,
            ir_html: String::new(),
            ir_json: String::new(),
            no_implicit_module: false,
            forbid_files: false,
            batch: String::new(),
            in_batch: false,
            irdl_file: String::new(),
            split_input_file: None,
            output_split_marker: None,
            show_dialects: false,
            list_passes: false,
            disable_threading: false,
            dialect_plugins: Vec::new(),
            pass_plugins: Vec::new(),
            verify: VerifyConfig { each: true, roundtrip: false, on_parsing: true },
            bytecode: BytecodeConfig::default(),
            diagnostics: DiagnosticConfig {
                verify: None,
                verbosity: Verbosity::default(),
                disable_notes: false,
                print_op: true,
                print_stacktrace: false,
                format: DiagnosticFormat::default(),
                color: None,
            },
            print: PrintConfig::default(),
            pass_manager: PassManagerConfig::default(),
            actions: ActionConfig::default(),
            remarks: RemarkConfig::default(),
        }
    }
}
