//! Debian's format of packages.

use std::error::Error;

use super::tree::{Entry, Tree};
use super::{PROGRAMS, Release, archive};
use crate::package::root;

const HOMEPAGE: &str = "https://github.com/terrace-ir/terrace";

const DESCRIPTION: &str = "\
Description: multi-level compiler IR that reads and writes MLIR
 Terrace reads, verifies, transforms, runs and prints MLIR as mlir-opt does,
 without LLVM. It explains the copies and allocations of bufferization, and
 compiles SIMD programs in C and C++ with the system's clang.
";

/// The maintainer, in control files and changelogs.
const MAINTAINER: &str = "The Terrace authors <noreply@github.com>";

/// The findings that lintian shall not report, with the reasons.
const OVERRIDES: &str = "\
# The loader of a position-independent executable adjusts some 26,000 pointers of
# tables at every start, which takes as long as all else on a small input.
terrace: hardening-no-pie [usr/bin/terrace]
";

/// The copyright file, in Debian's machine-readable format: the license of the repository, of which the exception of LLVM
/// is quoted from the license file.
fn copyright(release: &Release) -> Result<String, Box<dyn Error>> {
    let license = std::fs::read_to_string(root().join("LICENSE"))?;
    let exception = license.find("---- LLVM Exceptions").ok_or("LICENSE has no exceptions of LLVM")?;
    let date = date(release.epoch);
    let year = date.split(' ').nth(3).unwrap_or("");
    let mut out = format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: Terrace\nSource: {HOMEPAGE}\n\n\
         Files: *\nCopyright: {year} The Terrace authors\nLicense: Apache-2.0 with LLVM exception\n \
         On Debian systems, the Apache License, version 2.0, is in\n \
         /usr/share/common-licenses/Apache-2.0. Its exception is:\n .\n"
    );
    for line in license[exception..].trim_end().lines() {
        out += &if line.trim().is_empty() { " .\n".to_owned() } else { format!(" {}\n", line.trim_end()) };
    }
    out.push_str(
        "Comment:\n The licenses of the libraries that the programs contain are in\n \
         /usr/share/doc/terrace/THIRD-PARTY-LICENSES.txt.\n",
    );
    Ok(out)
}

/// The changelog in Debian's format, which leads to that of the repository.
fn changelog(release: &Release) -> String {
    format!(
        "terrace ({}) unstable; urgency=medium\n\n  * Version {0}: see CHANGELOG.md.\n\n -- {MAINTAINER}  {}\n",
        release.version,
        date(release.epoch)
    )
}

/// A time in seconds since 1970 as mails have it: `Tue, 14 Nov 2023 22:13:20 +0000`.
fn date(epoch: u64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (days, second) = (epoch / 86_400, epoch % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 0;
    let length = |month: usize| match month {
        1 => 28 + u64::from(is_leap(year)),
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    };
    while left >= length(month) {
        left -= length(month);
        month += 1;
    }
    let (weekday, month) = (DAYS[(days % 7) as usize], MONTHS[month]);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{weekday}, {:02} {month} {year} {hour:02}:{minute:02}:{second:02} +0000", left + 1)
}

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
            // Policy: manual pages are compressed.
            Entry::File { contents, .. } if path.starts_with("share/man/") => {
                data.add(&format!("usr/{path}.gz"), archive::gzip(contents)?);
            }
            // It is among Debian's common licenses, which the copyright file names.
            _ if path == "share/doc/terrace/LICENSE" => {}
            _ => {
                // Debian's zsh looks elsewhere for completions of packages.
                let path = path.replace("zsh/site-functions", "zsh/vendor-completions");
                drop(data.files.insert(format!("usr/{path}"), entry.clone()));
            }
        }
    }
    data.add("usr/share/doc/terrace/copyright", copyright(release)?.into_bytes());
    data.add("usr/share/doc/terrace/changelog.gz", archive::gzip(changelog(release).as_bytes())?);
    data.add("usr/share/lintian/overrides/terrace", OVERRIDES.as_bytes().to_vec());
    let mut libc = (2, 17);
    for program in PROGRAMS {
        let bytes = std::fs::read(release.binaries.join(program))?;
        libc = libc_version(&bytes).map_or(libc, |version| libc.max(version));
    }
    let size: usize = data.files.values().map(|entry| entry.size().div_ceil(1024)).sum();
    let control = format!(
        "Package: terrace\nVersion: {}\nArchitecture: {architecture}\n\
         Maintainer: {MAINTAINER}\nSection: devel\nPriority: optional\n\
         Homepage: {HOMEPAGE}\nInstalled-Size: {size}\n\
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

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_mails() {
        assert_eq!(date(0), "Thu, 01 Jan 1970 00:00:00 +0000");
        assert_eq!(date(951_782_399), "Mon, 28 Feb 2000 23:59:59 +0000");
        assert_eq!(date(951_868_799), "Tue, 29 Feb 2000 23:59:59 +0000");
        assert_eq!(date(1_700_000_000), "Tue, 14 Nov 2023 22:13:20 +0000");
        assert_eq!(date(1_735_689_599), "Tue, 31 Dec 2024 23:59:59 +0000");
    }
}
