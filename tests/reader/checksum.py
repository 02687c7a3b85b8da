"""XXH64, after its specification."""

import struct

_MASK = (1 << 64) - 1
_P1 = 0x9E3779B185EBCA87
_P2 = 0xC2B2AE3D27D4EB4F
_P3 = 0x165667B19E3779F9
_P4 = 0x85EBCA77C2B2AE63
_P5 = 0x27D4EB2F165667C5


def _rotate(value, bits):
    return ((value << bits) | (value >> (64 - bits))) & _MASK


def _round(lane, word):
    return _rotate((lane + word * _P2) & _MASK, 31) * _P1 & _MASK


def _merge(value, lane):
    return ((value ^ _round(0, lane)) * _P1 + _P4) & _MASK


def _stripes(data, seed):
    """The sum over the stripes of 32 bytes, of which there is at least one."""
    a, b, c, d = (seed + _P1 + _P2) & _MASK, (seed + _P2) & _MASK, seed, (seed - _P1) & _MASK
    for first, second, third, fourth in struct.iter_unpack("<4Q", data):
        a, b, c, d = _round(a, first), _round(b, second), _round(c, third), _round(d, fourth)
    value = (_rotate(a, 1) + _rotate(b, 7) + _rotate(c, 12) + _rotate(d, 18)) & _MASK
    for lane in (a, b, c, d):
        value = _merge(value, lane)
    return value


def _tail(value, data):
    """Takes in the bytes after the last stripe: by eight, by four, and one by one."""
    eights = len(data) // 8 * 8
    for (word,) in struct.iter_unpack("<Q", data[:eights]):
        value = (_rotate(value ^ _round(0, word), 27) * _P1 + _P4) & _MASK
    rest = data[eights:]
    if len(rest) >= 4:
        (word,) = struct.unpack("<I", rest[:4])
        value = (_rotate(value ^ (word * _P1 & _MASK), 23) * _P2 + _P3) & _MASK
        rest = rest[4:]
    for byte in rest:
        value = _rotate(value ^ (byte * _P5 & _MASK), 11) * _P1 & _MASK
    return value


def xxh64(data, seed=0):
    data = bytes(data)
    stripes = len(data) // 32 * 32
    value = _stripes(data[:stripes], seed) if stripes else (seed + _P5) & _MASK
    value = _tail((value + len(data)) & _MASK, data[stripes:])
    value = (value ^ (value >> 33)) * _P2 & _MASK
    value = (value ^ (value >> 29)) * _P3 & _MASK
    return value ^ (value >> 32)


def checksum(data):
    """The checksum of pages, names and headers."""
    return xxh64(data) & 0xFFFFFFFF
