//! The programs that are commands by their names, and the pages of these commands.

use terrace_opt::page::{Also, Page};

/// The page of `terrace opt`; the list of its flags is that of its own help.
pub(crate) const OPT: Page = Page {
    also: Also::Opt,
    examples: &["examples/stencil.mlir --one-shot-bufferize=bufferize-function-boundaries"],
    ..Page::new(
        "opt",
        "Reads, verifies, transforms and prints IR; takes the arguments of mlir-opt",
        &["[options] <input file>"],
    )
};

/// The page of `terrace translate`.
pub(crate) const TRANSLATE: Page = Page {
    also: Also::Translate,
    examples: &["--mlir-to-llvmir lowered.mlir"],
    ..Page::new(
        "translate",
        "Writes and reads LLVM IR; takes the arguments of mlir-translate",
        &["[options] <input file>"],
    )
};

/// The commands whose name alone, as that of a link, suffices: build systems want one word for a compiler.
const ALONE: [&str; 2] = ["ripple-cc", "ripple-c++"];

/// Returns the command that a program is in place of: `opt` for `terrace-opt`, and for a tool's name with `-opt`;
/// `ripple-cc` for that name, too.
pub(crate) fn stand_in<'a>(argv0: &'a str, tool: &str) -> Option<&'a str> {
    let name = program(argv0);
    if ALONE.contains(&name) {
        return Some(name);
    }
    [tool, "terrace"].iter().find_map(|tool| name.strip_prefix(tool)?.strip_prefix('-'))
}

fn program(argv0: &str) -> &str {
    let name = argv0.rsplit(['/', '\\']).next().unwrap_or(argv0);
    name.strip_suffix(".exe").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::stand_in;

    #[test]
    fn the_name_decides() {
        assert_eq!(stand_in("/usr/bin/terrace-opt", "terrace"), Some("opt"));
        assert_eq!(stand_in("terrace-translate.exe", "terrace"), Some("translate"));
        assert_eq!(stand_in("bin/my-tool-opt", "my-tool"), Some("opt"));
        assert_eq!(stand_in("bin/ripple-cc", "terrace"), Some("ripple-cc"));
        assert_eq!(stand_in("ripple-c++.exe", "my-tool"), Some("ripple-c++"));
        assert_eq!(stand_in("a/terrace", "terrace"), None);
    }
}
