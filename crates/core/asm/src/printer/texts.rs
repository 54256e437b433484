//! Many short texts in few allocations.

/// Texts one after the other.
#[derive(Clone, Default)]
pub(super) struct Texts {
    all: String,
    /// The end offset of each text.
    ends: Vec<u32>,
}

impl Texts {
    /// Their number.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn start(&self, at: usize) -> usize {
        if at == 0 { 0 } else { self.ends[at - 1] as usize }
    }

    /// One of them.
    pub(super) fn get(&self, at: usize) -> &str {
        &self.all[self.start(at)..self.ends[at] as usize]
    }

    /// Adds one.
    pub(super) fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
    }

    /// Keeps the first ones.
    pub(super) fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.all.truncate(self.start(len));
            self.ends.truncate(len);
        }
    }
}
