//! The examples of `docs/use/in-other-builds.md`: each is built by its build system, with this `terrace`, and run.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::Failed;
use terrace_filetest::harness::{self, Test, find_program};

const TERRACE: &str = env!("CARGO_BIN_EXE_terrace");

/// The output of each of the examples.
const PRINTED: &str = "370\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn example(name: &str) -> PathBuf {
    root().join("examples/in-other-builds").join(name)
}

/// A new directory for a build.
fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("in-other-builds").join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a directory for the build");
    dir
}

/// Runs a program, and returns its output; a failure shows what it printed.
fn run(command: &mut Command) -> Result<String, Failed> {
    command.env("TERRACE", TERRACE);
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{command:?}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

fn expect(actual: &str, expected: &str) -> Result<(), Failed> {
    if actual == expected { Ok(()) } else { Err(format!("{actual:?} is not {expected:?}").into()) }
}

/// CMake with Ninja: the program, the compilation database, and that a second build compiles nothing.
fn cmake() -> Result<(), Failed> {
    let dir = scratch("cmake");
    run(&mut configure(&dir))?;
    run(Command::new("ninja").arg("-C").arg(&dir))?;
    expect(&run(&mut Command::new(dir.join("demo")))?, PRINTED)?;
    if !run(Command::new("ninja").arg("-C").arg(&dir))?.contains("no work to do") {
        return Err("a second build compiles again".into());
    }
    let database = std::fs::read_to_string(dir.join("compile_commands.json"))?;
    // A language server reads the command of CMake's compiler, which finds the headers of Ripple.
    let entry = database.lines().find(|line| line.contains("\"command\"") && line.contains("saxpy.c"));
    let entry = entry.ok_or("no command for saxpy.c")?;
    let include = entry.split("-I").find_map(|part| {
        let dir = Path::new(part.split(' ').next()?);
        dir.join("ripple.h").is_file().then_some(dir)
    });
    if include.is_none() || entry.contains("ripple-launcher") {
        return Err(entry.into());
    }
    // The sources of Ripple are compiled again when a header changes, whose names clang writes.
    let deps = run(Command::new("ninja").arg("-C").arg(&dir).args(["-t", "deps"]))?;
    if deps.contains("ripple.h") { Ok(()) } else { Err(deps.into()) }
}

fn configure(dir: &Path) -> Command {
    let mut command = Command::new("cmake");
    command.args(["-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-S"]).arg(example("cmake")).arg("-B");
    command.arg(dir).arg(format!("-DTerrace_DIR={}", root().join("cmake").display()));
    command
}

/// A launcher of the project is called with the compiler of Ripple, and finds what it compiled before.
fn ccache() -> Result<(), Failed> {
    let dir = scratch("ccache");
    let cache = dir.join("cache");
    run(configure(&dir.join("build")).arg("-DCMAKE_C_COMPILER_LAUNCHER=ccache"))?;
    let ninja = |arguments: &[&str]| {
        let mut command = Command::new("ninja");
        run(command.arg("-C").arg(dir.join("build")).args(arguments).env("CCACHE_DIR", &cache))
    };
    let statistics = || run(Command::new("ccache").arg("--print-stats").env("CCACHE_DIR", &cache));
    ninja(&[])?;
    ninja(&["-t", "clean"])?;
    ninja(&[])?;
    expect(&run(&mut Command::new(dir.join("build/demo")))?, PRINTED)?;
    let statistics = statistics()?;
    // main.c and saxpy.c.
    let counted = |name: &str| statistics.lines().any(|line| line == format!("{name}\t2"));
    if counted("direct_cache_hit") && counted("cache_miss") { Ok(()) } else { Err(statistics.into()) }
}

fn meson() -> Result<(), Failed> {
    let dir = scratch("meson");
    let programs = Path::new(TERRACE).parent().expect("the directory of the program");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dirs = std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(dirs)?;
    run(Command::new("meson").arg("setup").arg(&dir).arg(example("meson")).env("PATH", path))?;
    run(Command::new("ninja").arg("-C").arg(&dir))?;
    expect(&run(&mut Command::new(dir.join("demo")))?, PRINTED)
}

/// Copies the sources of an example, for build systems that write beside them.
fn copied(name: &str) -> Result<PathBuf, Failed> {
    let dir = scratch(name);
    for entry in std::fs::read_dir(example(name))? {
        let entry = entry?;
        std::fs::copy(entry.path(), dir.join(entry.file_name()))?;
    }
    Ok(dir)
}

/// Make: the program, and that a second build compiles nothing.
fn make() -> Result<(), Failed> {
    let dir = copied("make")?;
    let make = |arguments: &[&str]| run(Command::new("make").arg("-C").arg(&dir).args(arguments));
    make(&[&format!("TERRACE={TERRACE}")])?;
    expect(&run(&mut Command::new(dir.join("demo")))?, PRINTED)?;
    make(&["-q", &format!("TERRACE={TERRACE}")])?;
    Ok(())
}

/// Autotools: `ripple-cc`, a link, is the compiler of the project.
fn autotools() -> Result<(), Failed> {
    let dir = copied("autotools")?;
    let compiler = dir.join("ripple-cc");
    std::fs::hard_link(TERRACE, &compiler)?;
    run(Command::new("autoreconf").arg("-i").current_dir(&dir))?;
    run(Command::new("./configure").arg(format!("CC={}", compiler.display())).current_dir(&dir))?;
    run(Command::new("make").current_dir(&dir))?;
    expect(&run(&mut Command::new(dir.join("demo")))?, PRINTED)
}

fn cargo() -> Result<(), Failed> {
    let dir = scratch("cargo");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet", "--offline", "--manifest-path"]).arg(example("cargo/Cargo.toml"));
    expect(&run(command.env("CARGO_TARGET_DIR", dir))?, PRINTED)
}

/// The sources are the same in all examples, and the page has the text of each build file.
fn texts() -> Result<(), Failed> {
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    for (file, copies) in [
        ("axpy.mlir", ["make", "autotools", "meson", "bazel", "cargo/src"].as_slice()),
        ("saxpy.c", &["make", "autotools", "meson", "bazel", "cargo/src"]),
        ("main.c", &["make", "autotools", "meson", "bazel"]),
    ] {
        for copy in copies {
            expect(&read(example(copy).join(file))?, &read(example("cmake").join(file))?)?;
        }
    }
    let page = read(root().join("docs/use/in-other-builds.md"))?;
    let readme = read(root().join("crates/tools/build/README.md"))?;
    for file in [
        "cmake/CMakeLists.txt",
        "cmake/main.c",
        "cmake/axpy.mlir",
        "cmake/saxpy.c",
        "make/Makefile",
        "autotools/configure.ac",
        "autotools/Makefile.am",
        "meson/meson.build",
        "bazel/BUILD.bazel",
        "bazel/WORKSPACE",
        "cargo/build.rs",
        "cargo/src/main.rs",
    ] {
        let text = format!("\n{}```\n", read(example(file))?);
        let is_of_cargo = file.starts_with("cargo/");
        if !page.contains(&text) || is_of_cargo && !readme.contains(&text) {
            return Err(format!("the page has not the text of {file}").into());
        }
    }
    let version = format!("set(PACKAGE_VERSION {})\n", env!("CARGO_PKG_VERSION"));
    let file = read(root().join("cmake/TerraceConfigVersion.cmake"))?;
    if file.starts_with(&version) { Ok(()) } else { Err("CMake's version is another".into()) }
}

fn main() -> ExitCode {
    let clang = || find_program(&["clang-22", "clang-21", "clang-20"]);
    let ninja = || find_program(&["ninja"]);
    harness::run(vec![
        Test::new("texts", texts),
        Test::new("cargo", cargo).needs(clang()).needs(find_program(&["ar"])),
        Test::new("cmake", cmake).needs(clang()).needs(find_program(&["cmake"])).needs(ninja()),
        Test::new("ccache", ccache)
            .needs(clang())
            .needs(find_program(&["cmake"]))
            .needs(find_program(&["ccache"]))
            .needs(ninja()),
        Test::new("make", make).needs(clang()).needs(find_program(&["make"])),
        Test::new("autotools", autotools)
            .needs(clang())
            .needs(find_program(&["autoreconf"]))
            .needs(find_program(&["automake"]))
            .needs(find_program(&["make"])),
        Test::new("meson", meson).needs(clang()).needs(find_program(&["meson"])).needs(ninja()),
    ])
}
