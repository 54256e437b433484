//! Timing of passes, as a tree of named spans.

use std::fmt::Write;
use std::time::{Duration, Instant};

/// The layout of a report: a tree or a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One line for each name, the longest first.
    List,
    /// Nested as the work was.
    Tree,
}

struct Span {
    name: String,
    /// The place of the step.
    place: usize,
    wall: Duration,
    /// Time over all threads.
    user: Duration,
    children: Vec<usize>,
}

/// The spans so far. Spans of one name and place in the same span are one.
pub struct Timing {
    spans: Vec<Span>,
    open: Vec<(usize, Instant)>,
    /// Whether time over all threads is shown too.
    threads: bool,
}

impl Timing {
    /// Starts to measure.
    pub fn new(threads: bool) -> Self {
        let root = Span {
            name: "root".to_owned(),
            place: 0,
            wall: Duration::ZERO,
            user: Duration::ZERO,
            children: Vec::new(),
        };
        Self { spans: vec![root], open: vec![(0, Instant::now())], threads }
    }

    /// A span inside of the one that began last took this long.
    pub fn add(&mut self, name: &str, time: Duration) {
        self.enter(name, 0);
        if let Some((at, _)) = self.open.pop() {
            self.spans[at].wall += time;
            self.spans[at].user += time;
        }
    }

    /// A span begins. `place` tells steps of one name apart.
    pub fn enter(&mut self, name: &str, place: usize) {
        let parent = self.open.last().map_or(0, |&(at, _)| at);
        let is_known = |&child: &usize| self.spans[child].name == name && self.spans[child].place == place;
        let known = self.spans[parent].children.iter().copied().find(is_known);
        let at = known.unwrap_or_else(|| {
            let span = Span {
                name: name.to_owned(),
                place,
                wall: Duration::ZERO,
                user: Duration::ZERO,
                children: Vec::new(),
            };
            self.spans.push(span);
            let at = self.spans.len() - 1;
            self.spans[parent].children.push(at);
            at
        });
        self.open.push((at, Instant::now()));
    }

    /// The span that began last ends. `user` is its time over all threads, where that was measured.
    pub fn leave(&mut self, user: Option<Duration>) {
        if self.open.len() > 1
            && let Some((at, start)) = self.open.pop()
        {
            let wall = start.elapsed();
            self.spans[at].wall += wall;
            self.spans[at].user += user.map_or(wall, |user| user.max(wall));
        }
    }

    /// Ends all spans and returns the report, as text or as JSON.
    pub fn report(mut self, layout: Layout, json: bool) -> String {
        while self.open.len() > 1 {
            self.leave(None);
        }
        let total = self.open[0].1.elapsed();
        let extra: Duration = self.spans.iter().map(|s| s.user.saturating_sub(s.wall)).sum();
        (self.spans[0].wall, self.spans[0].user) = (total, total + extra);
        let merged = self.merged();
        // Indentation and span, in order.
        let mut lines: Vec<(usize, &Span)> = Vec::new();
        match layout {
            Layout::Tree => {
                let mut pending: Vec<(usize, usize)> = vec![(0, 0)];
                while let Some((depth, at)) = pending.pop() {
                    if at != 0 {
                        lines.push((depth - 1, &self.spans[at]));
                    }
                    pending.extend(self.spans[at].children.iter().rev().map(|&child| (depth + 1, child)));
                }
            }
            Layout::List => {
                lines = merged.iter().map(|span| (0, span)).collect();
                lines.sort_by_key(|(_, span)| std::cmp::Reverse(span.wall));
            }
        }
        let known: Duration = self.spans[0].children.iter().map(|&c| self.spans[c].wall).sum();
        let root = &self.spans[0];
        let rest = Span {
            name: "Rest".to_owned(),
            place: 0,
            wall: total.saturating_sub(known),
            user: total.saturating_sub(known),
            children: Vec::new(),
        };
        let sum =
            Span { name: "Total".to_owned(), place: 0, wall: total, user: root.user, children: Vec::new() };
        if json { self.as_json(&lines, &rest, &sum, layout) } else { self.as_text(&lines, &rest, &sum) }
    }

