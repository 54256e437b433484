//! `buffer-deallocation-pipeline`: the complete deallocation pipeline.

use terrace_pass::{OpPipeline, PassOptions, PipelineDef, Registry};

use crate::ownership;

/// The pipeline.
pub static BUFFER_DEALLOCATION_PIPELINE: PipelineDef = PipelineDef {
    name: "buffer-deallocation-pipeline",
    doc: "The default pipeline for automatically inserting deallocation operations after one-shot bufferization. \
          Deallocation operations (except `memref.realloc`) may not be present already.",
    options: ownership::OwnershipOptions::DEFS,
    build,
};

fn build(pipeline: &mut OpPipeline, registry: &Registry, options: &PassOptions) -> Result<(), String> {
    let told = options.to_text();
    let steps = [
        ("expand-realloc", "emit-deallocs=false"),
        ("canonicalize", ""),
        ("ownership-based-buffer-deallocation", &*told),
        ("canonicalize", ""),
        ("buffer-deallocation-simplification", ""),
        ("bufferization-lower-deallocations", ""),
        ("cse", ""),
        ("canonicalize", ""),
    ];
    for (name, options) in steps {
        pipeline.add_named(registry, name, options)?;
    }
    Ok(())
}
