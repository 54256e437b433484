use super::ere::SyntaxError;
use super::{Ere, Flags};

fn find(pattern: &str, text: &str) -> Option<(usize, usize)> {
    Ere::new(pattern.as_bytes(), Flags::default()).unwrap().find(text.as_bytes())
}

fn error(pattern: &str) -> &'static str {
    let SyntaxError(text) = Ere::new(pattern.as_bytes(), Flags::default()).unwrap_err();
    text
}

#[test]
fn a_backslash_makes_the_next_character_ordinary() {
    assert_eq!(find(r"\d+", "12ddd"), Some((2, 5)));
    assert_eq!(find(r"[\]", r"a\b"), Some((1, 2)));
    assert_eq!(find(r"\.", "a.b"), Some((1, 2)));
}

#[test]
fn brackets_follow_posix() {
    assert_eq!(find("[]a]+", "x]a]"), Some((1, 4)));
    assert_eq!(find("[^]]+", "]ab]"), Some((1, 3)));
    assert_eq!(find("[a-]+", "x-a-"), Some((1, 4)));
    assert_eq!(find("[[:xdigit:]]{2}", "g1f"), Some((1, 3)));
    assert_eq!(find("[^a]+", "a\nb"), Some((2, 3)), "a negated bracket excludes the newline");
}

#[test]
fn anchors_match_at_lines_and_ends() {
    assert_eq!(find("^b$", "a\nb\nc"), Some((2, 3)));
    assert_eq!(find("^$", "a"), None);
    assert_eq!(find("a.*c", "a\nc abc"), Some((4, 7)));
}

#[test]
fn back_references_and_groups() {
    assert_eq!(find(r"(%[a-z]+), \1", "%a, %b, %b"), Some((4, 10)));
    assert_eq!(find(r"(a*)*\1b", "aab"), Some((0, 3)));
    assert_eq!(find(r"(a|b)\1", "abba"), Some((1, 3)));
    assert_eq!(find(r"(foo){2,3}()\2x", "foofoofoox"), Some((0, 10)));
}

#[test]
fn alternatives_prefer_the_longest_literal() {
    assert_eq!(find("a|ab", "ab"), Some((0, 2)));
}

#[test]
fn refused_expressions() {
    assert_eq!(error("a**"), "repetition-operator operand invalid");
    assert_eq!(error("*"), "repetition-operator operand invalid");
    assert_eq!(error("(a"), "parentheses not balanced");
    assert_eq!(error("a)"), "parentheses not balanced");
    assert_eq!(error("[a"), "brackets ([ ]) not balanced");
    assert_eq!(error("a|"), "empty (sub)expression");
    assert_eq!(error(r"\1"), "invalid backreference number");
    assert_eq!(error(&"(".repeat(100_000)), "out of memory");
}

#[test]
fn basic_expressions_swap_their_escapes() {
    let basic = |p: &str, t: &str| Ere::new_basic(p.as_bytes(), Flags::default()).unwrap().find(t.as_bytes());
    assert_eq!(basic(r"a\(b\)\1", "abb"), Some((0, 3)));
    assert_eq!(basic("a(b)", "a(b)"), Some((0, 4)));
    assert_eq!(basic("[(]b", "(b"), Some((0, 2)));
}