    /// The spans, those of one name as one.
    fn merged(&self) -> Vec<Span> {
        let mut merged: Vec<Span> = Vec::new();
        for span in &self.spans {
            match merged.iter_mut().find(|other| other.name == span.name) {
                Some(other) => {
                    other.wall += span.wall;
                    other.user += span.user;
                }
                None => merged.push(Span { name: span.name.clone(), children: Vec::new(), ..*span }),
            }
        }
        merged
    }

    fn as_text(&self, lines: &[(usize, &Span)], rest: &Span, total: &Span) -> String {
        let mut out = heading("Execution time report");
        let seconds = total.wall.as_secs_f64();
        // Nothing can go wrong when writing to a string.
        let _ = writeln!(out, "  Total Execution Time: {seconds:.4} seconds\n");
        if self.threads {
            out.push_str("  ----User Time----");
        }
        out.push_str("  ----Wall Time----  ----Name----\n");
        let ends = [(0, rest), (0, total)];
        for &(depth, span) in lines.iter().chain(&ends) {
            let share =
                |part: Duration, whole: Duration| 100.0 * part.as_secs_f64() / whole.as_secs_f64().max(1e-12);
            if self.threads {
                let _ =
                    write!(out, "  {:8.4} ({:5.1}%)", span.user.as_secs_f64(), share(span.user, total.user));
            }
            let _ = write!(out, "  {:8.4} ({:5.1}%)", span.wall.as_secs_f64(), share(span.wall, total.wall));
            let _ = writeln!(out, "  {:1$}{2}", "", 2 * depth, span.name);
        }
        out
    }

    fn as_json(&self, lines: &[(usize, &Span)], rest: &Span, total: &Span, layout: Layout) -> String {
        let entry = |span: &Span| {
            let time = |name: &str, part: Duration, whole: Duration| {
                let share = 100.0 * part.as_secs_f64() / whole.as_secs_f64().max(1e-12);
                format!(
                    "\"{name}\": {{\"duration\": {:8.4}, \"percentage\": {share:5.1}}}, ",
                    part.as_secs_f64()
                )
            };
            let user = if self.threads { time("user", span.user, total.user) } else { String::new() };
            let name = span.name.replace('\\', "\\\\").replace('"', "\\\"");
            format!("{{{user}{}\"name\": \"{name}\"", time("wall", span.wall, total.wall))
        };
        let mut out = String::from("[\n");
        let mut open = 0;
        let close = |out: &mut String, open: &mut usize, depth: usize| {
            while *open > depth {
                *open -= 1;
                let _ = writeln!(out, "{:1$}{{}}]}},", "", 2 * *open);
            }
        };
        for &(depth, span) in lines {
            close(&mut out, &mut open, depth);
            let _ = match layout {
                Layout::List => writeln!(out, "{}}},", entry(span)),
                Layout::Tree => {
                    open = depth + 1;
                    writeln!(out, "{:1$}{2}, \"passes\": [", "", 2 * depth, entry(span))
                }
            };
        }
        close(&mut out, &mut open, 0);
        let _ = writeln!(out, "{}}},\n{}}}\n]", entry(rest), entry(total));
        out
    }
}

/// The first lines of a report.
pub fn heading(title: &str) -> String {
    let title = format!("... {title} ...");
    let rule = format!("==={}===\n", "-".repeat(73));
    format!("{rule}{:1$}{title}\n{rule}", "", (80 - title.len()) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_one_name_and_place_are_one() {
        let mut timing = Timing::new(false);
        for _ in 0..2 {
            timing.enter("a", 0);
            timing.enter("b", 0);
            timing.leave(None);
            timing.enter("b", 1);
            timing.leave(None);
            timing.leave(None);
        }
        let text = timing.report(Layout::Tree, false);
        let names: Vec<&str> = text.lines().skip(6).filter_map(|line| line.split(")  ").nth(1)).collect();
        assert_eq!(names, ["a", "  b", "  b", "Rest", "Total"]);
    }

    #[test]
    fn json_nests_as_the_work_did() {
        let mut timing = Timing::new(true);
        timing.enter("a", 0);
        timing.enter("b", 0);
        let text = timing.report(Layout::Tree, true);
        let parsed: String = text.split_whitespace().collect();
        assert!(parsed.starts_with("[{\"user\":{\"duration\":"), "{text}");
        assert!(parsed.contains("\"name\":\"b\",\"passes\":[{}]},{}]},{\"user\""), "{text}");
        assert!(parsed.ends_with("\"name\":\"Total\"}]"), "{text}");
    }
}
