//! Development tasks: `cargo xtask conform`, `coverage`, `bench`, `bench-ripple`, `book`, `check-copies`, `check-explain`, `check-folds`, `check-native`, `check-passes`, `check-ripple`, `check-ripple-math`, `compare-bufferize`, `compare-buffers`, `compare-bytecode`, `compare-corpus`, `compare-errors`, `compare-llvm-ir`, `compare-passes`, `compare-transform`, `compare-runner`, `dist`, `gate`, `fuzz`, `intrinsics-table`, `ods-check`, `ods-draft`, `op-examples`, `package`.

#![forbid(unsafe_code)]

mod args;
mod bench;
mod bench_ripple;
mod book;
mod check_copies;
mod check_corpus;
mod check_explain;
mod check_folds;
mod check_native;
mod check_passes;
mod compare;
mod compare_bytecode;
mod compare_corpus;
mod compare_errors;
mod compare_llvm_ir;
mod compare_passes;
mod compare_runner;
mod conform;
mod count;
mod coverage;
mod differences;
mod dist;
mod fuzz;
mod gate;
mod intrinsics;
mod ods;
mod op_examples;
mod package;
mod ripple;
mod ripple_math;
mod ripple_scan;
mod runs;

use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask <task> [options]

Tasks:
  conform [--llvm DIR] [--tools DIR] [--update] [--failures] [FILTER..]
      Run upstream's tests in-process and hold the result against conformance.json.
      DIR holds mlir/test (default: $TERRACE_UPSTREAM, then ~/.cache/terrace/upstream).
      --update writes conformance.json, --failures shows the log of each failing test.
  count [--list] [--bless] [--beside DIR]
      Count what is to fall in the sources (circles of imports, duplicates, positions, functions, docs, file tests) and
      hold it against benches/source-counts.json, which --bless writes. --list names each circle and each duplicate,
      --beside shows the figures of another checkout next to these.
  coverage [--bin DIR] [--source DIR] [--update] [--ours] [TEXT..]
      Hold what upstream defines (ops, types, attributes, enums, passes with options, flags; from its .td files, sources
      and tools) against what is there, and that against coverage.json; show what is absent without a reason, with TEXT
      in it. DIR of --source holds mlir/include and mlir/lib. --update writes the record and its page, --ours needs no
      upstream: it shows what is lost.
  bench [--cand PROGRAM] [--peer PROGRAM] [--runs N] [FAMILY..]
      Run terrace-opt and mlir-opt in turn on generated inputs and show ratios.
  compare-bufferize [--peers PROGRAM] [--cand PROGRAM] [--kind KIND] [--programs N] [--seed N] [--show N] [--only TEXT]
      Bufferize generated functions with terrace-opt and mlir-opt, and compare decisions and outputs; shows the first
      differences. {} in PROGRAM is the version of mlir-opt that is asked. With --kind, programs of check-passes.
  compare-buffers [--peers PROGRAM] [--cand PROGRAM] [--programs N] [--seed N] [--show N] [--only TEXT] [--list]
      The same for deallocation and placement of buffers, with mlir-opt 22, and 19 for what is older. Differences are
      explained, and --list tells of each; those that are not explained fail. See docs/inside/check-passes.md.
  compare-transform [--peers PROGRAM] [--cand PROGRAM] [--programs N] [--seed N] [--show N]
      The same for generated scripts of the dialect transform.
  compare-bytecode [--peer PROGRAM] [--cand PROGRAM] [--versions N,N..] [--every N] [--show N] [--list] FILE|DIR..
      Write the chunks of FILEs as bytecode with terrace-test-opt and mlir-opt, read the files with the other one, and
      compare what is printed with what the text prints; and the files themselves, which --list names where they
      differ. With --every, one chunk of N.
  compare-corpus [--cand PROGRAM] [--peer PROGRAM] [--show N] [--record FILE] [--seconds N] [--jobs N] DIR
      Run the files of another project below DIR through the pass lists of its RUN lines and makefiles, without the
      passes that mlir-opt does not know, with terrace-opt and mlir-opt, and sort the differences of the chunks by
      reasons. FILE has a line `part of a name or reason: sentence` for each known kind.
  compare-errors [--cand PROGRAM] [--peer PROGRAM] [--programs N] [--seed N] [--show N] [--only TEXT] [--builtin]
      Put another type, token or number into examples of ops (with TEXT in their names), and compare what terrace-opt
      and mlir-opt report of them; shows the kinds of differences. With --builtin, types and attributes with odd
      parameters, and what is printed of them.
  compare-llvm-ir [--cand PROGRAM] [--flags FLAGS;FLAGS..] [--llvm VERSION] [--show N] FILE|DIR..
      Import texts of LLVM IR, and what clang makes of C and C++ with each of the FLAGS, and export them again: opt
      accepts them, and llvm-diff finds no difference.
  compare-passes [--cand PROGRAM] [--peer PROGRAM] [--seed N] [--lists N] [--mutants N] [--chunks N] [--unchanged]
          [--only TEXT] [--pass PASS] [--show N] [--out DIR] [--seconds N] [--jobs N] [FILE|DIR..]
      Change something in each chunk of the file tests (or FILEs), N times, and compare what terrace-test-opt and
      mlir-opt make of it with the flags of N RUN lines, one of five lists changed, too; then N chunks with each pass.
      Shows the kinds of differences, each with its shortest input, which --out writes to DIR. With --pass, all chunks go
      through that pass alone; --unchanged changes nothing in them.
  compare-runner [--tools DIR] [--cand PROGRAM] [FILE..]
      Run programs of the file tests (or FILEs) here and, compiled, with mlir-runner, where that is installed, and
      compare what they print.
  gate [--cand PROGRAM] [--bless] [FAMILY..]
      Build terrace-opt, count the instructions it spends on an op of each generated input, in valgrind, and hold
      them against benches/instructions.json: more than 5 % above fails. --bless writes the file.
  fuzz [--seconds N] [--inputs N] [--seed N] [--threads N] [--memory MIB] [--out DIR] [--show N] [--only N] [FILE|DIR..]
      Damage the file tests (or FILEs, bytecode among them), read, verify and print them, run passes, `run`, `explain`
      and `reduce` on what is valid; count panics, output that does not read back, invalid IR after a pass, and
      processes that die, take long or more memory than MIB (4096). The smallest input of each finding goes to DIR
      (target/fuzz). An input depends on the files, the seed and its number alone; --show writes input N, --only
      judges it.
  check-passes [--programs N] [--varied N] [--seed N] [--kind KIND] [--subject FLAGS] [--with TEXT] [--sequences N]
          [--threads N] [--out DIR] [--max-findings N] [--no-reduce] [--show N] [--coverage]
          [--native] [--peer PROGRAM] [--opt N] [--refused]
          [--corpus DIR] [--before FLAGS] [--interval N]
      Run generated programs before and after each pass and pipeline, and reduce each difference to a small file in
      DIR (target/check-passes), and list the folds, patterns and bufferization models that rarely applied; --coverage
      lists each with the types and flags it applied to. --with takes those with TEXT in their flags, --show writes program N.
      The last N of --varied are variations of the others to which rarely applied rules do.
      --native also runs them as machine code, --peer as PROGRAM (mlir-opt-22) lowers them. With --corpus, the programs of
      DIR, after the passes of --before, through each subject for loops, and one of N pairs of passes on loops.
      See docs/inside/check-passes.md.
  book [--check] [--mdbook PROGRAM]
      Build the book of docs/ into target/book with mdbook: with the pages that are generated from tables, and after a
      check of the links and anchors of all pages, those in the root too. --check checks them alone, without mdbook.
  bench-ripple [--compiler PATH] [--clang PATH] [--case NAME] [--march LEVEL]
      Time kernels with Ripple beside clang's loops and AVX-512 by hand: nanoseconds, and ratios to them. For the level
      x86-64-v3 beside AVX2 by hand, for others beside clang's loops alone.
  bench-ripple --scan [--flags FLAGS] [--form NAMES] [--type NAMES] [--op NAMES] [--size SIZES] [--csv FILE]
      Time each operation on each type, in each form of access and condition and in many sizes of block, beside the loop
      that clang -O3 compiles without Ripple; list what takes more than 1.11 of it, or 1.5 of both neighbouring sizes.
  check-ripple [--programs N] [--seed N] [--flags FLAGS;FLAGS] [--compiler PATH] [--show N] [--report FILE] [--kind KIND] [--runner COMMAND] [--lengths BITS,BITS] [--keep]
  check-ripple-math [--every N] [--pairs N] [--flags FLAGS;FLAGS] [--only NAME,NAME] [--compiler PATH] [--clang PATH] [--speed]
      Compile functions of math on blocks, and compare the results with those of libm in a wider format: one argument of
      N (each one), N pairs (100,000,000) for functions of two and those in double precision. Differences of more than
      one unit in the last place fail, and results that depend on the level of optimization. --speed measures the time.
  check-native [--programs N] [--seed N] [--kind KIND] [--opt N] [--show N] [--peer PROGRAM] [--refused]
      Run generated programs in the interpreter and as machine code, which needs clang, and compare the results; with
      --peer, also what PROGRAM (mlir-opt-22) lowers of them. --refused says which were not lowered.
  check-copies [--programs N] [--seed N] [--choices N] [--show N] [--above PERCENT]
      Bufferize small programs with all choices of what is in place (N bits at most), run them, and hold the bytes that
      One-Shot Analysis copies against the least that give the right results.
  check-folds [--expressions N] [--seed N] [--subject FLAGS] [--show N] [--match-upstream]
      Run expressions of a few arithmetic ops with all inputs, or extreme ones, before and after passes.
  check-explain [--programs N] [--seed N] [--threads N] [--show N]
      Explain the bufferization of generated programs with several sets of options; the remarks must stand for every
      allocation and every copy of the output, each once, and the edits that are offered must do what they promise.
  intrinsics-table [--include DIR] [--out FILE]
      Write the table of the names and signatures of LLVM's intrinsics from the definitions of an LLVM installation.
  ods-check [--include DIR] [--tblgen PROGRAM] [DIALECT..]
      Hold the tables of ops against upstream's definitions.
  ods-draft [--include DIR] [--tblgen PROGRAM] DIALECT..
      Write the tables of ops that upstream's definitions amount to, to start a dialect from.
  op-examples [--all] [FILE]
      Write the examples that `terrace help` shows of ops: those that the file has and that are still accepted, and for
      all other ops (with --all for each op) the shortest that is in the file tests, with functions' arguments for its
      operands, or what its table allows.
  dist [--binaries DIR] [--target TRIPLE] [--out DIR]
      Build the programs as they are shipped (or take those in DIR), and write what users install to target/dist: a
      tarball, a Debian package and a container file. The same bytes result each time. Programs that are built here have
      no paths of this machine in them, and lintian, where it is installed, must find nothing in the package.
  package [--verify] [--offline]
      Make the packages of the crates that are published, and check that each is complete. With --verify, each is also
      built from its package.
