//! An allocator and a handler of panics, which the standard library would bring. Builds that only
//! search are without it: the code that words the messages of panics, which nobody would read, is
//! several kilobytes of a download of sixty. Of the allocators that were tried this is the smallest
//! that is quick and gives memory back.

use rlsf::SmallGlobalTlsf;

#[global_allocator]
static ALLOCATOR: SmallGlobalTlsf = SmallGlobalTlsf::new();

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
