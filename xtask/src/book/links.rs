//! Links of pages: which there are, whether their targets exist, and their paths from another place.

use std::collections::BTreeSet;
use std::path::Path;

use super::Pages;

/// The page of the book that is ARCHITECTURE.md.
pub(crate) const ARCHITECTURE: &str = "docs/inside/architecture.md";

/// A link of a page.
pub(crate) struct Link {
    /// The number of its line, from 1.
    line: usize,
    /// The position of the target in the page, in bytes.
    start: usize,
    /// The path, address or anchor.
    pub(crate) target: String,
}

/// Returns the links and pictures of a page, without those in code.
pub(crate) fn links(page: &str) -> Vec<Link> {
    let (mut links, mut start, mut is_code) = (Vec::new(), 0, false);
    for (number, line) in (1..).zip(page.split_inclusive('\n')) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let mut position = 0;
            // Code spans are all odd parts.
            for (part, text) in line.split('`').enumerate() {
                if part % 2 == 0 {
                    for (at, rest) in targets(text) {
                        let target = rest.to_owned();
                        links.push(Link { line: number, start: start + position + at, target });
                    }
                }
                position += text.len() + 1;
            }
        }
        start += line.len();
    }
    links
}

/// The targets in a text without code spans. The link's text may be in another part: only its end is looked for.
fn targets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("](").filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        Some((at + 2, &rest[..rest.find(')')?]))
    })
}

/// The anchors of a page's headings, as mdbook and hosting services name them.
fn anchors(page: &str) -> BTreeSet<String> {
    let (mut anchors, mut is_code) = (BTreeSet::new(), false);
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code
            && let Some((marks, title)) = line.split_once(' ')
            && !marks.is_empty()
            && marks.chars().all(|mark| mark == '#')
        {
            let anchor = anchor(title);
            let mut unique = anchor.clone();
            for number in 1.. {
                if anchors.insert(unique) {
                    break;
                }
                unique = format!("{anchor}-{number}");
            }
        }
    }
    anchors
}

