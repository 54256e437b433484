//! Options of the printer of IR.

use terrace_support::options;

options! {
    /// Options of printing IR. The defaults are mlir-opt's.
    #[derive(Clone, Debug)]
    pub struct PrintOptions {
        /// Every op in its generic form.
        pub generic: bool,
        /// Locations after ops and arguments.
        pub debuginfo: bool,
        /// Locations as a person would write them; they do not read back.
        pub pretty_debuginfo: bool,
        /// No aliases; everything in place.
        pub local_scope: bool,
        /// `{...}` in place of regions.
        pub skip_regions: bool,
        /// Write custom forms without asking whether the IR is valid.
        pub assume_verified: bool,
        /// The users of each value as a comment.
        pub value_users: bool,
        /// No number twice in the whole file.
        pub unique_ssa_ids: bool,
        /// Name locations name their values.
        pub nameloc_as_prefix: bool,
        /// Constants with more elements are left out.
        pub elide_elements_above: Option<i64>,
        /// Constants with more elements are written in hexadecimal.
        pub hex_above: Option<i64>,
        /// Resources with longer text are left out.
        pub elide_resources_above: Option<u64>,
        /// Write isolated ops on several cores.
        pub parallel: bool,
    }
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            generic: false,
            debuginfo: false,
            pretty_debuginfo: false,
            local_scope: false,
            skip_regions: false,
            assume_verified: false,
            value_users: false,
            unique_ssa_ids: false,
            nameloc_as_prefix: false,
            elide_elements_above: None,
            hex_above: Some(100),
            elide_resources_above: None,
            parallel: false,
        }
    }
}
