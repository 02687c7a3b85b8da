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

pub use answer::{Answer, Request, of_bytes, of_status, text};
pub use base::Base;
pub use body::{Body, BodyError, whole as whole_body};
pub use file::Opened;
pub use folder::Found;
pub use hosts::{Hosts, name as host_name};
pub use kind::of as kind_of;
pub use server::{Peer, port, serve};
pub use site::Site;
