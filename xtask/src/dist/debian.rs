//! Debian's format of packages.

use std::error::Error;

use super::tree::{Entry, Tree};
use super::{PROGRAMS, Release, archive};

const DESCRIPTION: &str = "\
Description: multi-level compiler IR that reads and writes MLIR
 Terrace reads, verifies, transforms, runs and prints MLIR as mlir-opt does,
 without LLVM. It explains the copies and allocations of bufferization, and
 compiles SIMD programs in C and C++ with the system's clang.
";

/// Debian's name of the architecture of a target; `None` if the target is not Debian's.
pub(super) fn architecture(target: &str) -> Option<&'static str> {
    match target {
        "x86_64-unknown-linux-gnu" => Some("amd64"),
        "aarch64-unknown-linux-gnu" => Some("arm64"),
        _ => None,
    }
}

/// The package that installs a tree below `/usr`.
pub(super) fn package(release: &Release, tree: &Tree, architecture: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut data = Tree::default();
    for (path, entry) in &tree.files {
        match entry {
            // Policy: manual pages and changelogs are compressed, the license is named copyright.
            Entry::File { contents, .. }
                if path.starts_with("share/man/") || path.ends_with("/CHANGELOG.md") =>
            {
                let name = path.replace("CHANGELOG.md", "changelog");
                data.add(&format!("usr/{name}.gz"), archive::gzip(contents)?);
            }
            _ => {
                // Debian's zsh looks elsewhere for completions of packages.
                let path = path
                    .replace("doc/terrace/LICENSE", "doc/terrace/copyright")
                    .replace("zsh/site-functions", "zsh/vendor-completions");
                drop(data.files.insert(format!("usr/{path}"), entry.clone()));
            }
        }
    }
    let mut libc = (2, 17);
    for program in PROGRAMS {
        let bytes = std::fs::read(release.binaries.join(program))?;
        libc = libc_version(&bytes).map_or(libc, |version| libc.max(version));
    }
    let size: usize = data.files.values().map(|entry| entry.size().div_ceil(1024)).sum();
    let control = format!(
        "Package: terrace\nVersion: {}\nArchitecture: {architecture}\n\
         Maintainer: The Terrace authors <noreply@github.com>\nSection: devel\nPriority: optional\n\
         Homepage: https://github.com/terrace-ir/terrace\nInstalled-Size: {size}\n\
         Depends: libc6 (>= {}.{}), libgcc-s1\nRecommends: clang-22 | clang-21 | clang-20 | clang (>= 1:20)\n\
         {DESCRIPTION}",
        release.version, libc.0, libc.1,
    );
    let mut meta = Tree::default();
    meta.add("control", control.into_bytes());
    Ok(archive::ar(
        &[
            ("debian-binary", b"2.0\n"),
            ("control.tar.gz", &archive::tar_gz(&meta, "./", release.epoch)?),
            ("data.tar.gz", &archive::tar_gz(&data, "./", release.epoch)?),
        ],
        release.epoch,
    ))
}

/// The newest version of the C library that a program asks for.
pub(super) fn libc_version(program: &[u8]) -> Option<(u32, u32)> {
    const NAME: &[u8] = b"GLIBC_";
    let starts = program.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let versions = starts.filter_map(|(at, _)| {
        let rest = &program[at + NAME.len()..];
        let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.')?;
        let (major, minor) = std::str::from_utf8(&rest[..end]).ok()?.split_once('.')?;
        Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
    });
    versions.max()
}
