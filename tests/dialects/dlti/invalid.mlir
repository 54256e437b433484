// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

// expected-error @below {{repeated DLTI key: "a"}}
func.func private @dl_spec_repeated_key() attributes {a = #dlti.dl_spec<"a" = 1, "a" = 2>}

// -----

// expected-error @below {{empty string as DLTI key is not allowed}}
func.func private @dl_spec_empty_key() attributes {a = #dlti.dl_spec<"" = 1, "a" = 2>}

// -----

// expected-error @below {{no DLTI entries provided}}
func.func private @target_device_spec_without_entries() attributes {a = #dlti.target_device_spec<>}

// -----

// expected-error @below {{value associated with key "a" is not a DLTI device spec}}
func.func private @target_system_spec_value_not_device() attributes {a = #dlti.target_system_spec<"a" = 1>}

// -----

// expected-error @below {{type as DLTI key is not allowed}}
func.func private @target_device_spec_type_key() attributes {a = #dlti.target_device_spec<#dlti.dl_entry<i32, 1>>}

// -----

// expected-error @below {{'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute}}
func.func private @dl_spec_is_integer() attributes {dlti.dl_spec = 1}

// -----

// expected-error @below {{attribute 'dlti.foo' not supported by dialect}}
func.func private @unknown_dlti_attribute() attributes {dlti.foo = 1}

// -----

// expected-error @below {{unknown data layout entry name: dlti.foo}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.foo" = 1>} {}

// -----

// expected-error @below {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "foo">} {}
