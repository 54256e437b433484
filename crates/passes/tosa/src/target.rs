//! `tosa-attach-target`: the target that a module is for, and what it supports.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_tosa::attrs::{
    Extension, Level, Profile, SpecificationVersion, TARGET_ENV, TargetEnvAttr,
};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::symbols::nearest_symbol_table;
use terrace_ir::{Diag, Ir, OpHandle, OpKind, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};

option_enum! {
    /// A version of the specification.
    pub enum VersionName {
        /// TOSA Specification version 1.0
        V1_0 = "1.0",
        /// TOSA Specification version 1.1.draft
        V1_1Draft = "1.1.draft",
    }
}

option_enum! {
    /// A level of the specification.
    pub enum LevelName {
        /// Ranges are expected to be sufficient for applications with frame sizes up to 8K.
        EightK = "8k",
        /// Allows the full range of arguments specified by the operations according to the operation data types.
        None = "none",
    }
}

pass_options! {
    /// The target.
    pub struct TargetOptions {
        /// The specification version that TOSA operators should conform to.
        specification_version("specification_version"): VersionName = "1.0",
        /// The TOSA level that operators should conform to. A TOSA level defines operator argument ranges that an
        /// implementation shall support.
        level("level"): LevelName = "8k",
        /// The TOSA profile(s) that operators should conform to. TOSA profiles enable efficient implementation on
        /// different classes of device. Each profile is an independent set of operations and data type combinations.
        profiles("profiles"): Vec<String> = "",
        /// The TOSA extension(s) that operators should conform to. TOSA profile extensions define optional operation
        /// and data type combinations.
        extensions("extensions"): Vec<String> = "",
    }
}

/// The pass.
pub static TOSA_ATTACH_TARGET: PassDef = PassDef {
    name: "tosa-attach-target",
    class: "TosaAttachTarget",
    doc: "Attach tosa.target_env information to the given module.",
    anchor: Some(ModuleOp::DEF.name),
    options: TargetOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(AttachTarget { options: options.into() }))),
    ..EMPTY_PASS
};

struct AttachTarget {
    options: TargetOptions,
}

/// Returns the cases with these keywords.
fn cases<E: EnumValue>(names: &[String], what: &str) -> Result<Vec<E>, String> {
    let case = |name: &String| {
        E::from_keyword(name).ok_or_else(|| {
            let known = E::DEF.cases.iter().filter(|case| case.value != 0).map(|case| case.name);
            let known = known.collect::<Vec<_>>().join(", ");
            format!("Unknown TOSA {what} name passed in '{name}', supported {what}s are: {known}")
        })
    };
    names.iter().map(case).collect()
}

impl IrPass for AttachTarget {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let loc = ir.op(op).loc();
        let failed = |run: &mut PassRun<'_>, text: String| {
            run.report(Diag::error(loc, text));
            Failed
        };
        let profiles =
            cases::<Profile>(&self.options.profiles, "profile").map_err(|text| failed(run, text))?;
        let extensions =
            cases::<Extension>(&self.options.extensions, "extension").map_err(|text| failed(run, text))?;
        let version = match self.options.specification_version {
            VersionName::V1_0 => SpecificationVersion::V1_0,
            VersionName::V1_1Draft => SpecificationVersion::V1_1Draft,
        };
        let level = match self.options.level {
            LevelName::EightK => Level::EightK,
            LevelName::None => Level::None,
        };
        let attr = TargetEnvAttr::get(ir.cx(), version, level, profiles, extensions);
        ir.rewrite(op.body, |rw| rw.set_attr(op.op, TARGET_ENV, attr.into()));
        Ok(())
    }
}

/// The version, level, profiles and extensions of a target.
#[derive(Debug)]
pub struct TargetEnv {
    /// The version of the specification.
    pub version: SpecificationVersion,
    /// The level of the specification.
    pub level: Level,
    /// The profiles.
    pub profiles: Vec<Profile>,
    /// The extensions.
    pub extensions: Vec<Extension>,
}

impl TargetEnv {
    /// Returns the target of a module: by default version 1.0, the level 8k and both profiles.
    pub fn of(op: OpRef<'_>) -> TargetEnv {
        let mut tables = op.self_and_ancestors().filter_map(nearest_symbol_table);
        let attr = tables.find_map(|table| table.attr(TARGET_ENV)?.dyn_cast::<TargetEnvAttr>(op.cx()));
        match attr {
            Some(attr) => TargetEnv {
                version: attr.specification_version(op.cx()),
                level: attr.level(op.cx()),
                profiles: attr.profiles(op.cx()),
                extensions: attr.extensions(op.cx()),
            },
            None => TargetEnv {
                version: SpecificationVersion::V1_0,
                level: Level::EightK,
                profiles: vec![Profile::ProInt, Profile::ProFp],
                extensions: Vec::new(),
            },
        }
    }

    /// Checks that profiles, extensions and level are of the version.
    ///
    /// # Errors
    ///
    /// A message about the first that is not.
    pub fn check_version(&self) -> Result<(), String> {
        let wrong = self.extensions.iter().find(|extension| min_version(**extension) > self.version);
        match wrong {
            None => Ok(()),
            Some(extension) => Err(format!(
                "extension '{}' is not compatible with the target version {}, minimum required version is {}",
                extension.keyword(),
                version_text(self.version),
                version_text(min_version(*extension))
            )),
        }
    }
}

/// Returns the first version that has an extension.
fn min_version(extension: Extension) -> SpecificationVersion {
    match extension {
        Extension::MxFp | Extension::Int64 | Extension::Shape => SpecificationVersion::V1_1Draft,
        _ => SpecificationVersion::V1_0,
    }
}

/// A version as messages have it: `1.1`.
pub fn version_text(version: SpecificationVersion) -> &'static str {
    match version {
        SpecificationVersion::V1_0 => "1.0",
        SpecificationVersion::V1_1Draft => "1.1",
    }
}
