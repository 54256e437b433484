//! The headers that programs include, written to a directory for a run.

use std::path::PathBuf;

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
