//! `check-ripple-math`: math functions on blocks compared with libm in a wider format, and their run times.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use terrace::tools::process::Scratch;

use crate::args::Args;

/// The files of the programs.
const FILES: &[(&str, &str)] = &[
    ("functions.h", include_str!("ripple_math/functions.h")),
    ("kernels.c", include_str!("ripple_math/kernels.c")),
    ("accuracy.c", include_str!("ripple_math/accuracy.c")),
    ("plain.c", include_str!("ripple_math/plain.c")),
    ("speed.c", include_str!("ripple_math/speed.c")),
];

/// The largest difference from the correctly rounded result, in units in the last place.
const BOUND: u64 = 1;

/// The directory of the programs, and the compilers.
struct Programs {
    directory: Scratch,
    compiler: String,
    clang: String,
}

/// The measurements of a function.
struct Measured {
    name: String,
    arguments: u64,
    worst: u64,
    sum: String,
    place: String,
}

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let valued = ["--every", "--pairs", "--flags", "--only", "--compiler", "--clang"];
    let args = Args::parse(rest, &valued, &["--speed"])?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (every, pairs) = (number("--every", 1)?.max(1), number("--pairs", 100_000_000)?);
    let directory = Scratch::new()?;
    for (name, text) in FILES {
        directory.write(name, text)?;
    }
    let programs = Programs {
        directory,
        compiler: args.value("--compiler").unwrap_or("target/debug/terrace").to_owned(),
        clang: args.value("--clang").unwrap_or("clang-22").to_owned(),
    };
    match args.flag("--speed") {
        true => programs.speed(args.value("--flags").unwrap_or("-O2 -march=native")),
        false => {
            let flags = args.value("--flags").unwrap_or("-O0;-O2;-O3;-O2 -march=x86-64-v3");
            programs.accuracy(flags, every, pairs, args.value("--only"))
        }
    }
}

/// Runs a command and returns its output.
fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{command:?} ended with {}\n{errors}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

impl Programs {
    fn file(&self, name: &str) -> PathBuf {
        self.directory.file(name)
    }

    /// Compiles the kernels with Ripple.
    fn kernels(&self, flags: &str) -> Result<PathBuf, Box<dyn Error>> {
        let object = self.file("kernels.o");
        let mut command = Command::new(&self.compiler);
        command.arg("ripple-cc").args(flags.split_whitespace()).arg("-c").arg(self.file("kernels.c"));
        output(command.arg("-o").arg(&object))?;
        Ok(object)
    }

    /// Compiles a file with clang, or links objects to it.
    fn clang(
        &self,
        flags: &[&str],
        source: &str,
        objects: &[&Path],
        to: &str,
    ) -> Result<PathBuf, Box<dyn Error>> {
        let to = self.file(to);
        let mut command = Command::new(&self.clang);
        command.args(flags).arg(self.file(source)).args(objects).arg("-o").arg(&to).arg("-lm");
        output(command.arg("-Wno-unused-command-line-argument"))?;
        Ok(to)
    }

    fn accuracy(
        &self,
        flags: &str,
        every: u64,
        pairs: u64,
        only: Option<&str>,
    ) -> Result<bool, Box<dyn Error>> {
        let mut is_right = true;
        let mut known: Vec<(String, String, String, String)> = Vec::new();
        for flags in flags.split(';') {
            let kernels = self.kernels(flags)?;
            let program = self.clang(&["-O2"], "accuracy.c", &[&kernels], "accuracy")?;
            // Flags that do not select the target are irrelevant.
            let target: Vec<&str> = flags.split_whitespace().filter(|word| !word.starts_with("-O")).collect();
            let target = target.join(" ");
            println!("{flags}:");
            for name in names().filter(|name| only.is_none_or(|only| only.split(',').any(|one| one == name)))
            {
                let measured = measured(&output(
                    Command::new(&program).arg(&name).arg(every.to_string()).arg(pairs.to_string()),
                )?)?;
                let mut remark = String::new();
                if measured.worst > BOUND {
                    is_right = false;
                    remark = format!(" above {BOUND}");
                }
                let same = known.iter().find(|known| known.0 == target && known.1 == name);
                if let Some((_, _, other, sum)) = same
                    && *sum != measured.sum
                {
                    is_right = false;
                    remark.push_str(&format!(" results are others than with {other}"));
                }
                if same.is_none() {
                    known.push((target.clone(), name.clone(), flags.to_owned(), measured.sum.clone()));
                }
                let Measured { name, arguments, worst, place, .. } = &measured;
                println!("  {name:8} {arguments:11} arguments, {worst} ulp{remark}  {place}");
            }
        }
        Ok(is_right)
    }

    fn speed(&self, flags: &str) -> Result<bool, Box<dyn Error>> {
        let kernels = self.kernels(flags)?;
        let plain = ["-c", "-O2", "-fno-vectorize", "-DPREFIX=plain_"];
        let plain = self.clang(&plain, "plain.c", &[], "plain.o")?;
        let fast = ["-c", "-O3", "-ffast-math", "-fveclib=libmvec", "-DPREFIX=fast_"];
        let fast: Vec<&str> =
            fast.into_iter().chain(flags.split_whitespace().filter(|flag| flag.starts_with("-m"))).collect();
        let fast = self.clang(&fast, "plain.c", &[], "fast.o")?;
        let program = self.clang(&["-O2"], "speed.c", &[&kernels, &plain, &fast], "speed")?;
        println!("nanoseconds an element: libm, clang -O3 -ffast-math -fveclib=libmvec, Ripple {flags}");
        print!("{}", output(&mut Command::new(&program))?);
        Ok(true)
    }
}

/// The functions, as the list of the programs has them.
fn names() -> impl Iterator<Item = String> {
    let lists = FILES[0].1.split("#define ").skip(1);
    lists.flat_map(|list| {
        let ending = if list.starts_with("SINGLE") { "f" } else { "" };
        list.split(" X(").skip(1).filter_map(move |rest| Some(format!("{}{ending}", rest.split_once(')')?.0)))
    })
}

/// Reads the line that the program prints of a function.
fn measured(line: &str) -> Result<Measured, Box<dyn Error>> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().map(str::to_owned).ok_or("the program printed no result");
    let (name, arguments, worst, sum) = (word()?, word()?.parse()?, word()?.parse()?, word()?);
    Ok(Measured { name, arguments, worst, sum, place: words.collect::<Vec<_>>().join(" ") })
}
