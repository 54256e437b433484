//! The pages of `terrace help` about all that users get.

use std::path::Path;

use terrace::tools::commands::pages;
use terrace::tools::completion::candidates::{Tool, candidates};
use terrace::tools::help::{ABSENT, op_examples, pass_examples, run_pass, topic};
use terrace::tools::{Io, described, setup, translate};
use terrace_pass::options::OptionKind;

#[test]
fn every_pass_dialect_and_op_has_a_page() {
    let setup = setup();
    let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
    let ops = setup.ops().map(|op| op.name);
    let names = passes.chain(ops).chain(setup.dialects.iter().map(|dialect| dialect.name));
    for name in names {
        let page = topic(name, &setup).expect(name);
        let title = page.lines().next().unwrap_or_default();
        assert!(title.trim_start_matches('-').starts_with(name) && title.len() > name.len() + 4, "{title}");
    }
}

#[test]
fn every_op_has_its_syntax_and_an_example_that_reads_back() {
    let setup = setup();
    let mut without: Vec<&str> = Vec::new();
    let mut count = 0;
    for op in setup.ops() {
        assert!(op.asm.is_none() || op.syntax.is_some(), "{}: a hand-written format without syntax", op.name);
        let Some((_, text)) = op_examples().find(|(name, _)| *name == op.name) else {
            without.push(op.name);
            continue;
        };
        count += 1;
        let context = terrace::context_of(&setup);
        let ir =
            terrace::parse(&context, text).unwrap_or_else(|errors| panic!("{}: {errors}\n{text}", op.name));
        let root = ir.root().expect("a module");
        let ops = std::iter::once(root).chain(root.nested_ops());
        assert!(ops.into_iter().any(|each| each.name_text() == op.name), "{} is not in\n{text}", op.name);
        let printed = terrace::print(&ir);
        let again = terrace::parse(&context, &printed).unwrap_or_else(|errors| panic!("{errors}\n{printed}"));
        assert_eq!(terrace::print(&again), printed, "{}", op.name);
    }
    // Its objects have a target, which is an attribute of a dialect that is absent.
    assert_eq!(without, ["gpu.binary"], "`cargo xtask op-examples` adds what is missing");
    // As many as the dialects of users have ops: none is left out.
    assert_eq!(count, op_examples().count(), "examples of ops that do not exist");
}

