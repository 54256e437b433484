//! The chunks of files, with the flags of their RUN lines.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compare_corpus::MARKER;
use crate::compare_corpus::lists::{Known, flags, joined, name_of};

/// Larger chunks are left out.
const LARGEST: usize = 6000;

/// Passes that print, write files or change nothing, those that run others, and those of absent dialects.
const OTHER_PASSES: &[&str] = &[
    "print-",
    "view-op-graph",
    "transform-",
    "mlir-",
    "irdl",
    "composite",
    "test-lazy-loading",
    "test-print",
    "test-recursive-types",
    "test-foo-analysis",
    "test-shape-function-report",
    "test-operations-equality",
    "gpu",
    "nvgpu",
    "nvvm",
    "spirv",
    "async",
    "convert-gpu",
    "convert-spirv",
    "convert-to-spirv",
    "xe",
    "amdgpu",
    "rocdl",
    "openacc",
    "acc-",
    "omp",
    "emitc",
    "ripple",
];

/// Dialects that are absent here; chunks that name one are left out.
const ABSENT_DIALECTS: &[&str] = &[
    "acc",
    "amdgpu",
    "amx",
    "async",
    "emitc",
    "gpu",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "rocdl",
    "shard",
    "smt",
    "spirv",
    "vcix",
    "wasmssa",
    "x86vector",
    "x86",
    "xegpu",
    "xevm",
    "xllvm",
    "sparse_tensor",
];

/// A file's chunks, and a list of flags.
pub(super) struct Source {
    pub(super) file: PathBuf,
    pub(super) flags: Vec<String>,
    pub(super) chunks: Vec<String>,
}

/// The lists of flags of all files below paths, in the order of their names; those with `only` in the name or the flags.
pub(super) fn sources(
    paths: &[PathBuf],
    theirs: &Known,
    ours: &Known,
    only: &str,
) -> Result<Vec<Source>, Box<dyn Error>> {
    let mut files = Vec::new();
    for path in paths {
        collect(&fs::canonicalize(path)?, &mut files)?;
    }
    let mut all = Vec::new();
    for file in files {
        // Binary files have no chunks.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let chunks: Vec<String> = chunks(&text);
        let directory = file.parent().map_or_else(String::new, |parent| parent.display().to_string());
        let mut seen: Vec<Vec<String>> = Vec::new();
        let lines = joined(text.lines().filter_map(|line| line.split_once("RUN:").map(|(_, line)| line)));
        for line in lines {
            let line = line.replace("%S", &directory).replace("%p", &directory);
            let Some(list) = flags(&line, "%s") else { continue };
            let mut list = ours.keep(theirs.keep(list));
            list.retain(|flag| is_compared(flag));
            let is_named = file.display().to_string().contains(only) || list.join(" ").contains(only);
            if !seen.contains(&list) && is_named && !chunks.is_empty() {
                seen.push(list.clone());
                all.push(Source { file: file.clone(), flags: list, chunks: chunks.clone() });
            }
        }
    }
    Ok(all)
}

/// Whether a flag is a pass, or of what is printed. Others are about files, reports and the process.
fn is_compared(flag: &str) -> bool {
    let name = name_of(flag);
    let others =
        ["split-input-file", "verify-diagnostics", "o", "emit-bytecode", "mlir-disable-threading", "stats"];
    let groups = [
        "mlir-print-ir",
        "mlir-timing",
        "debug",
        "mlir-pass-",
        "profile-",
        "log-",
        "irdl",
        "remark",
        "elide-",
    ];
    !others.contains(&name) && !groups.iter().any(|start| name.starts_with(start))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| collect(entry, files));
    }
    if path.extension().is_some_and(|extension| extension == "mlir") {
        files.push(path.to_path_buf());
    }
    Ok(())
}

/// The chunks of a text, without comments.
fn chunks(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    for line in text.lines() {
        let start = line.trim_start();
        if line.trim_end() == MARKER {
            chunks.push(String::new());
        } else if let Some(chunk) = chunks.last_mut()
            && !start.starts_with("//")
            && !start.is_empty()
        {
            chunk.push_str(line);
            chunk.push('\n');
        }
    }
    chunks.retain(|chunk| !chunk.is_empty() && chunk.len() <= LARGEST && !names_absent_dialect(chunk));
    chunks
}

fn names_absent_dialect(chunk: &str) -> bool {
    chunk
        .split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '_'))
        .any(|word| word.split_once('.').is_some_and(|(dialect, _)| ABSENT_DIALECTS.contains(&dialect)))
        || ABSENT_DIALECTS.iter().any(|dialect| chunk.contains(&format!("#{dialect}<")))
}

/// The passes of mlir-opt that both programs have, those with `only` in their names.
pub(super) fn passes(program: &str, ours: &Known, only: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let out = Command::new(program).arg("--help").output()?;
    let mut passes: Vec<String> = Vec::new();
    for line in String::from_utf8_lossy(&out.stdout).lines() {
        let Some(flag) = line.strip_prefix("      --") else { continue };
        let end = flag.find(|c: char| c != '-' && c != '_' && !c.is_alphanumeric()).unwrap_or(flag.len());
        let name = &flag[..end];
        let is_other = OTHER_PASSES.iter().any(|start| name.starts_with(start));
        if ours.has(name) && !is_other && name.contains(only) {
            passes.push(name.to_owned());
        }
    }
    passes.sort();
    passes.dedup();
    Ok(passes)
}
