//! The pragma that annotates a loop.

use terrace_support::spelling::nearest;

use super::macros::Macros;
use super::scan::{Position, Scan, Token, is_word};

/// No code for the iterations that fill no block.
const NO_REMAINDER: u32 = 1;
/// Scalar code for the iterations that fill no block.
const BLOCK_INDEPENDENT: u32 = 2;

/// The most dimensions that a block has.
const MAX_DIMS: usize = 10;

/// The most dimensions that a block of threads has.
const MAX_THREAD_DIMS: usize = 3;

/// The clauses.
const CLAUSES: [&str; 8] = [
    "Block",
    "Dims",
    "NoRemainder",
    "BlockIndependent",
    "IgnoreNullStmts",
    "Thread",
    "ThreadChunk",
    "Schedule",
];

/// An annotation.
#[derive(Debug)]
pub struct Annotation {
    /// The expression for the block.
    pub block: Vec<u8>,
    /// The expressions for the dimensions.
    pub dims: Vec<Vec<u8>>,
    /// The loop mark's flags for the remainder.
    pub flags: u32,
    /// The distribution of iterations over threads; `None` if over a vector.
    pub threads: Option<Threads>,
    /// Whether empty statements may come before the loop.
    pub ignores_null_statements: bool,
    /// The position.
    pub position: Position,
}

/// The distribution of iterations over threads.
#[derive(Debug, Default)]
pub struct Threads {
    /// The expression for the number of iterations of a chunk; empty for one chunk a thread.
    pub chunk: Vec<u8>,
    /// Whether chunks go to threads as they are free.
    pub is_dynamic: bool,
}

/// Returns what follows `#pragma ripple`; `None` if the directive is another one.
pub fn ripple_pragma(directive: &[u8]) -> Option<&[u8]> {
    let rest = directive.strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"pragma")?;
    let name = rest.trim_ascii_start();
    let clauses = name.strip_prefix(b"ripple").filter(|_| name.len() < rest.len())?;
    clauses.first().is_none_or(|&byte| !is_word(byte)).then_some(clauses)
}

