//! `dist`: what users install: a tarball and a Debian package of the programs, and a container file.

mod archive;
mod debian;
mod licenses;
mod tree;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::Args;
use crate::package::{cargo, metadata, root, text};

/// The programs, all of which are built.
const PROGRAMS: [&str; 4] = ["terrace", "terrace-opt", "terrace-translate", "terrace-filetest"];

/// A version of the programs for a target.
pub(super) struct Release {
    version: String,
    /// The target's triple.
    target: String,
    /// The time that all files have, in seconds since 1970.
    epoch: u64,
    /// The directory with the programs.
    binaries: PathBuf,
}

impl Release {
    /// The name of a program's file.
    fn file(&self, program: &str) -> String {
        if self.target.contains("windows") { format!("{program}.exe") } else { program.to_owned() }
    }
}

/// Writes the packages; the same sources, programs and time result in the same bytes.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--binaries", "--out", "--target"], &[])?;
    let metadata = metadata(&["--no-deps"])?;
    let target = match args.value("--target") {
        Some(target) => target.to_owned(),
        None => host()?,
    };
    let target_dir = PathBuf::from(text(&metadata, "target_directory"));
    let binaries = match args.value("--binaries") {
        Some(dir) => PathBuf::from(dir),
        None => build(&target, &target_dir)?,
    };
    let version = text(&metadata["packages"][0], "version").to_owned();
    let release = Release { version, target, epoch: epoch()?, binaries };
    let out = args.value("--out").map_or_else(|| target_dir.join("dist"), PathBuf::from);
    std::fs::create_dir_all(&out)?;
    let tree = tree::collect(&release)?;
    let write = |name: &str, contents: &[u8]| -> Result<(), Box<dyn Error>> {
        let path = out.join(name);
        std::fs::write(&path, contents)?;
        println!("{} ({} KiB)", path.display(), contents.len() / 1024);
        Ok(())
    };
    let mut is_clean = true;
    let name = format!("terrace-{}-{}", release.version, release.target);
    write(&format!("{name}.tar.gz"), &archive::tar_gz(&tree, &format!("{name}/"), release.epoch)?)?;
    if let Some(architecture) = debian::architecture(&release.target) {
        let package = debian::package(&release, &tree, architecture)?;
        let name = format!("terrace_{}_{architecture}.deb", release.version);
        write(&name, &package)?;
        is_clean = lintian(&out.join(name));
    }
    if release.target == "x86_64-unknown-linux-gnu" {
        write("Containerfile", &std::fs::read(root().join("packaging/Containerfile"))?)?;
    }
    Ok(is_clean)
}

/// The target of the compiler.
fn host() -> Result<String, Box<dyn Error>> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not name its host")?.to_owned())
}

/// Builds the programs as they are shipped; returns their directory.
fn build(target: &str, target_dir: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let mut command = cargo();
    command.args(["build", "--profile=dist", "--locked", "-p=terrace-cli", "-p=terrace-filetest", "--bins"]);
    command.args(["--target", target]);
    // Neither Rust's panics nor C's assertions name directories of this machine.
    let places = places()?;
    let joined = |option: &str| -> Vec<String> {
        places.iter().map(|(from, to)| format!("{option}{from}={to}")).collect()
    };
    let given = std::env::var("CARGO_ENCODED_RUSTFLAGS").ok();
    let given = given.or_else(|| Some(std::env::var("RUSTFLAGS").ok()?.replace(' ', "\u{1f}")));
    let flags: Vec<String> =
        given.into_iter().filter(|flags| !flags.is_empty()).chain(joined("--remap-path-prefix=")).collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    let c = std::env::var("CFLAGS").into_iter().chain(joined("-ffile-prefix-map="));
    command.env("CFLAGS", c.collect::<Vec<_>>().join(" "));
    if !command.status()?.success() {
        return Err("the programs cannot be built".into());
    }
    let dir = target_dir.join(target).join("dist");
    for program in PROGRAMS {
        let names = [program.to_owned(), format!("{program}.exe")];
        let Some(path) = names.iter().map(|name| dir.join(name)).find(|path| path.exists()) else {
            return Err(format!("{program} was not built").into());
        };
        let bytes = std::fs::read(&path)?;
        let own = std::env::home_dir().map(|home| format!("{}/", home.display()));
        let directories = places.iter().map(|(from, _)| from.as_str()).chain(own.as_deref()).chain(HOMES);
        let directories: Vec<&str> = directories.collect();
        if let Some(text) = machine_path(&bytes, &directories) {
            return Err(format!("{program} has a path of this machine in it: {text}").into());
        }
    }
    Ok(dir)
}

/// The directories in which users have theirs.
const HOMES: [&str; 2] = ["/home/", "/Users/"];

