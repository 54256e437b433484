//! `bench-ripple`: kernels with Ripple beside loops that clang vectorizes and code by hand for AVX-512.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use crate::args::Args;

/// The variants of the plain loops: a suffix, and flags.
const PLAIN: [(&str, &[&str]); 3] = [
    ("o3", &["-ffp-contract=fast"]),
    ("fast", &["-ffast-math"]),
    ("omp", &["-ffast-math", "-fopenmp-simd", "-DSIMD"]),
];

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--compiler", "--clang", "--case"], &[])?;
    let compiler = args.value("--compiler").unwrap_or("target/debug/terrace");
    let clang = args.value("--clang").unwrap_or("clang-22");
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    if !["avx512bw", "avx512vbmi", "avx512_vpopcntdq"].iter().all(|flag| cpu.contains(flag)) {
        println!("skipped: the code by hand needs AVX-512 with VBMI and VPOPCNTDQ");
        return Ok(true);
    }
    let directory = std::env::temp_dir().join(format!("terrace-bench-ripple-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let built = build(&directory, compiler, clang)
        .and_then(|program| run(Command::new(program).args(args.value("--case"))));
    std::fs::remove_dir_all(&directory)?;
    built
}

fn run(command: &mut Command) -> Result<bool, Box<dyn Error>> {
    Ok(command.status().map_err(|error| format!("{command:?}: {error}"))?.success())
}

fn build(directory: &Path, compiler: &str, clang: &str) -> Result<std::path::PathBuf, Box<dyn Error>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/ripple");
    let mut objects = Vec::new();
    let mut compile = |program: &str, name: &str, flags: &[&str], source: &str| {
        let object = directory.join(format!("{name}.o"));
        let mut command = Command::new(program);
        if program == compiler {
            command.arg("ripple-cc");
        }
        command.args(["-O3", "-march=native", "-w"]).args(flags);
        command.arg("-c").arg(sources.join(source)).arg("-o").arg(&object);
        objects.push(object);
        if run(&mut command)? { Ok(()) } else { Err(format!("{source} does not compile").into()) }
    };
    let mut all = || -> Result<(), Box<dyn Error>> {
        for (name, flags) in PLAIN {
            let suffix = format!("-DSUFFIX=_{name}");
            compile(clang, name, &[flags, &[&suffix]].concat(), "plain.c")?;
        }
        compile(clang, "hand", &[], "hand.c")?;
        compile(clang, "main", &[], "main.c")?;
        compile(compiler, "ripple", &["-ffp-contract=fast"], "ripple.c")
    };
    all()?;
    let program = directory.join("bench");
    match run(Command::new(clang).args(&objects).arg("-o").arg(&program).arg("-lm"))? {
        true => Ok(program),
        false => Err("the objects do not link".into()),
    }
}