/// Reads an annotation.
///
/// # Errors
///
/// If it is invalid.
pub fn parse(text: &[u8], position: Position, macros: &Macros) -> Result<Annotation, String> {
    let mut clauses = Clauses { tokens: tokens(text), at: 0 };
    match clauses.word().as_deref() {
        Some("parallel") => {}
        Some(name) => return Err(format!("there is no pragma 'ripple {name}', but 'ripple parallel'")),
        None => return Err("'parallel' is expected after '#pragma ripple'".to_owned()),
    }
    let (mut block, mut dims, mut seen) = (None, None, Vec::new());
    let mut annotation = Annotation {
        block: Vec::new(),
        dims: Vec::new(),
        flags: 0,
        threads: None,
        ignores_null_statements: false,
        position,
    };
    while let Some(name) = clauses.word() {
        if seen.contains(&name) {
            return Err(format!("clause '{name}' is given twice"));
        }
        match name.as_str() {
            "Block" => block = Some(clauses.arguments(&name)?),
            "Dims" => dims = Some(clauses.arguments(&name)?),
            "NoRemainder" => annotation.flags |= NO_REMAINDER,
            "BlockIndependent" => annotation.flags |= BLOCK_INDEPENDENT,
            "IgnoreNullStmts" => annotation.ignores_null_statements = true,
            "Thread" => _ = annotation.threads.get_or_insert_default(),
            "ThreadChunk" => {
                let arguments = clauses.arguments(&name)?;
                let [chunk] = &arguments[..] else {
                    return Err("clause 'ThreadChunk' takes one number of iterations".to_owned());
                };
                annotation.threads.get_or_insert_default().chunk = macros.expand(chunk);
            }
            "Schedule" => {
                let arguments = clauses.arguments(&name)?;
                let expanded: Vec<Vec<u8>> = arguments.iter().map(|kind| macros.expand(kind)).collect();
                let kinds: Vec<&[u8]> = expanded.iter().map(|kind| kind.trim_ascii()).collect();
                annotation.threads.get_or_insert_default().is_dynamic = match kinds[..] {
                    [b"static"] => false,
                    [b"dynamic"] => true,
                    _ => return Err("clause 'Schedule' takes 'static' or 'dynamic'".to_owned()),
                };
            }
            _ => {
                let meant = nearest(&name, CLAUSES).map(|meant| format!("; did you mean '{meant}'?"));
                return Err(format!("there is no clause '{name}'{}", meant.unwrap_or_default()));
            }
        }
        seen.push(name);
    }
    if let Some(token) = clauses.tokens.get(clauses.at) {
        return Err(format!("a clause is expected, not '{}'", String::from_utf8_lossy(token)));
    }
    let block = block.ok_or("clause 'Block' is missing: Block(name of the block)")?;
    let dims = dims.ok_or("clause 'Dims' is missing: Dims(dimension, ..)")?;
    let [block] = &block[..] else { return Err("clause 'Block' takes one block".to_owned()) };
    if dims.len() > MAX_DIMS {
        return Err(format!(
            "a block has at most {MAX_DIMS} dimensions, but clause 'Dims' lists {}",
            dims.len()
        ));
    }
    if annotation.flags == NO_REMAINDER | BLOCK_INDEPENDENT {
        return Err("clauses 'NoRemainder' and 'BlockIndependent' exclude each other".to_owned());
    }
    if annotation.threads.is_some() && annotation.flags != 0 {
        return Err(
            "clauses 'NoRemainder' and 'BlockIndependent' are for vectors; threads carry out all iterations"
                .to_owned(),
        );
    }
    if annotation.threads.is_some() && dims.len() > MAX_THREAD_DIMS {
        return Err(format!(
            "a block of threads has at most {MAX_THREAD_DIMS} dimensions, but clause 'Dims' lists {}",
            dims.len()
        ));
    }
    annotation.block = macros.expand(block);
    annotation.dims = dims.iter().map(|dim| macros.expand(dim)).collect();
    Ok(annotation)
}

/// The tokens of a pragma, without blanks and comments.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let mut scan = Scan::new(text, false, "");
    let mut tokens = Vec::new();
    while let Some((token, bytes)) = scan.advance() {
        if matches!(token, Token::Word | Token::Other | Token::Directive) {
            tokens.push(bytes);
        }
    }
    tokens
}

struct Clauses<'t> {
    tokens: Vec<&'t [u8]>,
    at: usize,
}

impl Clauses<'_> {
    /// The name that comes next.
    fn word(&mut self) -> Option<String> {
        let token =
            self.tokens.get(self.at).filter(|token| token.first().is_some_and(|&byte| is_word(byte)))?;
        self.at += 1;
        Some(String::from_utf8_lossy(token).into_owned())
    }

    /// The expressions in the parentheses that come next.
    fn arguments(&mut self, clause: &str) -> Result<Vec<Vec<u8>>, String> {
        let missing = || format!("clause '{clause}' needs its arguments in parentheses");
        if self.tokens.get(self.at) != Some(&&b"("[..]) {
            return Err(missing());
        }
        let (mut depth, mut arguments, mut argument) = (0_usize, Vec::new(), Vec::new());
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            match token {
                b"(" | b"[" | b"{" => depth += 1,
                b")" | b"]" | b"}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_end = depth == 0;
            let separates = depth == 1 && token == b",";
            if is_end || separates {
                if argument.is_empty() {
                    return Err(format!("clause '{clause}' has an empty argument"));
                }
                arguments.push(std::mem::take(&mut argument));
            } else if depth > 1 || token != b"(" || !argument.is_empty() {
                argument.extend_from_slice(token);
                argument.push(b' ');
            }
            if is_end {
                return Ok(arguments);
            }
        }
        Err(missing())
    }
}
