//! What the standard library would bring. The search build is without it: the code that words
//! the messages of panics, which nobody would read, is several kilobytes of a download of forty.

use dlmalloc::GlobalDlmalloc;

#[global_allocator]
static ALLOCATOR: GlobalDlmalloc = GlobalDlmalloc;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
