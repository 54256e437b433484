//! The reports of bufferization on a file.

use std::sync::{Arc, PoisonError};

use super::view::View;
use crate::finding::Finding;
use crate::jobs::Job;

impl View<'_> {
    /// Asks for the reports of bufferization, as work for a thread: once for each text.
    pub(super) fn findings(&self) -> impl FnOnce(&Job) -> Result<Arc<Vec<Finding>>, String> + Send + 'static {
        let (text, known) = (self.text.text.clone(), self.findings.clone());
        move |job| {
            if let Some(known) = &*known.lock().unwrap_or_else(PoisonError::into_inner) {
                return Ok(known.clone());
            }
            let args = ["explain", "-", "--split-input-file", "--diagnostic-format=json", "-o", "-"];
            let args = args.map(str::to_owned);
            let output = job.run(&args, &text)?;
            if output.code != Some(0) {
                return Err(format!("it cannot be bufferized: {}", output.stderr));
            }
            let reports = output.stdout.lines().filter_map(|line| serde_json::from_str(line).ok());
            let found: Arc<Vec<Finding>> =
                Arc::new(reports.filter_map(|report| Finding::of(&report)).collect());
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
            Ok(found)
        }
    }
}
