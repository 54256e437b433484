//! `diff`, for files only.

use super::{lines, options, refuse};
use crate::lit::{ExitStatus, Invocation};

/// `diff [-u] [-w] [-b] A B`: prints the lines between the common start and the common end.
pub(super) fn diff(inv: Invocation<'_>) -> ExitStatus {
    let (letters, names) = options(inv.args);
    let names: Vec<&str> = names.into_iter().filter(|name| !name.starts_with("--")).collect();
    let [left_name, right_name] = *names else { return refuse(inv, "diff: two files wanted") };
    let (left, right) = match inv.read(left_name).and_then(|left| Ok((left, inv.read(right_name)?))) {
        Ok(texts) => texts,
        Err(error) => return refuse(inv, format_args!("diff: {error}")),
    };
    if left == right {
        return ExitStatus::SUCCESS;
    }
    let key = |line: &[u8]| -> Vec<u8> {
        if letters.contains('w') {
            line.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect()
        } else if letters.contains('b') {
            let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let indent = if line.first().is_some_and(u8::is_ascii_whitespace) { &b" "[..] } else { b"" };
            let first = words.next().unwrap_or_default();
            words.fold([indent, first].concat(), |joined, word| [joined.as_slice(), word].join(&b' '))
        } else {
            line.to_vec()
        }
    };
    let (left, right) = (lines(&left), lines(&right));
    let same = |(a, b): &(&&[u8], &&[u8])| key(a) == key(b);
    let start = left.iter().zip(&right).take_while(same).count();
    let loose = letters.contains(['w', 'b']);
    if start == left.len() && start == right.len() && loose {
        return ExitStatus::SUCCESS;
    }
    let end = left[start..].iter().rev().zip(right[start..].iter().rev()).take_while(same).count();
    let (left, right) = (&left[start..left.len() - end], &right[start..right.len() - end]);
    let mut out = format!("--- {left_name}\n+++ {right_name}\n");
    out += &format!("@@ -{},{} +{},{} @@\n", start + 1, left.len(), start + 1, right.len());
    for (sign, lines) in [('-', left), ('+', right)] {
        for line in lines {
            out += &format!("{sign}{}\n", String::from_utf8_lossy(line));
        }
    }
    inv.stdout.extend(out.bytes());
    ExitStatus::FAILURE
}
