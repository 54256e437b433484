//! The text of a pass pipeline: `builtin.module(func.func(a,b{x=1}))`.
//!
//! Errors are mlir-opt's, with its positions: they count from the first parenthesis.

use std::ops::Range;

use terrace_diag::upstream::print_message;
use terrace_diag::{Severity, SourceMap};

/// One name in a pipeline, in order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The range of the name in the text inside the outermost parentheses.
    pub name: Range<usize>,
    /// The range of the text between its braces, if it has braces.
    pub options: Option<Range<usize>>,
    /// The nesting depth of parentheses, the outermost not counted.
    pub depth: usize,
    /// Whether it holds a pipeline, which makes it the name of an op.
    pub has_pipeline: bool,
}

/// A pipeline as written, its names not looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pipeline {
    /// The name of the op that it runs on, or `any`.
    pub anchor: String,
    /// The text inside the outermost parentheses.
    pub text: String,
    /// The elements in pre-order; an element's pipeline follows it, one level deeper.
    pub elements: Vec<Element>,
}

const NOT_WRAPPED: &str =
    "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";

impl Pipeline {
    /// An empty pipeline on an op.
    pub fn empty(anchor: &str) -> Self {
        Pipeline { anchor: anchor.into(), text: String::new(), elements: Vec::new() }
    }

    /// Reads a pipeline.
    ///
    /// # Errors
    ///
    /// If the text is not well-formed: the whole message.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = trim(text);
        let open = text.find('(').filter(|&at| at > 0).ok_or(NOT_WRAPPED)?;
        let inner = text[open + 1..].strip_suffix(')').ok_or(NOT_WRAPPED)?;
        let elements = if inner.is_empty() { Vec::new() } else { elements(inner)? };
        Ok(Pipeline { anchor: trim(&text[..open]).into(), text: inner.into(), elements })
    }

    /// The name of an element.
    pub fn name_of(&self, element: &Element) -> &str {
        &self.text[element.name.clone()]
    }

    /// Checks that each name that is not an op's is known.
    ///
    /// # Errors
    /// The message about the first unknown name, with the output of `hint` on a separate line.
    pub fn resolve(
        &self,
        known: impl Fn(&str) -> bool,
        hint: impl Fn(&str) -> Option<String>,
    ) -> Result<(), String> {
        let unknown = |element: &&Element| !element.has_pipeline && !known(self.name_of(element));
        match self.elements.iter().find(unknown) {
            Some(element) => {
                let name = self.name_of(element);
                let message = format!("'{name}' does not refer to a registered pass or pass pipeline");
                let hint = hint(name).map_or(String::new(), |hint| format!("{hint}\n"));
                Err(located(&self.text, element.name.start, &message) + &hint)
            }
            None => Ok(()),
        }
    }

    /// The text that `--dump-pass-pipeline` shows of a pipeline without passes.
    pub fn dump_empty(&self) -> String {
        format!("Pass Manager with 0 passes:\n{}(\n\n)\n\n", self.anchor)
    }
}

fn elements(text: &str) -> Result<Vec<Element>, String> {
    let mut elements = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    loop {
        let end = text[at..].find([',', '(', ')', '{']).map_or(text.len(), |found| at + found);
        let name = trim_range(text, at..end);
        elements.push(Element { name, options: None, depth, has_pipeline: false });
        if end == text.len() {
            break;
        }
        at = end;
        match text[at..].chars().next() {
            Some('(') => {
                if let Some(element) = elements.last_mut() {
                    element.has_pipeline = true;
                }
                at += 1;
                depth += 1;
                continue;
            }
            Some('{') => {
                let close = closing_brace(text, at + 1)
                    .ok_or_else(|| located(text, at, "missing closing '}' while processing pass options"))?;
                if let Some(element) = elements.last_mut() {
                    element.options = Some(at + 1..close);
                }
                at = skip_space(text, close + 1);
            }
            _ => {}
        }
        while text[at..].starts_with(')') {
            if depth == 0 {
                let message =
                    "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
                return Err(located(text, at, message));
            }
            depth -= 1;
            at = skip_space(text, at + 1);
        }
        if at == text.len() {
            break;
        }
        if !text[at..].starts_with(',') {
            return Err(located(text, at, "expected ',' after parsing pipeline"));
        }
        at += 1;
    }
    if depth > 0 {
        return Err(located(text, at, "encountered unbalanced parentheses while parsing pipeline"));
    }
    Ok(elements)
}

