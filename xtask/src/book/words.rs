//! The index of the words of MLIR: each row leads to a page that has what it says.

use super::{Pages, links};

/// The page with the index.
const INDEX: &str = "docs/reference/words.md";

/// Returns the rows whose page lacks the words that are used here, one a line, and the number of all rows.
pub(crate) fn missing(pages: &Pages) -> (Vec<String>, usize) {
    let (mut missing, mut count) = (Vec::new(), 0);
    for line in pages.get(INDEX).map_or("", String::as_str).lines() {
        let cells: Vec<&str> =
            line.split(" | ").map(|cell| cell.trim_matches(|c| c == '|' || c == ' ')).collect();
        let [word, here, page] = cells[..] else { continue };
        let Some(link) = links::links(page).into_iter().next() else { continue };
        count += 1;
        let Some(text) = links::resolve(INDEX, &link.target).and_then(|path| pages.get(&path)) else {
            missing.push(format!("{INDEX}: {} is no page", link.target));
            continue;
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        for term in terms(if here == "the same" { word } else { here }) {
            if !text.contains(&term.to_lowercase()) {
                missing.push(format!("{INDEX}: {} does not have {term}", link.target));
            }
        }
    }
    (missing, count)
}

/// The terms of a cell: those in code, or the words between commas.
fn terms(cell: &str) -> Vec<&str> {
    let code: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
    if code.is_empty() { cell.split(", ").collect() } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_the_word_are_found() {
        let mut pages = Pages::new();
        let index = "| MLIR | Here | Page |\n|---|---|---|\n| `A` | `B` | [C](c.md) |\n| d, e | the same | [C](c.md) |\n";
        pages.insert(INDEX.to_owned(), index.to_owned());
        pages.insert("docs/reference/c.md".to_owned(), "b\nD".to_owned());
        assert_eq!(missing(&pages), (vec![format!("{INDEX}: c.md does not have e")], 2));
    }
}
