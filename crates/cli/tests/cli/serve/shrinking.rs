//! What is sent of a file that becomes shorter meanwhile.

use super::Server;
use std::io::{Read, Write};
use std::net::TcpStream;

/// Bytes that nothing makes smaller.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    std::iter::repeat_with(&mut next).take(count / 8).flatten().collect()
}

#[test]
fn a_file_that_shrinks_while_it_is_sent_breaks_the_connection_off() {
    // More than lies between the two programs on its way.
    let whole = noise(40 << 20);
    for encoding in ["gzip", "identity"] {
        let server = Server::new();
        server.files.write("site/large.kdx", &whole);
        let ask = |name: &str| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            let headers =
                format!("Host: localhost\r\nConnection: close\r\nAccept-Encoding: {encoding}");
            write!(stream, "GET /{name} HTTP/1.1\r\n{headers}\r\n\r\n").unwrap();
            stream
        };
        let mut stream = ask("large.kdx");
        let mut answer = vec![0; 1000];
        stream.read_exact(&mut answer).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200 "));
        let is_compressed = String::from_utf8_lossy(&answer).contains("content-encoding: gzip");
        assert_eq!(is_compressed, encoding == "gzip");
        std::fs::File::create(server.files.path("site/large.kdx")).unwrap();
        // How it ends is up to the system: with an end or an error.
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.len() < whole.len(), "{encoding}: all was sent before");
        assert!(!answer.ends_with(b"\r\n0\r\n\r\n"), "{encoding}: it seems whole");
        let mut small = Vec::new();
        ask("site.kdx").read_to_end(&mut small).unwrap();
        assert_eq!(small.ends_with(b"\r\n0\r\n\r\n"), is_compressed);
    }
}