";

fn main() -> ExitCode {
    let args: Result<Vec<String>, _> =
        std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect();
    let mut rest = match args {
        Ok(args) => args,
        Err(arg) => {
            eprintln!("error: the argument {arg:?} is not UTF-8");
            return ExitCode::from(2);
        }
    };
    let task = if rest.is_empty() { String::new() } else { rest.remove(0) };
    let result = match task.as_str() {
        "conform" => conform::main(&rest),
        "count" => count::main(&rest),
        "coverage" => coverage::main(&rest),
        "bench" => bench::main(&rest),
        "book" => book::main(&rest),
        "bench-ripple" => bench_ripple::main(&rest),
        "check-copies" => check_copies::main(&rest),
        "check-native" => check_native::main(&rest),
        "check-ripple" => ripple::main(&rest),
        "check-ripple-math" => ripple_math::main(&rest),
        "check-folds" => check_folds::main(&rest),
        "check-explain" => check_explain::main(&rest),
        "check-passes" => check_passes::main(&rest),
        "compare-bufferize" => compare::bufferize(&rest),
        "compare-buffers" => compare::buffers(&rest),
        "compare-transform" => compare::transform(&rest),
        "compare-bytecode" => compare_bytecode::main(&rest),
        "compare-corpus" => compare_corpus::main(&rest),
        "compare-errors" => compare_errors::main(&rest),
        "compare-llvm-ir" => compare_llvm_ir::main(&rest),
        "compare-passes" => compare_passes::main(&rest),
        "compare-runner" => compare_runner::main(&rest),
        "gate" => gate::main(&rest),
        "op-examples" => op_examples::main(&rest),
        "dist" => dist::main(&rest),
        "fuzz" => fuzz::main(&rest),
        "package" => package::main(&rest),
        "intrinsics-table" => intrinsics::main(&rest),
        "ods-check" => ods::main(&rest),
        "ods-draft" => ods::draft(&rest),
        _ => {
            eprint!("{HELP}");
            return if matches!(task.as_str(), "help" | "--help" | "-h") {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(2)
            };
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
