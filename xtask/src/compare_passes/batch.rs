//! Runs of two programs on a batch of mutants, and the verdict of each mutant.

use std::error::Error;
use std::fs;
use std::time::Duration;

use super::Batch;
use crate::compare_corpus::lists::{Case, name_of};
use crate::compare_corpus::outcome::{first_difference, generic, parts};
use crate::compare_corpus::run;

/// The programs, and the time that one has for a batch.
pub(super) struct Programs {
    pub(super) cand: String,
    pub(super) peer: String,
    pub(super) limit: Duration,
}

/// The result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    /// Both print the same.
    Same,
    /// Both report the same errors.
    SameErrors,
    /// mlir-opt crashes or takes too long.
    PeerFails,
    /// The candidate crashes or takes too long.
    Crash,
    /// The candidate refuses what mlir-opt accepts.
    Refused,
    /// The candidate accepts what mlir-opt refuses.
    Accepted,
    /// The outputs differ.
    Differs,
    /// The errors differ.
    Errors,
    /// The outputs are the same, the other reports differ.
    Reports,
}

impl Class {
    pub(super) fn is_same(self) -> bool {
        matches!(self, Class::Same | Class::SameErrors)
    }

    pub(super) fn is_difference(self) -> bool {
        !self.is_same() && self != Class::PeerFails
    }
}

/// A class, and what differences are sorted by.
#[derive(Clone)]
pub(super) struct Verdict {
    pub(super) class: Class,
    pub(super) reason: String,
}

/// The output of a program for one mutant.
#[derive(Clone, PartialEq)]
struct Reported {
    printed: String,
    /// Line within the mutant, column and message.
    reports: Vec<(usize, String, String)>,
}

impl Reported {
    fn fails(&self) -> bool {
        self.printed.is_empty()
    }

    fn errors(&self) -> Vec<&(usize, String, String)> {
        self.reports.iter().filter(|(_, _, text)| text.starts_with("error:")).collect()
    }
}

const SEPARATOR: &str = "\n// -----\n";

/// The verdicts of all mutants of a batch.
pub(super) fn judge(programs: &Programs, batch: &Batch) -> Result<Vec<Verdict>, Box<dyn Error>> {
    let all: Vec<&str> = batch.texts.iter().map(String::as_str).collect();
    let theirs = outputs(&programs.peer, &[], programs, batch, &all)?;
    let ours = outputs(&programs.cand, &["--match-upstream"], programs, batch, &all)?;
    let passes = passes(&batch.flags);
    Ok(theirs.iter().zip(&ours).map(|(theirs, ours)| verdict(theirs, ours, &passes)).collect())
}

/// The outputs for texts; those that crash a program have a message instead.
fn outputs(
    program: &str,
    own: &[&str],
    programs: &Programs,
    batch: &Batch,
    texts: &[&str],
) -> Result<Vec<Result<Reported, String>>, Box<dyn Error>> {
    let mut all = Vec::with_capacity(texts.len());
    let mut pending: Vec<&[&str]> = texts.chunks(200).rev().collect();
    while let Some(some) = pending.pop() {
        match outputs_of_one_run(program, own, programs, batch, some)? {
            Ok(found) => all.extend(found.into_iter().map(Ok)),
            Err(message) if some.len() == 1 => all.push(Err(message)),
            Err(_) => {
                let (first, rest) = some.split_at(some.len() / 2);
                pending.extend([rest, first]);
            }
        }
    }
    Ok(all)
}

