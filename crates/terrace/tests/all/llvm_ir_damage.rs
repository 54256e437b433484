//! Damaged LLVM IR: truncations, lost words and random damages of files are an error with a place, or a module that verifies or
//! does not; never a panic. What verifies can be exported or is refused. `TERRACE_DAMAGES` is how many damages of each kind there
//! are of each file; without it, there are as many as a run of all tests has time for. `TERRACE_LLVM_IR` names a directory whose
//! `.ll` files are damaged too.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrace_asm::ParseOptions;
use terrace_bytecode::read_source;
use terrace_diag::SourceMap;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Loc};
use terrace_llvmir::{ImportOptions, export, export_imported, import};

const FILES: &[&str] =
    &["functions", "globals", "metadata", "kept", "predecessors", "unreachable", "unordered-records"];

/// The directories with modules that can be exported.
const MODULES: &[&str] = &["translate", "dialects/llvm"];

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

fn text(name: &str) -> Vec<u8> {
    std::fs::read(tests().join(format!("translate/Inputs/{name}.ll"))).expect("the file is there")
}

fn files_of(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the directory is there");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// The texts that are damaged, with their names: the inputs of file tests, and what is exported of their modules.
fn texts() -> Vec<(String, Vec<u8>)> {
    let mut texts: Vec<(String, Vec<u8>)> = FILES.iter().map(|&name| (name.to_owned(), text(name))).collect();
    for file in MODULES.iter().flat_map(|directory| files_of(&tests().join(directory), "mlir")) {
        let source = std::fs::read_to_string(&file).expect("a text");
        for (number, part) in source.split("// -----").enumerate() {
            texts.extend(exported(part).map(|text| (format!("{}#{number}", file.display()), text)));
        }
    }
    if let Some(directory) = std::env::var_os("TERRACE_LLVM_IR") {
        for file in files_of(Path::new(&directory), "ll") {
            texts.push((file.display().to_string(), std::fs::read(&file).expect("a file")));
        }
    }
    texts
}

/// A module in the syntax of MLIR as LLVM IR; `None` if it is not valid or has no such form.
fn exported(module: &str) -> Option<Vec<u8>> {
    let mut sources = SourceMap::new();
    let buffer = sources.add("module", module.as_bytes().to_vec()).expect("the file is small");
    let cx = context();
    let ir = read_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default()).ir?;
    let root = ir.root()?;
    let handle = root.handle();
    verify(root, VerifyOptions::default().parallel(false)).ok()?;
    export(&ir, handle).ok().map(String::into_bytes).filter(|text| text.len() > 100)
}

/// A context that serves for some files, since loading dialects takes longer than reading one.
#[derive(Default)]
struct Contexts {
    uses: usize,
    context: Option<Arc<Context>>,
}

thread_local! {
    static CONTEXTS: RefCell<Contexts> = RefCell::default();
}

fn context() -> Arc<Context> {
    CONTEXTS.with_borrow_mut(|contexts| {
        contexts.uses += 1;
        if contexts.uses % 200 == 0 {
            contexts.context = None;
        }
        let new = || Arc::new(terrace_test_opt::setup().new_context());
        Arc::clone(contexts.context.get_or_insert_with(new))
    })
}

/// Returns the number of damaged copies of each file and kind.
fn damages(default: usize) -> usize {
    std::env::var("TERRACE_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

/// The words of a text, and what stands between them.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'%' | b'@' | b'!');
    text.chunk_by(|a, b| is_word(a) && is_word(b) || a == b && *a == b' ').collect()
}

/// `count` numbers below `limit`, or all of them, at the same distance from each other.
fn spread(limit: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..limit).step_by((limit / count.max(1)).max(1))
}

/// Imports a text, and exports what verifies; true if it was imported.
fn is_imported(text: &[u8]) -> bool {
    let cx = context();
    let imported = import(&cx, text, "damaged.ll", 0, ImportOptions::default());
    let Some(ir) = imported.ir else {
        assert!(!imported.diags.is_empty(), "nothing is said of {}", String::from_utf8_lossy(text));
        for diag in &imported.diags {
            assert_ne!(diag.loc, Loc::UNKNOWN, "{}: {}", diag.message, String::from_utf8_lossy(text));
        }
        return false;
    };
    let root = ir.root().expect("there is a module");
    let handle = root.handle();
    if verify(root, VerifyOptions::default().parallel(false)).is_ok() {
        let _ = export_imported(&ir, handle);
    }
    true
}

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// The words and the blanks of a text, with a few of them changed.
    fn damage(&mut self, text: &[u8]) -> Vec<u8> {
        let mut words = words(text);
        for _ in 0..=self.below(3) {
            let (at, other) = (self.below(words.len()), self.below(words.len()));
            match self.below(4) {
                0 => words[at] = words[other],
                1 => drop(words.remove(at)),
                2 => words.insert(at, words[other]),
                _ => words.swap(at, other),
            }
        }
        words.concat()
    }
}

#[test]
fn whole_files_are_imported() {
    for name in FILES {
        assert!(is_imported(&text(name)), "{name}");
    }
}

#[test]
fn truncations_do_no_harm() {
    let texts = texts();
    assert!(texts.len() >= 20, "{} texts", texts.len());
    for (_, text) in texts {
        for end in spread(text.len(), damages(60)) {
            is_imported(&text[..end]);
        }
    }
}

#[test]
fn lost_words_do_no_harm() {
    for (_, text) in texts() {
        let words = words(&text);
        for lost in spread(words.len(), damages(60)) {
            is_imported(&[words[..lost].concat(), words[lost + 1..].concat()].concat());
        }
    }
}

#[test]
fn damages_do_no_harm() {
    for (seed, (_, text)) in texts().iter().enumerate() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 + seed as u64);
        for _ in 0..damages(60) {
            let damaged = random.damage(text);
            is_imported(&damaged);
        }
    }
}

#[test]
fn what_is_nested_deeply_is_refused() {
    for open in ["[1 x ", "{ ", "< 2 x "] {
        let text = format!("@g = external global {}", open.repeat(100_000));
        assert!(!is_imported(text.as_bytes()));
    }
    let text = format!("!0 = {}", "!{".repeat(100_000));
    assert!(!is_imported(text.as_bytes()));
}

#[test]
fn bitcode_is_told_from_text() {
    let cx = Arc::new(terrace_test_opt::setup().new_context());
    let imported = import(&cx, b"BC\xC0\xDE5\x14\0\0", "damaged.bc", 0, ImportOptions::default());
    assert!(imported.ir.is_none());
    assert_eq!(imported.diags[0].message, "the file is LLVM bitcode, of which llvm-dis makes LLVM IR");
}

#[test]
fn debug_information_may_be_nested_deeply() {
    let mut text = String::from("define void @f() !dbg !1 {\n  ret void, !dbg !3\n}\n");
    text += "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2)\n";
    text += "!1 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, unit: !0)\n";
    text += "!2 = !DIFile(filename: \"f.c\", directory: \"/\")\n!3 = !DILocation(line: 1, scope: !20000)\n";
    text += "!4 = distinct !DILexicalBlock(scope: !1, file: !2, line: 1)\n";
    for number in 5..=20_000 {
        text += &format!(
            "!{number} = distinct !DILexicalBlock(scope: !{}, file: !2, line: {number})\n",
            number - 1
        );
    }
    assert!(is_imported(text.as_bytes()));
}
