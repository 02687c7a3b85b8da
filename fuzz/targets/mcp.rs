//! Answers any messages of the Model Context Protocol.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::mcp::answer);
