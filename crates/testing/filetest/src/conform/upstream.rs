//! Upstream's test tree: its substitutions, features and directory settings.

use super::{NotCounted, Replaced};
use crate::lit::{Features, Suite, Tools};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The location of upstream's tests and the settings to run them.
#[derive(Clone, Debug)]
pub struct Upstream {
    /// The directory that holds `mlir/test`.
    pub tree: PathBuf,
    /// The directory for temporary files; removed after a run.
    pub work: PathBuf,
    /// Directories with further programs (`mlir-translate`, `llc`, ..); none means that tests needing them do not
    /// count.
    pub tool_dirs: Vec<PathBuf>,
    /// The time one test may take.
    pub timeout: Option<Duration>,
}

/// Programs that upstream builds or calls, by name.
const KNOWN_TOOLS: &[&str] = &[
    "mlir-opt",
    "mlir-translate",
    "mlir-runner",
    "mlir-transform-opt",
    "mlir-query",
    "mlir-reduce",
    "mlir-rewrite",
    "mlir-pdll",
    "mlir-tblgen",
    "mlir-cat",
    "mlir-lsp-server",
    "mlir-linalg-ods-yaml-gen",
    "tblgen-to-irdl",
    "transform-opt-ch2",
    "transform-opt-ch3",
    "transform-opt-ch4",
    "mlir-irdl-to-cpp",
    "toyc-ch1",
    "toyc-ch2",
    "toyc-ch3",
    "toyc-ch4",
    "toyc-ch5",
    "toyc-ch6",
    "toyc-ch7",
    "llc",
    "lli",
    "opt",
    "llvm-as",
    "llvm-dis",
    "llvm-ar",
    "llvm-bcanalyzer",
    "llvm-objcopy",
    "llvm-profdata",
    "llvm-mca",
    "yaml2obj",
    "clang",
    "lld",
];

/// The known tools that a command line names as a word.
pub fn tools_used(commands: &str) -> Vec<&'static str> {
    let named = |tool: &&&'static str| {
        commands.match_indices(**tool).any(|(at, _)| {
            let before = commands[..at].chars().next_back();
            let after = commands[at + tool.len()..].chars().next();
            !before.is_some_and(|c| c.is_alphanumeric() || "_.-^/\\<".contains(c))
                && !after.is_some_and(|c| c.is_alphanumeric() || "_.-".contains(c))
        })
    };
    KNOWN_TOOLS.iter().filter(named).copied().collect()
}

/// The directory whose settings hold for a test; empty for the tree's own.
pub(super) fn local_settings(test: &str) -> &'static str {
    const LOCAL: [&str; 4] = [
        "Integration/Dialect/SparseTensor/CPU",
        "Integration/Dialect/LLVMIR/CPU",
        "Integration/Dialect/Vector/CPU/X86Vector",
        "Integration",
    ];
    LOCAL
        .into_iter()
        .find(|dir| test.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/')))
        .unwrap_or("")
}

impl Upstream {
    /// The tree with the usual settings.
    pub fn new(tree: &Path, work: &Path) -> Self {
        let timeout = Some(Duration::from_secs(300));
        Self { tree: tree.to_path_buf(), work: work.to_path_buf(), tool_dirs: Vec::new(), timeout }
    }

    /// The directory of the tests.
    pub fn test_root(&self) -> PathBuf {
        self.tree.join("mlir/test")
    }

    fn find_program(&self, name: &str) -> Option<PathBuf> {
        self.tool_dirs.iter().map(|dir| dir.join(name)).find(|path| path.is_file())
    }

    /// The suite with the replaced tools.
    pub(super) fn suite(&self, replaced: &Replaced) -> std::io::Result<Suite> {
        let mut tools = Tools::builtin();
        for (name, tool) in replaced {
            tools.add_shared(name, tool.clone());
        }
        let mut suite = Suite {
            source_root: self.test_root(),
            exec_root: self.work.join("test"),
            tools,
            timeout: self.timeout,
            ..Suite::default()
        };
        let mlir = self.tree.join("mlir").display().to_string();
        let lib = self.libraries()?.display().to_string();
        let substitutions = &mut suite.substitutions;
        substitutions.add("%shlibext", ".so");
        substitutions.add("%llvm_src_root", &self.tree.join("llvm").display().to_string());
        substitutions.add("%mlir_src_root", &mlir);
        substitutions.add("%host_cxx", "c++");
        substitutions.add("%host_cc", "cc");
        for name in [
            "mlir_runner_utils",
            "mlir_c_runner_utils",
            "mlir_async_runtime",
            "mlir_float16_utils",
            "mlir_apfloat_wrappers",
        ] {
            substitutions.add_word(&format!("%{name}"), &format!("{lib}/lib{name}.so"));
        }
        substitutions.add_word("%mlir_lib_dir", &lib);
        substitutions.add_word("%mlir_src_dir", &mlir);
        substitutions.add_word("%PYTHON", "python3");
        substitutions.add("%python", "python3");
        suite.features = self.features(replaced);
        for name in ["HOME", "TMP", "TEMP", "TMPDIR"] {
            if let Ok(value) = std::env::var(name) {
                suite.env.insert(name.to_owned(), value);
            }
        }
        let mut path: Vec<String> = self.tool_dirs.iter().map(|dir| dir.display().to_string()).collect();
        path.extend(std::env::var("PATH"));
        suite.env.insert("PATH".to_owned(), path.join(":"));
        let checks = "-enable-var-scope --allow-unused-prefixes=false";
        suite.env.insert("FILECHECK_OPTS".to_owned(), checks.to_owned());
        Ok(suite)
    }

