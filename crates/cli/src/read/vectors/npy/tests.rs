use super::super::GivenVectors;
use super::*;
use crate::write::gzip::compress;
use proptest::prelude::*;
use std::fs;
use tempfile::TempDir;

/// A file as `numpy.save` writes it.
fn npy(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}");
    let header = format!("{header:<117}\n");
    [b"\x93NUMPY\x01\x00v\x00", header.as_bytes(), data].concat()
}

/// Two rows of two numbers.
fn small() -> Vec<u8> {
    npy("'<f4'", "False", "(2, 2)", b"\x00\x00\x80?\x00\x00 \xc0\xcd\xcc\xcc=\x00\xe0\x7fG")
}

const IDS: &str = "{\"id\": \"a#0.0\", \"embed\": \"words\"}\n{\"id\": \"a#0.1\"}\n";

fn folder(array: &[u8], ids: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("site.npy"), array).unwrap();
    fs::write(folder.path().join("site.jsonl"), ids).unwrap();
    folder
}

fn given(array: &[u8]) -> Result<GivenVectors, String> {
    message_of(&folder(array, IDS.as_bytes()), "site.npy")
}

fn message_of(folder: &TempDir, name: &str) -> Result<GivenVectors, String> {
    let path = folder.path().join(name);
    read(&path).map(|read| read.given).map_err(|failure| match failure {
        Failure::Message(message) => message.replace(&format!("{}/", folder.path().display()), ""),
        other => panic!("{other:?}"),
    })
}

fn values(given: Result<GivenVectors, String>) -> Vec<f32> {
    let given = given.unwrap();
    assert_eq!((given.dimensions, given.ids), (2, vec!["a#0.0".to_owned(), "a#0.1".into()]));
    given.values
}

#[test]
fn numbers_of_every_width_are_read() {
    let expected = [1.0, -2.5, 0.1, 65504.0];
    assert_eq!(values(given(&small())), expected);
    let numbers = [1.0f64, -2.5, 0.1, 65504.0];
    let of = |bytes: Vec<[u8; 8]>, descr| npy(descr, "False", "(2, 2)", &bytes.concat());
    let (little, big) = (numbers.map(f64::to_le_bytes), numbers.map(f64::to_be_bytes));
    assert_eq!(values(given(&of(little.to_vec(), "'<f8'"))), expected);
    assert_eq!(values(given(&of(big.to_vec(), "'>f8'"))), expected);
    let big = expected.map(f32::to_be_bytes).concat();
    assert_eq!(values(given(&npy("\">f4\"", "False", "(2,2)", &big))), expected);
    let half = npy("'<f2'", "False", "(2, 2)", b"\x00<\x00\xc1f.\xff{");
    assert_eq!(values(given(&half)), [1.0, -2.5, 0.099_975_586, 65504.0]);
}

#[test]
fn halves_are_those_of_numpy() {
    for (bits, value) in [
        (0x0001, 5.960_464_5e-8),
        (0x03ff, 6.097_555e-5),
        (0x0400, 6.103_515_6e-5),
        (0x3554, 0.333_007_8),
        (0x7bff, 65504.0),
        (0x7c00, f32::INFINITY),
        (0xfc00, f32::NEG_INFINITY),
        (0xbe00, -1.5),
        (0x0000, 0.0),
    ] {
        assert_eq!(half(bits), value, "{bits:x}");
    }
    assert!(half(0x7e00).is_nan());
    assert!(half(0x8000).is_sign_negative());
}

#[test]
fn newer_versions_and_compressed_files_are_read() {
    let mut second = small();
    second.splice(6..10, *b"\x02\x00v\x00\x00\x00");
    let expected = values(given(&small()));
    assert_eq!(values(given(&second)), expected);
    let folder = folder(b"", &compress(IDS.as_bytes()).unwrap());
    fs::write(folder.path().join("site.npy.gz"), compress(&small()).unwrap()).unwrap();
    fs::rename(folder.path().join("site.jsonl"), folder.path().join("site.ndjson.gz")).unwrap();
    assert_eq!(values(message_of(&folder, "site.npy.gz")), expected);
}

