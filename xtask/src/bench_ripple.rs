//! `bench-ripple`: kernels with Ripple compared with loops that clang vectorizes and hand-written AVX-512 or AVX2;
//! and their compile times.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use terrace::tools::process::Scratch;

use crate::args::Args;
use crate::ripple_scan;

/// The variants of the plain loops: a suffix, and flags.
const PLAIN: [(&str, &[&str]); 3] = [
    ("o3", &["-ffp-contract=fast"]),
    ("fast", &["-ffast-math"]),
    ("omp", &["-ffast-math", "-fopenmp-simd", "-DSIMD"]),
];

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    const VALUES: &[&str] = &[
        "--compiler",
        "--clang",
        "--case",
        "--march",
        "--flags",
        "--form",
        "--type",
        "--op",
        "--size",
        "--csv",
    ];
    let args = Args::parse(rest, VALUES, &["--compile-time", "--scan"])?;
    if args.flag("--scan") {
        return ripple_scan::scan(&args);
    }
    let compiler = args.value("--compiler").unwrap_or("target/debug/terrace");
    let clang = args.value("--clang").unwrap_or("clang-22");
    if args.flag("--compile-time") {
        return compile_times(compiler, clang);
    }
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let needed = ["avx512bw", "avx512vbmi", "avx512_vnni", "avx512_vpopcntdq"];
    let level = args.value("--march");
    if level.is_none() && !needed.iter().all(|flag| cpu.contains(flag)) {
        println!("skipped: the code by hand needs AVX-512 with VBMI, VNNI and VPOPCNTDQ; see --march");
        return Ok(true);
    }
    let directory = Scratch::new()?;
    let program = build(directory.path(), compiler, clang, level)?;
    run(Command::new(program).args(args.value("--case")))
}

fn run(command: &mut Command) -> Result<bool, Box<dyn Error>> {
    Ok(command.status().map_err(|error| format!("{command:?}: {error}"))?.success())
}

/// Builds the bench for the processor here, or for a level. Where nothing is written by hand for it, clang's loops are
/// linked instead.
fn build(
    directory: &Path,
    compiler: &str,
    clang: &str,
    level: Option<&str>,
) -> Result<std::path::PathBuf, Box<dyn Error>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/ripple");
    let march = format!("-march={}", level.unwrap_or("native"));
    let hand = match level {
        None => Some(""),
        Some("x86-64-v3") => Some("_avx2"),
        Some(_) => None,
    };
    let mut objects = Vec::new();
    let mut compile = |program: &str, name: &str, flags: &[&str], source: &str| {
        let object = directory.join(format!("{name}-{source}.o"));
        let mut command = Command::new(program);
        if program == compiler {
            command.arg("ripple-cc");
        }
        command.args(["-O3", &march, "-w"]).args(flags);
        command.arg("-c").arg(sources.join(source)).arg("-o").arg(&object);
        objects.push(object);
        if run(&mut command)? { Ok(()) } else { Err(format!("{source} does not compile").into()) }
    };
    let mut all = || -> Result<(), Box<dyn Error>> {
        for set in ["", "_fields"] {
            let mut plain = |name: &str, flags: &[&str]| {
                let suffix = format!("-DSUFFIX=_{name}");
                compile(clang, name, &[flags, &[&suffix]].concat(), &format!("plain{set}.c"))
            };
            PLAIN.iter().try_for_each(|(name, flags)| plain(name, flags))?;
            match hand {
                Some(kind) => compile(clang, "hand", &[], &format!("hand{set}{kind}.c"))?,
                None => plain("hand", PLAIN[0].1)?,
            }
            let flags = [&["-ffp-contract=fast"], register_sizes(level)].concat();
            compile(compiler, "ripple", &flags, &format!("ripple{set}.c"))?;
        }
        compile(clang, "main", if hand.is_none() { &["-DBASE=\"-O3\""] } else { &[] }, "main.c")
    };
    all()?;
    let program = directory.join("bench");
    match run(Command::new(clang).args(&objects).arg("-o").arg(&program).arg("-lm"))? {
        true => Ok(program),
        false => Err("the objects do not link".into()),
    }
}

