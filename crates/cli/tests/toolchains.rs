//! `ripple-cc`, a link of `terrace`, where toolchains put a compiler: what they look at, and what they keep.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use libtest_mimic::Failed;
use terrace_filetest::harness::{self, Test, find_program};

const TERRACE: &str = env!("CARGO_BIN_EXE_terrace");

const SAXPY: &str = "\
#include <ripple.h>
#include <stddef.h>
#define LANES 8
#define AT(p, i) p[(i) * 1]
void saxpy(size_t n, float a, const float *x, float *y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < n; ++i) {
    float t = a * x[i];
    AT(y, i) = t + AT(y, i);
  }
}
int main(void) {
  float x[20], y[20];
  for (int i = 0; i < 20; ++i)
    x[i] = (float)i, y[i] = 1;
  saxpy(20, 2.0f, x, y);
  return y[19] != 39;
}
";

/// A directory with the compiler's links and a source.
struct Project(PathBuf);

impl Project {
    fn new(name: &str) -> Result<Self, Failed> {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("toolchains").join(name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(dir.join("src"))?;
        for link in ["ripple-cc", "ripple-c++"] {
            std::fs::hard_link(TERRACE, dir.join(link))?;
        }
        std::fs::write(dir.join("src/saxpy.c"), SAXPY)?;
        Ok(Self(dir))
    }

    fn output(&self, program: &str, arguments: &[&str]) -> Result<Output, Failed> {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.0).env("XDG_CACHE_HOME", self.0.join("cache"));
        command.output().map_err(|error| format!("{program}: {error}").into())
    }

