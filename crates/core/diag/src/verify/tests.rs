use super::*;

const BAD: &str = "'func.return' op has 0 operands, but enclosing function (@a) returns 1";

struct Run {
    sources: SourceMap,
    verifier: Verifier,
    out: Vec<u8>,
}

impl Run {
    fn new(level: Level, files: &[(&str, &str)]) -> Self {
        let mut sources = SourceMap::new();
        for (name, text) in files {
            sources.add(*name, text.to_string()).unwrap();
        }
        let mut out = Vec::new();
        let verifier = Verifier::new(level, &sources, FileLoader::buffers_only, &mut out);
        Run { sources, verifier, out }
    }

    fn emit(mut self, diagnostic: Diagnostic) -> Self {
        self.verifier.process(&self.sources, &diagnostic, &mut self.out);
        self
    }

    fn finish(mut self) -> (bool, String) {
        let ok = self.verifier.finish(&self.sources, &mut self.out);
        (ok, String::from_utf8(self.out).unwrap())
    }
}

#[test]
fn expectations_are_met() {
    let text = "\
// expected-error@+1 {{has 0 operands}}
one
// expected-error @below {{first}}
// expected-note-re@below {{has {{[0-9]+}} operands, but {{.*}} (@a)}}
two // expected-remark {{abc}}
two and a half
// expected-warning@above {{abv}}
// expected-error@-2 {{half}}
// expected-error@unknown {{nowhere}}
// expected-error@below {{dangling}}
";
    let at = |line| Location::file("f", line, 1);
    let (ok, out) = Run::new(Level::All, &[("f", text)])
        .emit(Diagnostic::error(at(2), BAD))
        .emit(Diagnostic::error(at(2), BAD))
        // The remark's own line is a designator, so that `below` skips it.
        .emit(Diagnostic::error(at(6), "the first").note_here(BAD))
        .emit(Diagnostic::remark(at(5), "abc"))
        .emit(Diagnostic::warning(at(6), "abv"))
        .emit(Diagnostic::error(at(6), "half"))
        .emit(Diagnostic::error(Location::name("n", Location::unknown()), "nowhere to go"))
        .emit(Diagnostic::error(at(11), "dangling"))
        .finish();
    assert_eq!((ok, out.as_str()), (true, ""));
}

#[test]
fn leftovers_and_surprises() {
    let text = "\
// expected-error {{nothing here}}
\t// expected-error@+4 {{tab \u{e9}}}
// expected-remark@above {{abv}} trailing
// expected-remark@above {{abv}} 
// expected-note @unknown {{unk}}
";
    let (ok, out) = Run::new(Level::All, &[("v1.mlir", text)])
        .emit(Diagnostic::error(Location::file("v1.mlir", 3, 4), "boo").note_here("see"))
        .emit(Diagnostic::warning(Location::name("nm", Location::unknown()), "w"))
        .finish();
    assert!(!ok);
    assert_eq!(
        out,
        "\
v1.mlir:3:4: error: unexpected error: boo
// expected-remark@above {{abv}} trailing
   ^
v1.mlir:3:4: error: unexpected note: see
// expected-remark@above {{abv}} trailing
   ^
<unknown>:0: error: loc(\"nm\"): unexpected warning: w
v1.mlir:1:4: error: expected error \"nothing here\" was not produced
// expected-error {{nothing here}}
   ^~~~~~~~~~~~
v1.mlir:2:5: error: expected error \"tab \u{e9}\" was not produced
        // expected-error@+4 {{tab \u{e9}}}
v1.mlir:4:4: error: expected remark \"abv\" was not produced
// expected-remark@above {{abv}} 
   ^~~
<unknown>:0: error: expected note \"unk\" was not produced
"
    );
}

#[test]
fn near_misses() {
    let text = "// expected-warning@+1 {{has 0 operands}}\nx\n";
    let diag = || Diagnostic::error(Location::file("v2.mlir", 2, 1), BAD);
    let (ok, out) = Run::new(Level::All, &[("v2.mlir", text)]).emit(diag()).finish();
    assert!(!ok);
    let leftover = "v2.mlir:1:4: error: expected warning \"has 0 operands\" was not produced\n\
                    // expected-warning@+1 {{has 0 operands}}\n   ^~~~~~~~~~~~~~\n";
    let near = "v2.mlir:1:4: error: 'error' diagnostic emitted when expecting a 'warning'\n\
                // expected-warning@+1 {{has 0 operands}}\n   ^\n";
    assert_eq!(out, format!("{near}{leftover}"));
    let (ok, out) = Run::new(Level::OnlyExpected, &[("v2.mlir", text)]).emit(diag()).finish();
    assert_eq!((ok, out), (false, leftover.to_owned()));
}

#[test]
fn malformed_expectations_fail_at_once() {
    let run = Run::new(
        Level::All,
        &[("v1.mlir", "// expected-error-re {{a {{b}}\n// expected-error-re {{a {{b{2,1}}} c}}\n")],
    );
    assert_eq!(
        String::from_utf8(run.out.clone()).unwrap(),
        "v1.mlir:1:4: error: found start of regex with no end '}}'\n// expected-error-re {{a {{b}}\n   ^~~~~\n\
         v1.mlir:2:4: error: invalid regex: invalid repetition count(s)\n\
         // expected-error-re {{a {{b{2,1}}} c}}\n   ^~~~~~~~~~~~~~\n"
    );
    assert!(!run.finish().0);
}

#[test]
fn unknown_leftovers_repeat() {
    let mut run =
        Run::new(Level::All, &[("f", "// expected-error@unknown {{u}}\n// expected-error {{x}}\n")]);
    assert!(!run.verifier.finish(&run.sources, &mut run.out));
    assert!(!run.verifier.finish(&run.sources, &mut run.out));
    let out = String::from_utf8(run.out).unwrap();
    assert_eq!(out.matches("\"u\" was not produced").count(), 2);
    assert_eq!(out.matches("\"x\" was not produced").count(), 1);
}

#[test]
fn many_expectations_take_linear_time() {
    let mut text = String::new();
    for _ in 0..20_000 {
        text.push_str("x // expected-error {{m}}\n");
    }
    let mut run = Run::new(Level::All, &[("f", &text)]);
    for line in 1..=20_000 {
        run = run.emit(Diagnostic::error(Location::file("f", line, 1), "m"));
    }
    assert!(run.finish().0);
}

#[test]
fn expectations_are_asked_one_by_one() {
    let text = "// expected-error@+1 {{has 0 operands}}\none\n// expected-note@-1 {{here}}\n// expected-error {{no}}\n";
    let mut run = Run::new(Level::All, &[("f", text)]);
    let at = |line| Location::file("f", line, 1);
    assert!(run.verifier.meets(&run.sources, &Diagnostic::error(at(2), BAD).note_here("here")));
    assert!(!run.verifier.meets(&run.sources, &Diagnostic::error(at(2), "another")));
    // A note may be expected where its diagnostic is not.
    assert!(!run.verifier.meets(&run.sources, &Diagnostic::warning(at(4), "no").note(at(2), "here")));
    let place = text.len() - "expected-error {{no}}\n".len();
    assert_eq!(run.verifier.unmet("f"), [(place, "expected error \"no\" was not produced".to_owned())]);
    assert_eq!(run.verifier.unmet("g"), []);
}