#[test]
fn pages_of_ops_show_syntax_interfaces_and_an_example() {
    let page = topic("scf.for", &setup()).expect("the op is known");
    for shown in [
        "`=` $lowerBound `to` $upperBound",
        "Interfaces: BufferizableOp, ",
        "\nExample:\n  func.func @",
        "  scf.for %",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    assert!(topic("llvm.intr.abs", &setup()).expect("the op is known").contains("\"llvm.intr.abs\"(..)"));
}

/// The words of a page on one line.
fn unwrapped(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn pages_of_passes_list_the_choices_of_options() {
    let setup = setup();
    let mut count = 0;
    for pass in setup.registry.passes() {
        let page = unwrapped(&topic(pass.name, &setup).expect("the pass is known"));
        for option in pass.options {
            let OptionKind::Choice(names) = option.kind else { continue };
            count += 1;
            let names: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
            let choices = format!("(one of {}", names.join(", "));
            assert!(page.contains(&choices), "{}: {}: {choices}\n{page}", pass.name, option.name);
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn options_have_types_defaults_and_choices() {
    let page = unwrapped(&topic("canonicalize", &setup()).expect("the op is known"));
    for shown in [
        "region-simplify=<name>",
        "(one of disabled, normal, aggressive; default normal)",
        "top-down[=<bool>]",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
}

#[test]
fn unknown_names_get_the_nearest() {
    let refused = |name| topic(name, &setup()).expect_err(name);
    assert!(refused("arith.adi").ends_with("did you mean 'arith.addi'?"));
    assert!(refused("canonicalise").ends_with("did you mean 'canonicalize'?"));
    assert!(refused("convert-gpu-to-spirv").contains("is in mlir-opt 22"));
}

/// The whole words that complete the last of these words.
fn completed(program: &str, words: &[&str]) -> Vec<String> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let setup = setup();
    let tool = Tool { setup: &setup, pages: &pages(&setup), cwd: Path::new(env!("CARGO_MANIFEST_DIR")) };
    let found = candidates(program, &words, &tool);
    found.into_iter().map(|candidate| candidate.text).collect()
}

#[test]
fn every_command_flag_and_pass_is_completed() {
    let setup = setup();
    for page in pages(&setup) {
        assert!(completed("terrace", &[page.name]).iter().any(|word| word == page.name), "{}", page.name);
        assert!(completed("terrace", &["help", page.name]).iter().any(|word| word == page.name));
        for flag in page.flags() {
            let words = completed("terrace", &[page.name, flag.name]);
            assert!(words.iter().any(|word| word.trim_end_matches('=') == flag.name), "{words:?}");
            let Some(choices) = flag.choices() else { continue };
            let joined = format!("{}=", flag.name);
            let whole: Vec<String> = choices.iter().map(|choice| format!("{joined}{choice}")).collect();
            assert_eq!(completed("terrace", &[page.name, &joined]), whole);
            if flag.requires_value() {
                assert_eq!(completed("terrace", &[page.name, flag.name, ""]), choices);
            }
        }
    }
    let passes = setup.registry.passes().into_iter().map(|pass| (pass.name, pass.options));
    let pipelines = setup.registry.pipelines().into_iter().map(|pipeline| (pipeline.name, pipeline.options));
    for (name, options) in passes.chain(pipelines) {
        let dashed = format!("--{name}");
        for before in [&["opt"][..], &["run", "x.mlir"], &["reduce", "x.mlir", "--"]] {
            assert!(
                completed("terrace", &[before, &[&dashed]].concat()).contains(&dashed),
                "{before:?} {dashed}"
            );
        }
        let nested = format!("--pass-pipeline=builtin.module(cse,{name}");
        assert!(completed("terrace-opt", &[&nested]).contains(&nested), "{nested}");
        for option in options {
            for text in [format!("{dashed}=x=1 {}", option.name), format!("{nested}{{{}", option.name)] {
                let words = completed("terrace", &["opt", &text]);
                assert!(words.iter().any(|word| word.trim_end_matches('=') == text), "{text}: {words:?}");
            }
        }
    }
    for option in described(false).iter().filter(|option| !option.hidden && !option.choices.is_empty()) {
        let words = completed("terrace-opt", &[&format!("{}=", option.name)]);
        assert_eq!(words.len(), option.choices.len(), "{words:?}");
    }
}

#[test]
fn files_and_nested_values_are_completed() {
    assert_eq!(completed("terrace", &["run", "src/to"]), ["src/tools.rs"]);
    assert_eq!(completed("terrace", &["opt", "--ir-html=src/to"]), ["--ir-html=src/tools.rs"]);
    assert_eq!(completed("terrace", &["opt", "-o", "sr"]), ["src/"]);
    assert_eq!(completed("terrace", &["help", "arith.addu"]), ["arith.addui_extended"]);
    let heuristic = "--one-shot-bufferize=allow-unknown-ops analysis-heuristic=bottom-up-";
    assert_eq!(completed("terrace-opt", &[heuristic]), [format!("{heuristic}from-terminators")]);
    assert_eq!(completed("terrace", &["explain", "--options", "allow-unk"]), ["allow-unknown-ops"]);
    assert_eq!(completed("terrace-opt", &["-canonicalize=top-down=f"]), ["-canonicalize=top-down=false"]);
    assert_eq!(completed("terrace-translate", &["--import-ll"]), ["--import-llvm"]);
    assert!(completed("terrace", &["run", "--entry", ""]).is_empty());
}

/// Passes that leave the text of a program as it is: they print, check, change locations alone, or have nothing to do.
const WITHOUT_EXAMPLE: [&str; 11] = [
    "ensure-debug-info-scope-on-llvm-func",
    "print-ir",
    "print-op-stats",
    "snapshot-op-locations",
    "strip-debuginfo",
    "tosa-make-broadcastable",
    "tosa-validate",
    "transform-dialect-check-uses",
    "transform-preload-library",
    "verify-deallocation",
    "view-op-graph",
];

#[test]
fn every_pass_has_an_example_that_it_changes() {
    let setup = setup();
    let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
    let pipelines = setup.registry.pipelines().into_iter().map(|pipeline| pipeline.name);
    let names: Vec<&str> = passes.chain(pipelines).collect();
    for name in names.iter().copied().filter(|name| !WITHOUT_EXAMPLE.contains(name)) {
        let (_, flag, text) = pass_examples()
            .find(|(each, ..)| *each == name)
            .unwrap_or_else(|| panic!("{name}: crates/tools/commands/src/pass_examples.mlir has no input"));
        assert!(flag.contains(name), "{name}: {flag}");
        let before = run_pass("--keep-names", text, &setup).unwrap_or_else(|| panic!("{name}: {text}"));
        let after = run_pass(flag, text, &setup).unwrap_or_else(|| panic!("{flag}: {text}"));
        assert_ne!(before, after, "{flag}");
        let page = topic(name, &setup).expect(name);
        assert!(page.contains("\nExample: terrace opt --") && page.contains("\nbecomes\n"), "{page}");
    }
    let unknown: Vec<&str> =
        pass_examples().map(|(name, ..)| name).filter(|name| !names.contains(name)).collect();
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn dialects_of_mlir_that_are_absent_have_a_page_which_holds() {
    let setup = setup();
    for (name, doc) in ABSENT {
        assert!(setup.dialects.iter().all(|dialect| dialect.name != name), "{name} is implemented");
        let page = topic(name, &setup).expect(name);
        assert!(page.starts_with(&format!("{name}: {doc}")), "{page}");
        let text = format!("%0 = \"{name}.op\"() {{a = #{name}.attr<1>}} : () -> !{name}.type<2>\n");
        let read = run_pass("--allow-unregistered-dialect", &text, &setup).expect(name);
        assert_eq!(read, text);
        let refused = topic(&format!("{name}.op"), &setup).expect_err(name);
        assert!(refused.ends_with(&format!("is not implemented here: terrace help {name}")), "{refused}");
    }
}

#[test]
fn interfaces_and_traits_list_their_ops() {
    for (name, op) in
        [("LoopLikeOpInterface", "scf.for"), ("LoopLike", "affine.for"), ("ConstantLike", "arith.constant")]
    {
        let page = topic(name, &setup()).expect(name);
        assert!(page.contains(op), "{name}: {page}");
    }
}

#[test]
fn no_line_of_any_page_is_longer_than_120_columns() {
    let setup = setup();
    let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
    let pipelines = setup.registry.pipelines().into_iter().map(|pipeline| pipeline.name);
    let dialects = setup.dialects.iter().map(|dialect| dialect.name).chain(ABSENT.map(|(name, _)| name));
    let topics = passes.chain(pipelines).chain(dialects).chain(setup.ops().map(|op| op.name));
    let mut texts: Vec<(String, String)> =
        topics.map(|name| (name.to_owned(), topic(name, &setup).expect(name))).collect();
    texts.extend(pages(&setup).iter().map(|page| (format!("{} --help", page.name), setup.page(page))));
    for flag in ["--help", "--help-hidden"] {
        texts.push((format!("opt {flag}"), run_pass(flag, "", &setup).expect("help")));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut input = &b""[..];
        let io = Io::unattended(&mut input, &mut out, &mut err);
        assert_eq!(translate::translate("terrace translate", &[flag.to_owned()], io, &setup), 0);
        texts.push((format!("translate {flag}"), String::from_utf8(out).expect("text")));
    }
    let long: Vec<String> = texts
        .iter()
        .flat_map(|(name, text)| text.lines().map(move |line| (name, line)))
        .filter(|(_, line)| line.chars().count() > 120)
        .map(|(name, line)| format!("{name}: {line}"))
        .collect();
    assert!(long.is_empty(), "{}\n{}", long.len(), long[..long.len().min(20)].join("\n"));
}
