//! The headers that programs include, written to a directory for a run.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use crate::process::Scratch;

/// The headers: their names and texts.
const HEADERS: [(&str, &str); 6] = [
    ("ripple.h", include_str!("../../ripple/include/ripple.h")),
    ("ripple_math.h", include_str!("../../ripple/include/ripple_math.h")),
    ("ripple_sme_veclib.h", include_str!("../../ripple/include/ripple_sme_veclib.h")),
    ("ripple/thread.h", include_str!("../../ripple/include/ripple/thread.h")),
    ("ripple/ripple_thd_qurt.h", include_str!("../../ripple/include/ripple/ripple_thd_qurt.h")),
    ("ripple/zip.h", include_str!("../../ripple/include/ripple/zip.h")),
];

/// The name of the headers' directory in preprocessed text and in debug information, the same in every run.
pub const SHOWN: &str = "<terrace>";

/// Writes the headers; returns the directory to search.
///
/// # Errors
///
/// If the system does not let it.
pub fn write(scratch: &Scratch) -> Result<PathBuf, String> {
    let root = scratch.file("include");
    let dir = root.join("ripple");
    std::fs::create_dir_all(&dir).map_err(|error| format!("cannot make '{}': {error}", dir.display()))?;
    for (name, text) in HEADERS {
        scratch.write(&format!("include/{name}"), text)?;
    }
    Ok(root)
}

/// Returns a directory with the headers that stays, for language servers and other tools that only read a program: the
/// `include/terrace` of the installation, or else one in the user's cache, which is written where it is not there.
///
/// # Errors
///
/// If there is neither: the message is one sentence.
pub fn kept() -> Result<PathBuf, String> {
    if let Some(dir) = installed() {
        return Ok(dir);
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME")
        .or_else(|| Some(set("HOME").or_else(|| set("USERPROFILE"))?.join(".cache")))
        .ok_or("there is no directory for the headers: neither XDG_CACHE_HOME nor HOME is set")?;
    let mut hash = FxHasher::default();
    HEADERS.hash(&mut hash);
    let dir = cache.join("terrace").join(format!("include-{:016x}", hash.finish()));
    for (name, text) in HEADERS {
        put(&dir.join(name), text)
            .map_err(|error| format!("cannot write the headers to '{}': {error}", dir.display()))?;
    }
    Ok(dir)
}

/// The headers beside the program, where they are those of this version.
fn installed() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    let dir = program.parent()?.parent()?.join("include/terrace");
    HEADERS
        .iter()
        .all(|(name, text)| std::fs::read_to_string(dir.join(name)).is_ok_and(|found| found == *text))
        .then_some(dir)
}

/// Writes a file that has another text or is absent. Who reads it at the same time sees all of it or nothing.
fn put(path: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    let unfinished = path.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&unfinished, text)?;
    std::fs::rename(&unfinished, path)
}
