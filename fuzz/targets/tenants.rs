//! Finds tenants in any bytes.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::index::tenants);
