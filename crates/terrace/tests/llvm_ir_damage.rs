//! Damaged LLVM IR: truncations and random damages of several files are an error, or a module that verifies or does not; never
//! a panic. What verifies can be exported or is refused. `TERRACE_DAMAGES` is how many damages there are of each file; without
//! it, there are as many as a run of all tests has time for.

use std::sync::Arc;

use terrace_ir::verify::{VerifyOptions, verify};
use terrace_llvmir::{ImportOptions, export_imported, import};

const FILES: &[&str] = &["functions", "globals", "metadata"];

fn text(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/translate/Inputs/{name}.ll", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the file is there")
}

/// Imports a text, and exports what verifies; true if it was imported.
fn is_imported(text: &[u8]) -> bool {
    let cx = Arc::new(terrace_test_opt::setup().new_context());
    let imported = import(&cx, text, "damaged.ll", 0, ImportOptions::default());
    let Some(mut ir) = imported.ir else {
        assert!(!imported.diags.is_empty(), "nothing is said of {}", String::from_utf8_lossy(text));
        return false;
    };
    let root = ir.root().expect("there is a module");
    let handle = root.handle();
    if verify(root, VerifyOptions { parallel: false, recursive: true }).is_ok() {
        let _ = export_imported(&mut ir, handle);
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
        let is_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'%' | b'@' | b'!');
        let mut words: Vec<&[u8]> = text.chunk_by(|a, b| is_word(a) && is_word(b)).collect();
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
    for name in FILES {
        let text = text(name);
        for end in (0..text.len()).step_by(61) {
            is_imported(&text[..end]);
        }
    }
}

#[test]
fn damages_do_no_harm() {
    let count = std::env::var("TERRACE_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(120);
    for (seed, name) in FILES.iter().enumerate() {
        let (text, mut random) = (text(name), Random(0x9e37_79b9_7f4a_7c15 + seed as u64));
        for _ in 0..count {
            let damaged = random.damage(&text);
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
