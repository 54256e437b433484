//! The reports of bufferization on a file.

use std::sync::{Arc, PoisonError};

use super::view::View;
use crate::finding::Finding;
use crate::invocations;
use crate::jobs::Job;

impl View<'_> {
    /// Asks for the reports of bufferization, as work for a thread: once for each text.
    pub(super) fn findings(&self) -> impl FnOnce(&Job) -> Result<Arc<Vec<Finding>>, String> + Send + 'static {
        let (text, known) = (self.text.text.clone(), self.findings.clone());
        move |job| {
            if let Some(known) = &*known.lock().unwrap_or_else(PoisonError::into_inner) {
                return Ok(known.clone());
            }
            let found = Arc::new(invocations::reports(job, &text)?);
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
            Ok(found)
        }
    }
}