#[test]
fn what_is_no_table_of_numbers_is_refused() {
    let types = |name: &str| {
        format!(
            "its numbers are of the type {name}; accepted are f2, f4 and f8: save vectors.astype(\"float32\")"
        )
    };
    let long = "it says 2 rows of 2 numbers of 4 bytes and has 3 bytes of them";
    for (array, what) in [
        (b"".to_vec(), NO_ARRAY),
        (b"\x93NUMPY".to_vec(), NO_ARRAY),
        (b"\x93NUMPY\x04\x00v\x00".to_vec(), "its format is 4.0; accepted are 1.0 to 3.0"),
        (small()[..100].to_vec(), "it is cut off in its header"),
        (b"\x93NUMPY\x01\x00\x02\x00{}".to_vec(), NO_ARRAY),
        (npy("'<i8'", "False", "(2, 2)", b""), &types("<i8")),
        (npy("'|O'", "False", "(2, 2)", b""), &types("|O")),
        (npy("'é'", "False", "(2, 2)", b""), &types("é")),
        (npy("[('a', '<f4')]", "False", "(2,)", b""), &types("of several fields")),
        (
            npy("'<f4'", "True", "(2, 2)", b""),
            "it has one column after another (Fortran order); save numpy.ascontiguousarray(vectors)",
        ),
        (
            npy("'<f4'", "False", "(2, 2, 1)", b""),
            "its shape is (2, 2, 1); accepted is a table with a row for each chunk",
        ),
        (
            npy("'<f4'", "False", "(2,)", b""),
            "its shape is (2,); accepted is a table with a row for each chunk",
        ),
        (npy("'<f4'", "False", "(-2, 2)", b""), NO_ARRAY),
        (npy("'<f4'", "False", "(2, 2)", b"abc"), long),
        (
            npy("'<f8'", "False", "(4611686018427387904, 4)", b""),
            "it says 4611686018427387904 rows of 4 numbers of 8 bytes and has 0 bytes of them",
        ),
        (
            npy("'<f4'", "False", "(0, 18446744073709551615)", b""),
            "it has 0 rows, and site.jsonl, which names them, has 2 lines",
        ),
        (npy("'<f4'", "False", "(2, 0)", b""), "row 0, id \"a#0.0\": the vector has no numbers"),
    ] {
        assert_eq!(given(&array), Err(format!("cannot use site.npy: {what}")));
    }
}

#[test]
fn faults_have_row_and_id() {
    let bad =
        npy("'<f4'", "False", "(2, 2)", &[1.0, 2.0, 3.0, f32::NAN].map(f32::to_le_bytes).concat());
    let expected = "cannot use site.npy: row 1, id \"a#0.1\": number 1 of the vector is NaN";
    assert_eq!(given(&bad), Err(expected.into()));
    let large =
        npy("'<f8'", "False", "(2, 2)", &[1.0, 2.0, 1e300, 1.0].map(f64::to_le_bytes).concat());
    assert!(given(&large).unwrap_err().ends_with("number 0 of the vector is inf"));
}

#[test]
fn ids_stand_in_a_file_beside_row_by_row() {
    let three = format!("{IDS}{{\"id\": \"b\"}}\n");
    let expected =
        "cannot use site.npy: it has 2 rows, and site.jsonl, which names them, has 3 lines";
    assert_eq!(message_of(&folder(&small(), three.as_bytes()), "site.npy"), Err(expected.into()));
    let bad = message_of(&folder(&small(), b"{\"id\": \"a\"}\n{}\n"), "site.npy").unwrap_err();
    assert!(bad.starts_with("cannot use site.jsonl: line 2: missing field `id`"), "{bad}");
    let alone = folder(&small(), b"");
    fs::remove_file(alone.path().join("site.jsonl")).unwrap();
    let missing = message_of(&alone, "site.npy").unwrap_err();
    assert!(missing.starts_with("cannot use site.npy: there is no site.jsonl"), "{missing}");
}

proptest! {
    #[test]
    fn any_bytes_are_an_error_or_a_table(
        changes in prop::collection::vec((0usize..150, any::<u8>()), 0..6),
        length in 0usize..150,
    ) {
        let mut bytes = small();
        for (at, byte) in changes {
            if let Some(changed) = bytes.get_mut(at) {
                *changed = byte;
            }
        }
        bytes.truncate(length);
        if let Ok(array) = Array::parse(&bytes) {
            prop_assert!(array.rows().take(9).all(|row| row.len() == array.columns));
        }
    }
}