/// The anchor of a heading: lower case, with `-` for spaces, without other punctuation.
pub(crate) fn anchor(title: &str) -> String {
    let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Returns the links without a target, one a line. Addresses of other hosts are not looked up.
pub(crate) fn broken(root: &Path, pages: &Pages) -> Vec<String> {
    let mut broken = Vec::new();
    for (path, text) in pages {
        for link in links(text) {
            if is_address(&link.target) {
                continue;
            }
            let (file, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
            let target = if file.is_empty() { Some(path.clone()) } else { resolve(path, file) };
            let problem = match target {
                None => "leads out of the repository",
                Some(target) => match pages.get(&target) {
                    Some(page) if anchor.is_empty() || anchors(page).contains(anchor) => continue,
                    Some(_) => "has no such heading",
                    None if anchor.is_empty() && root.join(&target).exists() => continue,
                    None if anchor.is_empty() => "does not exist",
                    None => "is not a page, and has no headings",
                },
            };
            broken.push(format!("{path}:{}: {} {problem}", link.line, link.target));
        }
    }
    broken
}

/// Whether a target is on another host.
fn is_address(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// The path from the root of a target that a page names; `None` outside of the repository.
pub(crate) fn resolve(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path of a file from the directory of a page; both begin at the root.
fn relative(page: &str, target: &str) -> String {
    let mut from: Vec<&str> = page.split('/').collect();
    from.pop();
    let to: Vec<&str> = target.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = vec![".."; from.len() - shared];
    up.into_iter().chain(to[shared..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Replaces the targets of a page.
fn replaced(page: &str, mut replace: impl FnMut(&str) -> Option<String>) -> String {
    let (mut out, mut end) = (String::with_capacity(page.len()), 0);
    for link in links(page) {
        if let Some(target) = replace(&link.target) {
            out.push_str(&page[end..link.start]);
            out.push_str(&target);
            end = link.start + link.target.len();
        }
    }
    out.push_str(&page[end..]);
    out
}

/// Returns a page with links for another place of it.
pub(crate) fn moved(page: &str, from: &str, to: &str) -> String {
    replaced(page, |target| {
        let (file, anchor) = target.find('#').map_or((target, ""), |at| target.split_at(at));
        if is_address(target) || file.is_empty() {
            return None;
        }
        Some(format!("{}{anchor}", relative(to, &resolve(from, file)?)))
    })
}

/// Returns a page of the book whose links to files outside of the book lead to the repository: to its address, or where it
/// has none, to the working tree, from the directory of the book.
pub(crate) fn outside(page: &str, path: &str, repository: Option<&str>) -> String {
    replaced(page, |target| {
        if is_address(target) || target.starts_with('#') {
            return None;
        }
        let (file, anchor) = target.find('#').map_or((target, ""), |at| target.split_at(at));
        let file = resolve(path, file)?;
        match file.as_str() {
            "ARCHITECTURE.md" => Some(format!("{}{anchor}", relative(path, ARCHITECTURE))),
            file if file.starts_with("docs/") => None,
            file => Some(match repository {
                Some(repository) => format!("{repository}/tree/main/{file}{anchor}"),
                None => format!("{}{anchor}", relative(&path.replacen("docs", super::BOOK, 1), file)),
            }),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# A page\n\n[one](b.md#two-words) `[none](x)` ![picture](../p.png)\n\n```c\n[](int) { f[1](2); }\n```\n\
        ## Two `words`\n## Two words\n[`code`](#two-words-1)\n";

    #[test]
    fn links_in_code_are_none() {
        let found: Vec<(usize, String)> =
            links(PAGE).into_iter().map(|link| (link.line, link.target)).collect();
        let links = [(3, "b.md#two-words"), (3, "../p.png"), (10, "#two-words-1")];
        assert_eq!(found, links.map(|(line, target)| (line, target.to_owned())));
    }

    #[test]
    fn anchors_are_unique() {
        let anchors: Vec<String> = anchors(PAGE).into_iter().collect();
        assert_eq!(anchors, ["a-page", "two-words", "two-words-1"]);
        assert_eq!(anchor("Do `scf.for` & co: a_b-c"), "do-scffor--co-a_b-c");
    }

    #[test]
    fn broken_links_are_found() {
        let mut pages = Pages::new();
        pages.insert("docs/a/a.md".to_owned(), PAGE.to_owned());
        pages.insert("docs/a/b.md".to_owned(), "# Two words\n[up](../../../x) [](#none)\n".to_owned());
        let broken = broken(Path::new("no-such-directory"), &pages);
        let expected = [
            "docs/a/a.md:3: ../p.png does not exist",
            "docs/a/b.md:2: ../../../x leads out of the repository",
            "docs/a/b.md:2: #none has no such heading",
        ];
        assert_eq!(broken, expected);
    }

    #[test]
    fn links_follow_a_page() {
        let page = "[a](docs/use/ripple.md#x) [b](crates/core) [c](#d) [e](https://example.org)";
        let moved = moved(page, "ARCHITECTURE.md", ARCHITECTURE);
        assert_eq!(moved, "[a](../use/ripple.md#x) [b](../../crates/core) [c](#d) [e](https://example.org)");
        let out = outside(&moved, ARCHITECTURE, Some("https://example.org/t"));
        let expected = "[a](../use/ripple.md#x) [b](https://example.org/t/tree/main/crates/core) [c](#d) [e](https://example.org)";
        assert_eq!(out, expected);
        let local = outside("[b](../../crates/core)", ARCHITECTURE, None);
        assert_eq!(local, "[b](../../../crates/core)");
        let up = outside("[a](../../ARCHITECTURE.md#map)", "docs/use/ripple.md", None);
        assert_eq!(up, "[a](../inside/architecture.md#map)");
    }
}