fn outputs_of_one_run(
    program: &str,
    own: &[&str],
    programs: &Programs,
    batch: &Batch,
    texts: &[&str],
) -> Result<Result<Vec<Reported>, String>, Box<dyn Error>> {
    let (mut source, mut starts, mut line) = (String::new(), Vec::new(), 1);
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            source.push_str(SEPARATOR);
            line += 2;
        }
        starts.push(line);
        source.push_str(text);
        line += text.matches('\n').count();
    }
    let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "-");
    let file = std::env::temp_dir().join(format!("terrace-passes-{}-{thread}.mlir", std::process::id()));
    fs::write(&file, source)?;
    let mut flags = batch.flags.clone();
    flags.extend(["--split-input-file".to_owned(), "--mlir-disable-threading".to_owned()]);
    let case = Case { file: batch.file.clone(), flags };
    let output = run(program, own, &case, &file, programs.limit)?;
    fs::remove_file(&file)?;
    if output.late {
        return Ok(Err("too slow".to_owned()));
    }
    if output.is_crash() || (output.text.trim().is_empty() && !output.errors.contains("error:")) {
        let lines = output.errors.lines();
        let told = lines.into_iter().find(|line| line.contains("panicked") || line.contains("rror"));
        return Ok(Err(told.or(output.errors.lines().next()).unwrap_or("nothing is printed").to_owned()));
    }
    let parts = parts(&output.text);
    if parts.len() != texts.len() {
        return Ok(Err(format!("{} parts of {}", parts.len(), texts.len())));
    }
    let mut all: Vec<Reported> =
        parts.iter().map(|part| Reported { printed: part.trim().to_owned(), reports: Vec::new() }).collect();
    let name = file.display().to_string();
    for report in output.errors.lines() {
        let Some(rest) = report.strip_prefix(&name).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let mut fields = rest.splitn(3, ':');
        if let (Some(Ok(line)), Some(column), Some(message)) =
            (fields.next().map(str::parse::<usize>), fields.next(), fields.next())
        {
            let at = starts.partition_point(|start| *start <= line).saturating_sub(1);
            // Registered dialects are not the same, and messages may name lines of the file.
            if !message.contains("registered") {
                let message = message.replace(&name, "FILE");
                all[at].reports.push((
                    line.saturating_sub(starts[at]),
                    column.to_owned(),
                    message.trim().to_owned(),
                ));
            }
        }
    }
    Ok(Ok(all))
}

/// The passes of flags, without their options.
fn passes(flags: &[String]) -> String {
    let names = flags.iter().map(|flag| match flag.split_once("pass-pipeline=") {
        Some((_, pipeline)) => generic(pipeline),
        None => name_of(flag).to_owned(),
    });
    let names: Vec<String> = names.filter(|name| name != "allow-unregistered-dialect").collect();
    names.join(" ")
}

/// A message without names and numbers.
fn plain(text: &str) -> String {
    let parts: Vec<&str> = text.split(['\'', '"', '`']).step_by(2).collect();
    generic(&parts.join("#"))
}

fn verdict(theirs: &Result<Reported, String>, ours: &Result<Reported, String>, passes: &str) -> Verdict {
    let (theirs, ours) = match (theirs, ours) {
        (Err(message), _) => return Verdict { class: Class::PeerFails, reason: message.clone() },
        (_, Err(message)) => {
            return Verdict { class: Class::Crash, reason: format!("{} [{passes}]", plain(message)) };
        }
        (Ok(theirs), Ok(ours)) => (theirs, ours),
    };
    let first = |reported: &Reported| {
        reported.errors().first().map_or_else(|| "no error".to_owned(), |(_, _, text)| plain(text))
    };
    let (class, reason) = match (theirs.fails(), ours.fails()) {
        (false, true) => (Class::Refused, format!("{} [{passes}]", first(ours))),
        (true, false) => (Class::Accepted, format!("{} [{passes}]", first(theirs))),
        (false, false) if theirs.printed != ours.printed => {
            (Class::Differs, format!("[{passes}] {}", first_difference(&ours.printed, &theirs.printed)))
        }
        (false, false) if theirs.reports == ours.reports => (Class::Same, String::new()),
        (false, false) => (Class::Reports, format!("[{passes}] {}", report_difference(theirs, ours))),
        (true, true) if theirs.errors() == ours.errors() => (Class::SameErrors, String::new()),
        (true, true) => (Class::Errors, report_difference(theirs, ours)),
    };
    Verdict { class, reason }
}

/// The first reports that differ.
fn report_difference(theirs: &Reported, ours: &Reported) -> String {
    let count = theirs.reports.iter().zip(&ours.reports).take_while(|(a, b)| a == b).count();
    let at = |reported: &Reported| {
        reported.reports.get(count).map_or_else(|| "nothing".to_owned(), |(_, _, text)| plain(text))
    };
    match (at(theirs), at(ours)) {
        (theirs, ours) if theirs == ours => format!("other place or names: {theirs}"),
        (theirs, ours) => format!("theirs: {theirs}; ours: {ours}"),
    }
}
