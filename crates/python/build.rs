//! Tells the linker that Python brings its own functions along.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