    /// Runs the compiler, which must succeed and say nothing; the result is what it printed.
    fn compile(&self, arguments: &str) -> Result<String, Failed> {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = self.output("./ripple-cc", &arguments)?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !stderr.is_empty() {
            return Err(format!("{arguments:?}: {}\n{stderr}", output.status).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs the compiler, which must fail; the result is what it says.
    fn refused(&self, arguments: &str) -> Result<String, Failed> {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = self.output("./ripple-cc", &arguments)?;
        match output.status.success() {
            true => Err(format!("{arguments:?} is accepted").into()),
            false => Ok(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, Failed> {
        std::fs::read(self.0.join(file)).map_err(|error| format!("{file}: {error}").into())
    }

    fn write(&self, file: &str, text: &str) -> Result<(), Failed> {
        Ok(std::fs::write(self.0.join(file), text)?)
    }

    /// Runs a program that was compiled, which must succeed.
    fn run(&self, program: &str) -> Result<(), Failed> {
        let status = self.output(program, &[])?.status;
        is(status.success(), &format!("{program}: {status}"))
    }
}

fn is(holds: bool, otherwise: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

fn contains(text: &[u8], part: &str) -> bool {
    text.windows(part.len()).any(|window| window == part.as_bytes())
}

/// Build systems tell a compiler by the first line.
fn version() -> Result<(), Failed> {
    let project = Project::new("version")?;
    let printed = project.compile("--version")?;
    is(printed.lines().next().is_some_and(|line| line.contains("clang version")), &printed)?;
    is(printed.contains(&format!("terrace {}", env!("CARGO_PKG_VERSION"))), &printed)
}

/// A directory that stays, with all headers.
fn headers() -> Result<(), Failed> {
    let project = Project::new("headers")?;
    let dir = project.compile("--print-header-dir")?;
    let dir = Path::new(dir.trim());
    for header in ["ripple.h", "ripple_math.h", "ripple/zip.h", "ripple/thread.h"] {
        is(dir.join(header).is_file(), header)?;
    }
    is(project.compile("--print-header-dir")?.trim() == dir.display().to_string(), "another directory")
}

/// Objects are the same from build to build, and name no file of the run.
fn reproducible() -> Result<(), Failed> {
    let project = Project::new("reproducible")?;
    for flags in [
        "-O2",
        "-g",
        "-g -O2",
        "-g -gdwarf-4",
        "-g -O2 -flto",
        "-O2 -fcoverage-mapping -fprofile-instr-generate",
    ] {
        for output in ["a.o", "b.o"] {
            project.compile(&format!("{flags} -c src/saxpy.c -o {output}"))?;
        }
        let object = project.read("a.o")?;
        is(object == project.read("b.o")?, &format!("{flags}: the objects differ"))?;
        let temporary = std::env::temp_dir().join("terrace-").display().to_string();
        is(!contains(&object, &temporary), &format!("{flags}: the object names a temporary file"))?;
    }
    let dir = project.0.display().to_string();
    for flags in ["-g", "-g -O2"] {
        project.compile(&format!("{flags} -ffile-prefix-map={dir}=/built -c src/saxpy.c -o mapped.o"))?;
        let object = project.read("mapped.o")?;
        is(
            contains(&object, "/built") && !contains(&object, &dir),
            &format!("{flags}: the map is not applied"),
        )?;
    }
    Ok(())
}

/// The entry of a compilation database is one that clang alone takes.
fn database() -> Result<(), Failed> {
    let project = Project::new("database")?;
    project.compile("-O2 -DX=1 -MJ entry.json -c src/saxpy.c -o saxpy.o")?;
    let entry = String::from_utf8(project.read("entry.json")?)?;
    let entry: serde_json::Value = serde_json::from_str(entry.trim().trim_end_matches(','))?;
    is(entry["file"] == "src/saxpy.c" && entry["output"] == "saxpy.o", &entry.to_string())?;
    is(entry["directory"].as_str() == project.0.canonicalize()?.to_str(), &entry.to_string())?;
    let arguments: Vec<&str> =
        entry["arguments"].as_array().into_iter().flatten().filter_map(|a| a.as_str()).collect();
    let Some((clang, rest)) = arguments.split_first() else { return Err(entry.to_string().into()) };
    let checked = project.output(clang, &[rest, &["-fsyntax-only"]].concat())?;
    is(checked.status.success(), &String::from_utf8_lossy(&checked.stderr))
}

/// Results of the stages stay, and the preprocessed source compiles to the same program.
fn temporaries() -> Result<(), Failed> {
    let project = Project::new("temporaries")?;
    project.compile("-save-temps -O2 src/saxpy.c -o saxpy")?;
    project.run("./saxpy")?;
    for file in ["saxpy.i", "saxpy.ll", "saxpy.s", "saxpy.o"] {
        is(project.0.join(file).is_file(), file)?;
    }
    project.compile("-O2 saxpy.i -o again")?;
    project.run("./again")?;
    std::fs::create_dir(project.0.join("out"))?;
    project.compile("-save-temps=obj -O2 -c src/saxpy.c -o out/saxpy.o")?;
    is(project.0.join("out/saxpy.ll").is_file(), "out/saxpy.ll")
}

/// A source that is only checked gets the errors of Ripple, too; nothing is written.
fn checks() -> Result<(), Failed> {
    let project = Project::new("checks")?;
    project.compile("-fsyntax-only src/saxpy.c")?;
    project.write("bad.c", &SAXPY.replace("AT(y, i) = t", "y[0] = t"))?;
    let said = project.refused("-fsyntax-only bad.c")?;
    is(said.contains("bad.c:10:10: error:") && said.contains("[ripple-store-shape]"), &said)?;
    is(!project.0.join("bad.o").exists(), "an object was written")
}

/// Diagnostics of clang are about the line as it is written.
fn columns() -> Result<(), Failed> {
    let project = Project::new("columns")?;
    let text = SAXPY.replace(
        "    AT(y, i) = t + AT(y, i);",
        "    AT(y, i) = t + AT(y, i);\tAT(y, LANES); int unused = LANES;",
    );
    project.write("warned.c", &text)?;
    let output = project.output("./ripple-cc", &["-Wall", "-c", "warned.c"])?;
    let said = String::from_utf8_lossy(&output.stderr);
    is(output.status.success() && said.contains("warned.c:10:48: warning: unused variable"), &said)?;
    is(said.contains("AT(y, LANES); int unused = LANES;") && !said.contains("terrace-"), &said)
}

/// Clang's modules and precompiled headers, in which there may be annotations.
fn precompiled() -> Result<(), Failed> {
    let project = Project::new("precompiled")?;
    let (header, main) = SAXPY.split_at(SAXPY.find("int main").ok_or("no main")?);
    project.write(
        "pre.h",
        &format!("#pragma once\n{}", header.replace("void saxpy", "static inline void saxpy")),
    )?;
    project.write("main.c", main)?;
    project.compile("-O2 -x c-header pre.h -o pre.h.pch")?;
    for flags in
        ["-include-pch pre.h.pch", "-Xclang -include-pch -Xclang pre.h.pch -Xclang -include -Xclang pre.h"]
    {
        project.compile(&format!("-O2 {flags} main.c -o main"))?;
        project.run("./main")?;
    }
    project.compile("-fmodules -O2 src/saxpy.c -o saxpy")?;
    project.run("./saxpy")
}

/// Counters of lines, which the program writes when it ends.
fn coverage() -> Result<(), Failed> {
    let project = Project::new("coverage")?;
    project.compile("--coverage -O1 -c src/saxpy.c -o saxpy.o")?;
    is(project.0.join("saxpy.gcno").is_file(), "saxpy.gcno")?;
    project.compile("--coverage saxpy.o -o saxpy")?;
    project.run("./saxpy")?;
    is(project.0.join("saxpy.gcda").is_file(), "saxpy.gcda")
}

/// A debugger shows all variables of a program that is not optimized; those with a shape as vectors.
fn debugger() -> Result<(), Failed> {
    let project = Project::new("debugger")?;
    project.compile("-g src/saxpy.c -o saxpy")?;
    let commands = ["break 10", "run", "print t", "print i", "print n", "continue", "print t", "print i"];
    let arguments: Vec<&str> = ["-q", "-nx", "-batch"]
        .into_iter()
        .chain(commands.iter().flat_map(|command| ["-ex", command]))
        .collect();
    let output = project.output("gdb", &[arguments.as_slice(), &["./saxpy"]].concat())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    for value in [
        "$1 = {0, 2, 4, 6, 8, 10, 12, 14}",
        "$2 = {0, 1, 2, 3, 4, 5, 6, 7}",
        "$3 = 20",
        "$4 = {16, 18, 20, 22, 24, 26, 28, 30}",
        "$5 = {8, 9, 10, 11, 12, 13, 14, 15}",
    ] {
        is(printed.contains(value), &format!("{value} is not in\n{printed}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let clang = || find_program(&["clang-22", "clang-21", "clang-20"]);
    let tests: [(&str, fn() -> Result<(), Failed>); 9] = [
        ("version", version),
        ("headers", headers),
        ("reproducible", reproducible),
        ("database", database),
        ("temporaries", temporaries),
        ("checks", checks),
        ("columns", columns),
        ("precompiled", precompiled),
        ("coverage", coverage),
    ];
    let mut all: Vec<Test> =
        tests.into_iter().map(|(name, test)| Test::new(name, test).needs(clang())).collect();
    all.push(Test::new("debugger", debugger).needs(clang()).needs(find_program(&["gdb"])));
    harness::run(all)
}
