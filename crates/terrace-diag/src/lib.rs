//! Diagnostics: the data, the renderers, the expected-diagnostic matcher.