/// The definitions of the numbers of elements of a register, of which blocks have multiples.
fn register_sizes(level: Option<&str>) -> &'static [&'static str] {
    match level {
        None | Some("native" | "x86-64-v4") => &["-DF32=16", "-DF64=8"],
        Some("x86-64-v3") => &["-DF32=8", "-DF64=4"],
        Some(_) => &["-DF32=4", "-DF64=2"],
    }
}

/// The number of times a compilation is timed: the shortest time counts.
const ROUNDS: usize = 5;

/// Prints compile times beside those of the same programs with plain loops: of a program of 1,000 lines, of which a third uses
/// Ripple, of the cases alone, and of a source without Ripple; for the processor here and for any x86-64, the latter with
/// blocks of four registers of AVX-512 and of SSE too.
fn compile_times(compiler: &str, clang: &str) -> Result<bool, Box<dyn Error>> {
    let directory = Scratch::new()?;
    time_compilations(compiler, clang, directory.path()).map(|()| true)
}

fn time_compilations(compiler: &str, clang: &str, directory: &Path) -> Result<(), Box<dyn Error>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/ripple");
    let text = |name: &str| std::fs::read_to_string(sources.join(name));
    let (ripple, plain) = (text("ripple.c")?, text("plain.c")?);
    let (fields, plain_fields) = (text("ripple_fields.c")?, text("plain_fields.c")?);
    let again = |suffix: &str| -> String {
        let names = ["CASE", "SUFFIX", "LOOP", "LOOP_ADD", "R", "matmul"];
        let undefined: String = names.iter().map(|name| format!("#undef {name}\n")).collect();
        format!("{undefined}#define SUFFIX {suffix}\n#define matmul matmul{suffix}\n{plain}")
    };
    // The common part of both programs: the plain loops three times.
    let rest = ["_a", "_b", "_c"].map(again).concat();
    let mixed = [ripple.clone(), again("_d")].map(|text| text + &rest);
    let alone = [ripple, again("_d")];
    let others = [fields, format!("#define SUFFIX _d\n{plain_fields}")];
    let without = [mixed[1].clone(), mixed[1].clone()];
    for (name, [ours, theirs]) in [
        ("with plain loops", mixed),
        ("cases alone", alone),
        ("cases of other fields alone", others),
        ("without Ripple", without),
    ] {
        println!("{name}: {} lines at -O2, beside clang -O2 of plain loops", ours.lines().count());
        let small = small_blocks(&ours);
        for (target, flags, text) in [
            ("native", &["-march=native"][..], &ours),
            ("baseline, blocks of SSE size", &[][..], &small),
            ("baseline, blocks of AVX-512 size", &[][..], &ours),
        ] {
            let files = ["ripple.c", "plain.c"].map(|name| directory.join(name));
            std::fs::write(&files[0], text)?;
            std::fs::write(&files[1], &theirs)?;
            let commands = [(compiler, &["ripple-cc"][..]), (clang, &[])];
            let mut best = [f64::INFINITY; 2];
            // Both in turn: what else the machine does concerns both.
            for _ in 0..ROUNDS {
                for (at, (program, first)) in commands.iter().enumerate() {
                    let mut command = Command::new(program);
                    command.args(*first).args(["-O2", "-w", "-I"]).arg(&sources).args(flags).arg("-c");
                    command.arg(&files[at]).arg("-o").arg(directory.join("o"));
                    let start = std::time::Instant::now();
                    if !run(&mut command)? {
                        return Err(format!("a program {name} does not compile").into());
                    }
                    best[at] = best[at].min(start.elapsed().as_secs_f64());
                }
            }
            println!("{:6.2}  {:.3} s to {:.3} s  {target}", best[0] / best[1], best[0], best[1]);
        }
    }
    Ok(())
}

/// The cases with blocks of a quarter of the size, which are of the size of SSE's registers.
fn small_blocks(cases: &str) -> String {
    [
        ("F32 16", "F32 4"),
        ("F64 8", "F64 2"),
        ("block_shape(0, 64)", "block_shape(0, 16)"),
        ("block_shape(0, 32)", "block_shape(0, 8)"),
        ("block_shape(0, 16, 16)", "block_shape(0, 4, 4)"),
        ("block_shape(0, 32, 8)", "block_shape(0, 8, 8)"),
    ]
    .iter()
    .fold(cases.to_owned(), |text, (from, to)| text.replace(from, to))
}
