//! `terrace help WORDS`: what has words in its name or its description, if no topic has that name.

use terrace_opt::Setup;
use terrace_opt::page::{Page, rows};

use super::help::first_sentence;

/// The words of MLIR with what they are called here: the table of the page of the book, of which this is a copy.
pub const WORDS: &str = include_str!("words.txt");

/// At most as many matches of a kind are listed that have the words in their description alone.
const DESCRIBED: usize = 12;

/// A topic that may match.
struct Topic {
    name: String,
    doc: String,
}

/// Returns the topics of each kind, with its title.
fn topics(setup: &Setup, pages: &[Page]) -> [(&'static str, Vec<Topic>); 6] {
    let topic = |name: &str, doc: &str| Topic { name: name.to_owned(), doc: doc.to_owned() };
    let commands = pages.iter().map(|page| topic(page.name, &setup.text(page.doc))).collect();
    let passes = setup.registry.passes();
    let passes =
        passes.iter().map(|pass| topic(&format!("--{}", pass.name), &setup.text(pass.doc))).collect();
    let pipelines = setup.registry.pipelines();
    let pipelines =
        pipelines.iter().map(|each| topic(&format!("--{}", each.name), &setup.text(each.doc))).collect();
    let dialects = setup.dialects.iter().map(|each| topic(each.name, &first_sentence(each.doc))).collect();
    let mut ops: Vec<Topic> = setup.ops().map(|op| topic(op.name, &first_sentence(op.doc))).collect();
    ops.sort_by(|one, other| one.name.cmp(&other.name));
    let words = words().map(|(name, doc)| topic(&name, &doc)).collect();
    [
        ("Commands", commands),
        ("Passes", passes),
        ("Pipelines", pipelines),
        ("Dialects", dialects),
        ("Ops", ops),
        ("Words of MLIR, their names here, and pages of the book", words),
    ]
}

/// Returns the rows of the table of words: a word, and its name here with the title and the file of the page.
fn words() -> impl Iterator<Item = (String, String)> {
    let rows = WORDS.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.filter_map(|row| {
        let mut cells = row.trim_matches(['|', ' ']).split(" | ");
        let (word, here, page) = (cells.next()?, cells.next()?, cells.next()?);
        let (title, link) = page.trim_matches(['[', ')']).split_once("](")?;
        let here = if here == "the same" { word } else { here };
        let file = link.trim_start_matches("../");
        Some((word.replace('`', ""), format!("{}: {title} (docs/{file})", here.replace('`', ""))))
    })
}

/// The rank of a topic among those with all of the words, smaller is better; `None` if it lacks one.
fn rank(topic: &Topic, words: &[String]) -> Option<usize> {
    let (name, doc) = (topic.name.to_lowercase(), topic.doc.to_lowercase());
    let is_word =
        |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    let of = |word: &String| match () {
        () if is_word(&name, word) => Some(0),
        () if name.contains(word.as_str()) => Some(1),
        () if is_word(&doc, word) => Some(2),
        () => None,
    };
    words.iter().map(of).try_fold(0, |worst, rank| Some(worst.max(rank?)))
}

/// Returns the page of what has all of these words, in any case: in its name, then in its description; `None` if nothing
/// has.
pub(crate) fn search(words: &[String], setup: &Setup, pages: &[Page]) -> Option<String> {
    let words: Vec<String> = words
        .iter()
        .map(|word| word.trim_start_matches('-').to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        return None;
    }
    let mut out = String::new();
    for (title, topics) in topics(setup, pages) {
        let ranked = topics.iter().filter_map(|topic| Some((rank(topic, &words)?, topic)));
        let mut found: Vec<(usize, &Topic)> = ranked.collect();
        // Names stay sorted among those that match as well.
        found.sort_by_key(|(rank, _)| *rank);
        let named = found.iter().filter(|(rank, _)| *rank < 2).count();
        let shown = found.len().min(named.max(DESCRIBED));
        if found.is_empty() {
            continue;
        }
        out.push_str(&format!("\n{title}:\n"));
        rows(&mut out, found[..shown].iter().map(|(_, topic)| (topic.name.clone(), topic.doc.clone())));
        if shown < found.len() {
            out.push_str(&format!("  .. and {} more that mention it\n", found.len() - shown));
        }
    }
    let asked = words.join(" ");
    (!out.is_empty()).then(|| {
        format!("No topic has the name '{asked}'. These have it in their names or descriptions:\n{out}")
    })
}
