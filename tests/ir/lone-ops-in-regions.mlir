// Braces are a region where no attribute dictionary may be, whatever is in them.
// RUN: terrace-opt %s --verify-diagnostics --split-input-file

// expected-error @+2 {{Dialect `foo' not found for custom op 'foo.bar'}}
// expected-note @+1 {{Available dialects:}}
transform.with_pdl_patterns { foo.bar }

// -----

// expected-error @+1 {{custom op 'bar' is unknown (tried 'transform.bar' as well)}}
transform.with_pdl_patterns { bar }