fn closing_brace(text: &str, from: usize) -> Option<usize> {
    let mut open = 1usize;
    for (offset, byte) in text.as_bytes()[from..].iter().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => {
                open -= 1;
                if open == 0 {
                    return Some(from + offset);
                }
            }
            _ => {}
        }
    }
    None
}

/// LLVM's definition of white space.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// A name of spaces alone is empty, and stands where they end.
fn trim_range(text: &str, range: Range<usize>) -> Range<usize> {
    let name = &text[range.clone()];
    let start = range.start + (name.len() - name.trim_start_matches(is_space).len());
    start..start + trim(name).len()
}

fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches(is_space).len()
}

fn located(text: &str, offset: usize, message: &str) -> String {
    let mut sources = SourceMap::new();
    let mut out = Vec::new();
    match sources.add("MLIR Textual PassPipeline Parser", text.to_owned()) {
        Ok(id) => print_message(sources.buffer(id), offset, None, Severity::Error, message, &mut out),
        Err(_) => out.extend_from_slice(message.as_bytes()),
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match Pipeline::parse(text).and_then(|pipeline| pipeline.resolve(|name| name == "cse", |_| None)) {
            Ok(()) => "fine".into(),
            Err(error) => error,
        }
    }

    fn at(offset: usize, message: &str, text: &str) -> String {
        format!(
            "MLIR Textual PassPipeline Parser:1:{}: error: {message}\n{text}\n{:offset$}^\n",
            offset + 1,
            ""
        )
    }

    #[test]
    fn anchors() {
        for text in ["", "cse", "(cse)", "builtin.module(", "builtin.module{}", "builtin.module() x"] {
            assert_eq!(error(text), NOT_WRAPPED, "{text}");
        }
        assert_eq!(Pipeline::parse(" any () ").unwrap(), Pipeline::empty("any"));
        assert_eq!(Pipeline::empty("any").dump_empty(), "Pass Manager with 0 passes:\nany(\n\n)\n\n");
    }

    #[test]
    fn names_must_be_known() {
        let unknown = |offset, text, name: &str| {
            at(offset, &format!("'{name}' does not refer to a registered pass or pass pipeline"), text)
        };
        assert_eq!(error("m(cse,func.func(cse{a={b}} , cse),cse)"), "fine");
        assert_eq!(error("m(foo)"), unknown(0, "foo", "foo"));
        assert_eq!(error("m(cse,)"), unknown(4, "cse,", ""));
        assert_eq!(error("m(func.func())"), unknown(10, "func.func()", ""));
        assert_eq!(error(" m ( ) "), unknown(1, " ", ""));
    }

    #[test]
    fn brackets_must_match() {
        let extra = "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
        assert_eq!(error("m(cse))"), at(3, extra, "cse)"));
        assert_eq!(error("m(cse{)"), at(3, "missing closing '}' while processing pass options", "cse{"));
        assert_eq!(
            error("m(f(cse)"),
            at(2, "encountered unbalanced parentheses while parsing pipeline", "f(cse")
        );
        assert_eq!(error("m(cse{} cse)"), at(6, "expected ',' after parsing pipeline", "cse{} cse"));
        let deep = format!("m({}cse{})", "f(".repeat(200_000), ")".repeat(200_000));
        assert_eq!(error(&deep), "fine");
    }
}
