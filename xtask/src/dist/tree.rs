//! The files of an installation, by their paths below its prefix.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use super::{PROGRAMS, Release, licenses};
use crate::package::root;

/// A file or a link.
#[derive(Clone)]
pub(super) enum Entry {
    File { contents: Vec<u8>, program: bool },
    Link(String),
}

impl Entry {
    /// The bytes of a file.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::File { contents, .. } => contents.len(),
            Self::Link(_) => 0,
        }
    }
}

/// Files by their paths, which have `/` on every system.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, Entry>,
}

impl Tree {
    pub(super) fn add(&mut self, path: &str, contents: Vec<u8>) {
        self.files.insert(path.to_owned(), Entry::File { contents, program: false });
    }

    pub(super) fn add_program(&mut self, path: &str, contents: Vec<u8>) {
        self.files.insert(path.to_owned(), Entry::File { contents, program: true });
    }

    /// Adds the files of the repository below `from`, of all depths, as files below `to`.
    fn add_dir(&mut self, from: &str, to: &str) -> Result<(), Box<dyn Error>> {
        let dir = root().join(from);
        let entries = std::fs::read_dir(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let (from, to) = (format!("{from}/{name}"), format!("{to}/{name}"));
            if entry.path().is_dir() {
                self.add_dir(&from, &to)?;
            } else {
                self.add_file(&from, &to)?;
            }
        }
        Ok(())
    }

    fn add_file(&mut self, from: &str, to: &str) -> Result<(), Box<dyn Error>> {
        let path = root().join(from);
        let contents = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        // Scripts start with the name of what runs them.
        let program = contents.starts_with(b"#!");
        self.files.insert(to.to_owned(), Entry::File { contents, program });
        Ok(())
    }
}

/// Collects all files of a release.
pub(super) fn collect(release: &Release) -> Result<Tree, Box<dyn Error>> {
    let mut tree = Tree::default();
    let windows = release.target.contains("windows");
    for program in PROGRAMS {
        let file = release.file(program);
        let path = release.binaries.join(&file);
        let contents = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        tree.add_program(&format!("bin/{file}"), contents);
    }
    if !windows {
        // The programs are one, which acts by the name it is called by.
        for program in ["terrace-opt", "terrace-translate", "terrace-ripple-cc", "terrace-ripple-c++"] {
            tree.files.insert(format!("bin/{program}"), Entry::Link("terrace".to_owned()));
        }
    }
    tree.add_dir("crates/tools/commands/ripple/include", "include/terrace")?;
    tree.add_dir("cmake", "lib/cmake/Terrace")?;
    tree.add_dir("bazel", "share/terrace/bazel")?;
    for name in ["README.md", "CHANGELOG.md", "LICENSE"] {
        tree.add_file(name, &format!("share/doc/terrace/{name}"))?;
    }
    tree.add("share/doc/terrace/THIRD-PARTY-LICENSES.txt", licenses::text_for(&release.target)?.into_bytes());
    // What README leads to, and what its commands read.
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        tree.add_file(name, &format!("share/doc/terrace/{name}"))?;
    }
    tree.add_dir("docs", "share/doc/terrace/docs")?;
    for file in ["calls", "convolution", "fc_relu", "hello", "softmax", "stencil", "unstructured", "update"] {
        tree.add_file(&format!("examples/{file}.mlir"), &format!("share/doc/terrace/examples/{file}.mlir"))?;
    }
    for folder in ["c", "memref", "ripple", "transform"] {
        tree.add_dir(&format!("examples/{folder}"), &format!("share/doc/terrace/examples/{folder}"))?;
    }
    tree.add_dir("examples/in-other-builds/cmake", "share/doc/terrace/examples/cmake")?;
    generated(release, &mut tree)?;
    Ok(tree)
}

/// The manual page of terrace-filetest: its help, as it is.
fn filetest_manual(help: &str) -> String {
    let text = help.replace('\\', "\\e").replace('-', "\\-");
    let lines: Vec<String> = text
        .lines()
        .map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() })
        .collect();
    format!(
        ".TH \"TERRACE\\-FILETEST\" \"1\" \"\" \"Terrace\" \"\"\n.SH NAME\nterrace\\-filetest \\- runs tests in the language of lit and \
         FileCheck\n.SH SYNOPSIS\n.nf\n{}\n.fi\n",
        lines.join("\n")
    )
}

/// Adds what the program writes of itself: completions and manual pages.
fn generated(release: &Release, tree: &mut Tree) -> Result<(), Box<dyn Error>> {
    let terrace = std::path::absolute(release.binaries.join(release.file("terrace")))?;
    let output = |args: &[&str]| -> Result<Vec<u8>, Box<dyn Error>> {
        let output = Command::new(&terrace).args(args).output()?;
        if !output.status.success() {
            return Err(format!("terrace {} fails", args.join(" ")).into());
        }
        Ok(output.stdout)
    };
    for (shell, path) in [
        ("bash", "share/bash-completion/completions/terrace"),
        ("zsh", "share/zsh/site-functions/_terrace"),
        ("fish", "share/fish/vendor_completions.d/terrace.fish"),
        ("powershell", "share/terrace/terrace.ps1"),
    ] {
        tree.add(path, output(&["completion", shell])?);
    }
    // These shells look for a file of the name of a program.
    for program in ["terrace-opt", "terrace-translate"] {
        let link = |to: &str| Entry::Link(to.to_owned());
        tree.files.insert(format!("share/bash-completion/completions/{program}"), link("terrace"));
        tree.files.insert(format!("share/fish/vendor_completions.d/{program}.fish"), link("terrace.fish"));
    }
    let help = release.binaries.join(release.file("terrace-filetest"));
    let help = Command::new(std::path::absolute(help)?).arg("--help").output()?;
    tree.add(
        "share/man/man1/terrace-filetest.1",
        filetest_manual(&String::from_utf8_lossy(&help.stdout)).into_bytes(),
    );
    let dir = std::env::temp_dir().join(format!("terrace-man-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    output(&["man", "--dir", &dir.display().to_string()])?;
    let added = add_pages(&dir, tree);
    std::fs::remove_dir_all(&dir)?;
    added
}

fn add_pages(dir: &Path, tree: &mut Tree) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let section = name.rsplit('.').next().unwrap_or("1").to_owned();
        tree.add(&format!("share/man/man{section}/{name}"), std::fs::read(entry.path())?);
    }
    Ok(())
}