    fn features(&self, replaced: &Replaced) -> Features {
        let arch = std::env::consts::ARCH;
        let triple = format!("{arch}-unknown-linux-gnu");
        let native = match arch {
            "x86_64" => "x86",
            other => other,
        };
        let mut features: Features = ["noasserts", "shell", "system-linux"].map(str::to_owned).into();
        features.insert(format!("target={triple}"));
        features.insert(format!("host={triple}"));
        features.insert(format!("{native}-native-target"));
        if replaced.contains_key("mlir-runner") || self.find_program("mlir-runner").is_some() {
            features.insert("host-supports-jit".to_owned());
        }
        if self.find_program("llc").is_some() {
            features.insert("host-supports-nvptx".to_owned());
            features.insert("host-supports-amdgpu".to_owned());
        }
        features
    }

    /// A directory with the runtime libraries under their plain names.
    fn libraries(&self) -> std::io::Result<PathBuf> {
        let lib = self.work.join("lib");
        std::fs::create_dir_all(&lib)?;
        for dir in self.tool_dirs.iter().filter_map(|dir| dir.parent()) {
            for entry in std::fs::read_dir(dir.join("lib")).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let Some((stem, _)) = name.split_once(".so") else { continue };
                if !["libmlir_", "libMLIR", "libLLVM"].iter().any(|start| stem.starts_with(start)) {
                    continue;
                }
                // The libraries look for each other under both names.
                for leaf in [format!("{stem}.so"), name.clone()] {
                    let link = lib.join(leaf);
                    if !link.exists() {
                        std::os::unix::fs::symlink(entry.path(), link)?;
                    }
                }
            }
        }
        Ok(lib)
    }

    /// Returns the reason why a test does not count, as far as its commands determine it.
    pub(super) fn refusal(
        &self,
        suite: &Suite,
        test: &str,
        replaced: &Replaced,
    ) -> std::io::Result<Option<NotCounted>> {
        if test.starts_with("Integration/Dialect/Vector/CPU/X86Vector/") && !has_avx512() {
            return Ok(Some(NotCounted::Unsupported("the host lacks AVX-512".to_owned())));
        }
        let commands = match self.localize(suite, local_settings(test)).commands(test) {
            Ok(commands) => commands,
            // The run reports the error.
            Err(_) => return Ok(None),
        };
        let text: Vec<String> = commands.into_iter().map(|(_, command)| command).collect();
        let used = tools_used(&text.join("\n"));
        if !used.iter().any(|tool| replaced.contains_key(*tool)) {
            return Ok(Some(NotCounted::Unrelated));
        }
        let missing =
            used.iter().find(|tool| !replaced.contains_key(**tool) && self.find_program(tool).is_none());
        Ok(missing.map(|tool| NotCounted::NoTool((*tool).to_owned())))
    }

    /// The suite with the settings of a directory's `lit.local.cfg`.
    pub(super) fn localize(&self, suite: &Suite, settings: &str) -> Suite {
        let mut suite = suite.clone();
        if !settings.starts_with("Integration") {
            return suite;
        }
        let lib = self.work.join("lib").display().to_string();
        let list = &mut suite.substitutions;
        list.add("%mcr_aarch64_cmd", "mlir-runner");
        for name in ["mlir_runner_utils", "mlir_c_runner_utils", "mlir_arm_runner_utils"] {
            list.add(&format!("%native_{name}"), &format!("{lib}/lib{name}.so"));
        }
        list.add("%native_arm_sme_abi_shlib", &format!("{lib}/libmlir_arm_sme_abi_stubs.so"));
        list.add("%ENABLE_VLA", "false");
        list.add("%VLA_ARCH_ATTR_OPTIONS", "");
        list.add("%mlir_native_utils_lib_dir", &lib);
        list.add("%lli", "lli");
        suite
    }

    /// Removes the temporary files.
    pub(super) fn clean_up(&self) {
        let _ = std::fs::remove_dir_all(self.work.join("test"));
    }
}

fn has_avx512() -> bool {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags = info.lines().find(|line| line.starts_with("flags")).unwrap_or_default();
    ["avx512f", "avx512bw", "avx512vl", "avx512dq"]
        .iter()
        .all(|wanted| flags.split_whitespace().any(|f| f == *wanted))
}
