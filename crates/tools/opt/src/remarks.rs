//! Optimization remarks: which are wanted, which of them are kept, and the file they are written to.

use rustc_hash::FxHashMap;
use terrace_diag::{Diagnostic, posix};
use terrace_ir::Loc;
use terrace_ir::remark_filter::RemarkFilter;
use terrace_ir::remarks::{OptimizationRemark, RemarkKind};

use crate::cl::config::{RemarkConfig, RemarkFormat, RemarkPolicy};
use crate::written_remark::WrittenRemark;
use crate::{remark_bitstream, remark_yaml};

/// Returns the filter that the options ask for; `None` if they ask for no remark.
///
/// # Errors
///
/// If an option is no regular expression.
pub(crate) fn filter(config: &RemarkConfig) -> Result<Option<RemarkFilter>, String> {
    let RemarkConfig { all, passed, missed, failed, analysis, .. } = config;
    let options = [passed, missed, failed, analysis];
    if options.iter().all(|own| own.is_empty()) && all.is_empty() {
        return Ok(None);
    }
    let patterns: Vec<_> = options.into_iter().map(|own| pattern(all, own)).collect::<Result<_, String>>()?;
    Ok(Some(Box::new(move |kind, category| {
        let at = match kind {
            RemarkKind::Passed => 0,
            RemarkKind::Missed => 1,
            RemarkKind::Failure => 2,
            RemarkKind::Analysis => 3,
        };
        patterns[at](category)
    })))
}

/// Whether a category matches.
type CategoryMatcher = Box<dyn Fn(&str) -> bool + Send + Sync>;

/// The pattern of the categories of one kind, which matches whole names unless it has anchors of its own.
fn pattern(all: &str, own: &str) -> Result<CategoryMatcher, String> {
    let parts: Vec<&str> = [all, own].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return Ok(Box::new(|_| false));
    }
    let joined = parts.join("|");
    let trimmed = joined.trim();
    let text = match trimmed.starts_with('^') && trimmed.ends_with('$') {
        true => joined,
        false => format!("^({joined})$"),
    };
    let compiled = posix::translate(text.as_bytes()).and_then(|translated| posix::compile(&translated));
    let pattern =
        compiled.map_err(|error| format!("the filter of remarks '{}': {error}", parts.join("|")))?;
    Ok(Box::new(move |category| pattern.is_match(category.as_bytes())))
}

/// A remark that stands for all with its location, name and category.
type RemarkKey = (Loc, String, String);

/// The remarks of a run.
pub(crate) struct Remarks {
    config: RemarkConfig,
    /// The remarks that wait for the end of the part, while only the last of each place is kept; erased where a later one
    /// replaces them.
    postponed: Vec<Option<(OptimizationRemark, Diagnostic)>>,
    places: FxHashMap<RemarkKey, usize>,
    /// The remarks for the file, with their places.
    written: Vec<WrittenRemark>,
}

impl Remarks {
    pub(crate) fn new(config: &RemarkConfig) -> Self {
        let config = config.clone();
        Self { config, postponed: Vec::new(), places: FxHashMap::default(), written: Vec::new() }
    }

    /// Takes a remark; returns the diagnostic if it is shown now.
    pub(crate) fn keep(
        &mut self,
        remark: &OptimizationRemark,
        loc: Loc,
        diagnostic: Diagnostic,
    ) -> Option<Diagnostic> {
        match self.config.policy {
            RemarkPolicy::All => self.take(remark.clone(), diagnostic),
            RemarkPolicy::Final => {
                let key = (loc, remark.name().to_owned(), remark.full_category());
                if let Some(earlier) = self.places.insert(key, self.postponed.len()) {
                    self.postponed[earlier] = None;
                }
                self.postponed.push(Some((remark.clone(), diagnostic)));
                None
            }
        }
    }

    /// Ends a part of the input; returns the diagnostics that are shown now.
    pub(crate) fn release(&mut self) -> Vec<Diagnostic> {
        // Locations of the next part have other contexts.
        self.places.clear();
        let postponed = std::mem::take(&mut self.postponed);
        postponed.into_iter().flatten().filter_map(|(remark, diag)| self.take(remark, diag)).collect()
    }

    fn take(&mut self, remark: OptimizationRemark, diagnostic: Diagnostic) -> Option<Diagnostic> {
        if self.config.format == RemarkFormat::Emit {
            return Some(diagnostic);
        }
        self.written.push(WrittenRemark { remark, location: diagnostic.location });
        None
    }

    /// Returns the file with its content; `None` if remarks are diagnostics.
    pub(crate) fn file(&self) -> Option<(String, Vec<u8>)> {
        let (default, content) = match self.config.format {
            RemarkFormat::Emit => return None,
            RemarkFormat::Yaml => ("mlir-remarks.yaml", remark_yaml::text(&self.written).into_bytes()),
            RemarkFormat::Bitstream => ("mlir-remarks.bitstream", remark_bitstream::bytes(&self.written)),
        };
        let name = &self.config.output_file;
        Some((if name.is_empty() { default.to_owned() } else { name.clone() }, content))
    }
}
