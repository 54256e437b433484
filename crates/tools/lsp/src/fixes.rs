//! Edits that mend what a diagnostic is about, by its help.

use std::ops::Range;

use terrace_asm::lexer::Lexer;
use terrace_ir::Context;
use terrace_support::spelling::edit_distance;

use crate::problem::Problem;

/// An edit that is offered.
pub(crate) struct Fix {
    pub(crate) title: String,
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

/// Edits for a diagnostic of a text.
pub(crate) fn of(cx: &Context, problem: &Problem, text: &str) -> Vec<Fix> {
    let (message, at) = (&problem.message, &problem.range);
    let mut fixes = Vec::new();
    fixes.extend(other_arithmetic(cx, message, at, text));
    fixes.extend(another_name(message, at, text));
    for help in &problem.help {
        if let Some(names) = help.strip_prefix("did you mean ") {
            // The names are in quotes.
            for meant in names.split('\'').skip(1).step_by(2) {
                if let Some(range) = misspelled(message, meant, at, text) {
                    let title = format!("Replace '{}' by '{meant}'", &text[range.clone()]);
                    fixes.push(Fix { title, range, text: meant.to_owned() });
                }
            }
        }
    }
    fixes
}

/// The op on floats for that on integers whose operands have the wrong types, and the other way round, by their names.
fn other_arithmetic(cx: &Context, message: &str, at: &Range<usize>, text: &str) -> Option<Fix> {
    let (name, rest) = message.strip_prefix('\'')?.split_once("' op ")?;
    let meant = match (name.strip_suffix('i'), name.strip_suffix('f')) {
        (Some(stem), _) if rest.contains("must be signless-integer-like") => format!("{stem}f"),
        (_, Some(stem)) if rest.contains("must be floating-point-like") => format!("{stem}i"),
        _ => return None,
    };
    cx.registered_op(&meant)?;
    let start = at.start + text[at.start..].lines().next()?.find(name)?;
    let title = format!("Replace '{name}' by '{meant}'");
    Some(Fix { title, range: start..start + name.len(), text: meant })
}

/// A name that is free, for one that is defined a second time.
fn another_name(message: &str, at: &Range<usize>, text: &str) -> Option<Fix> {
    let name = message.strip_prefix("redefinition of ")?.split('\'').nth(1)?;
    let line = text[at.start..].lines().next()?;
    let mut places =
        line.match_indices(name).map(|(found, _)| at.start + found..at.start + found + name.len());
    let is_end = |c: char| !(c.is_alphanumeric() || "_$.-".contains(c));
    let range = places.find(|place| {
        let has_sigil = name.starts_with(['%', '^']) || text[..place.start].ends_with(['@', '#', '!']);
        has_sigil && text[place.end..].starts_with(is_end)
    })?;
    let free = (1..).map(|number| format!("{name}_{number}")).find(|free| !text.contains(free.as_str()))?;
    Some(Fix { title: format!("Rename this one to '{free}'"), range, text: free })
}

/// The word of the line of a diagnostic that is to be another one: that which the message quotes, or the nearest.
fn misspelled(message: &str, meant: &str, at: &Range<usize>, text: &str) -> Option<Range<usize>> {
    let line = at.start..at.start + text[at.start..].find('\n').unwrap_or(text.len() - at.start);
    let source = &text.as_bytes()[..line.end];
    let mut lexer = Lexer::new(source, line.start);
    let mut nearest: Option<(usize, Range<usize>)> = None;
    let sigil = |name: &str| name.chars().next().filter(|c| "%^@#!".contains(*c));
    loop {
        let token = lexer.next_token();
        let range = token.start as usize..token.end as usize;
        if range.is_empty() || range.end > line.end {
            break;
        }
        let word = &text[range.clone()];
        if !word.starts_with(|c: char| c.is_alphabetic() || "%^@#!_".contains(c)) {
            continue;
        }
        // A name may be meant without its sigil, as that of a symbol.
        let inner = match (sigil(meant), sigil(word)) {
            (None, Some(_)) => range.start + 1..range.end,
            _ => range.clone(),
        };
        let word = &text[inner.clone()];
        if message.contains(&format!("'{word}'")) && !meant.is_empty() {
            return Some(inner);
        }
        let limit = nearest.as_ref().map_or(meant.len().div_ceil(3) + 1, |(distance, _)| *distance);
        if let Some(distance) = edit_distance(word.as_bytes(), meant.as_bytes(), limit)
            && distance > 0
            && nearest.as_ref().is_none_or(|(best, _)| distance < *best)
        {
            nearest = Some((distance, inner));
        }
    }
    nearest.map(|(_, range)| range)
}
