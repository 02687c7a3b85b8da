//! Why a request has no result.

use crate::rpc::RpcError;
use kindex::Error;

/// The reason that a request has no result yet, or never.
pub(crate) enum Halt {
    /// It has an error.
    Rpc(RpcError),
    Query(String),
    Index(Error),
}

impl From<RpcError> for Halt {
    fn from(error: RpcError) -> Self {
        Halt::Rpc(error)
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Index(error)
    }
}
