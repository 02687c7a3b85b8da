//! HTTP: a server on one's own machine, and a folder of files as its answers.
//!
//! [`serve`] answers each request by a function. [`Site`] is the one of a folder; a function of
//! one's own may ask it for the path of a request, answer some paths itself, and leave it the rest.

mod answer;
mod base;
mod body;
mod conditions;
mod file;
mod folder;
mod hosts;
mod kind;
mod server;
mod site;

pub use answer::Request;
pub use base::Base;
pub use hosts::{Hosts, name as host_name};
pub use server::serve;
pub use site::Site;