/// The directories of this machine that sources are compiled in, each with what stands for it in the programs.
fn places() -> Result<Vec<(String, &'static str)>, Box<dyn Error>> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    let sysroot = String::from_utf8(output.stdout)?.trim().to_owned();
    let home = std::env::var("CARGO_HOME").ok();
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo").display().to_string()));
    let workspace = root().canonicalize()?.display().to_string();
    // Of several that fit, the last one counts.
    let cargo = home.map(|home| (home, "/cargo"));
    Ok(cargo.into_iter().chain([(sysroot, "/rust"), (workspace, "/terrace")]).collect())
}

/// Returns the text around the first of the directories that the bytes of a program contain.
fn machine_path(program: &[u8], directories: &[&str]) -> Option<String> {
    const SHOWN: usize = 100;
    let found = directories
        .iter()
        .filter_map(|dir| program.windows(dir.len()).position(|window| window == dir.as_bytes()))
        .min()?;
    let end = program[found..].iter().position(|byte| !(b' '..=b'~').contains(byte));
    let end = found + end.unwrap_or(SHOWN).min(SHOWN);
    Some(String::from_utf8_lossy(&program[found..end.min(program.len())]).into_owned())
}

/// Reports what lintian finds in a package, if it is installed; returns whether it finds nothing.
fn lintian(package: &Path) -> bool {
    let output = Command::new("lintian").args(["--fail-on", "error,warning"]).arg(package).output();
    let Ok(output) = output else {
        println!("lintian is not installed: the package is not checked");
        return true;
    };
    print!("{}", String::from_utf8_lossy(&output.stdout));
    output.status.success()
}

/// The time of all files: `SOURCE_DATE_EPOCH`, or that of the last commit.
fn epoch() -> Result<u64, Box<dyn Error>> {
    if let Ok(epoch) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(epoch.parse().map_err(|_| "SOURCE_DATE_EPOCH is no number")?);
    }
    let output = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()).output()?;
    let text = String::from_utf8(output.stdout)?;
    text.trim().parse().map_err(|_| "without git, SOURCE_DATE_EPOCH must be set".into())
}

#[cfg(test)]
mod tests {
    use super::tree::Tree;
    use super::*;

    /// A release of programs that print what they are called with.
    fn release(dir: &Path) -> Release {
        std::fs::create_dir_all(dir).unwrap();
        for program in PROGRAMS {
            std::fs::write(dir.join(program), "#!/bin/sh\necho $* GLIBC_2.34 GLIBC_2.9\n").unwrap();
        }
        Release {
            version: "1.2.3".to_owned(),
            target: "x86_64-unknown-linux-gnu".to_owned(),
            epoch: 1_700_000_000,
            binaries: dir.to_owned(),
        }
    }

    #[test]
    fn paths_of_the_machine_are_found() {
        let bytes = b"\x7fELF /cargo/registry/a.rs\0panicked at /home/me/.cargo/b.rs:1\0\xff";
        assert_eq!(machine_path(bytes, &HOMES).as_deref(), Some("/home/me/.cargo/b.rs:1"));
        assert_eq!(machine_path(bytes, &["/Users/"]), None);
    }

    #[test]
    fn packages_made_twice_are_the_same() {
        let dir = std::env::temp_dir().join(format!("terrace-dist-{}", std::process::id()));
        let release = release(&dir);
        let mut tree = Tree::default();
        for program in PROGRAMS {
            tree.add_program(&format!("bin/{program}"), std::fs::read(dir.join(program)).unwrap());
        }
        tree.add("share/doc/terrace/README.md", b"text".to_vec());
        let tarball = || archive::tar_gz(&tree, "t/", release.epoch).unwrap();
        let package = || debian::package(&release, &tree, "amd64").unwrap();
        let (first, second) = ((tarball(), package()), (tarball(), package()));
        std::fs::remove_dir_all(&dir).unwrap();
        assert!(first == second);
        let names = |bytes: &[u8]| -> Vec<(String, u32)> {
            let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes));
            let entries = archive.entries().unwrap().map(Result::unwrap);
            entries
                .map(|entry| {
                    assert_eq!(entry.header().mtime().unwrap(), release.epoch);
                    (entry.path().unwrap().display().to_string(), entry.header().mode().unwrap())
                })
                .collect()
        };
        let found = names(&first.0);
        assert!(found.is_sorted(), "{found:?}");
        assert!(found.contains(&("t/bin/terrace-opt".to_owned(), 0o755)), "{found:?}");
        assert!(found.contains(&("t/share/doc/terrace/README.md".to_owned(), 0o644)), "{found:?}");
        assert!(first.1.starts_with(b"!<arch>\ndebian-binary   "));
        assert_eq!(debian::libc_version(b"GLIBC_2.34 x GLIBC_2.9\0GLIBC_2.4"), Some((2, 34)));
    }
}
