//! The pages of the book whose code is compiled and run as tests.

macro_rules! pages {
    ($($(#[$meta:meta])* $name:ident: $path:literal,)*) => {
        $(
            $(#[$meta])*
            #[doc = include_str!(concat!("../../../docs/", $path))]
            mod $name {}
        )*
    };
}

pages! {
    assembly_formats: "build/assembly-formats.md",
    #[cfg(feature = "passes")]
    bufferize: "build/bufferize-your-op.md",
    #[cfg(feature = "passes")]
    build_ir: "build/build-ir.md",
    bytecode: "build/bytecode.md",
    #[cfg(feature = "passes")]
    conversions: "build/conversions.md",
    define_a_dialect: "build/define-a-dialect.md",
    #[cfg(feature = "interp")]
    interpret: "build/interpret-your-op.md",
    #[cfg(feature = "tools")]
    own_tool: "build/own-tool.md",
    patterns: "build/patterns.md",
    regions: "build/regions.md",
    test_your_dialect: "build/test-your-dialect.md",
    traits_and_interfaces: "build/traits-and-interfaces.md",
    #[cfg(feature = "passes")]
    transform: "build/transform-your-ir.md",
    #[cfg(feature = "passes")]
    traits_by_example: "build/traits-by-example.md",
    #[cfg(feature = "passes")]
    interfaces_by_example: "build/interfaces-by-example.md",
    #[cfg(feature = "passes")]
    first_pass: "start/first-pass.md",
    #[cfg(feature = "passes")]
    analyses: "build/analyses.md",
}
