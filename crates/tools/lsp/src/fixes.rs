//! Edits that mend what a diagnostic is about, by its help.

use std::ops::Range;

use terrace_asm::lexer::Lexer;
use terrace_support::spelling::edit_distance;

use crate::analysis::Fix;

/// Edits for a diagnostic with a message and helps, at a range of the text.
pub(crate) fn of(message: &str, helps: &[String], at: &Range<usize>, text: &str) -> Vec<Fix> {
    let mut fixes = Vec::new();
    for help in helps {
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
