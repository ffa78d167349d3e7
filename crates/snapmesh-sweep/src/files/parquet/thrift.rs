//! Thrift's compact protocol, read without taking memory: what a file says about itself is looked at before it is trusted.

use ::parquet::errors::ParquetError;
use std::io::Read;

type Result<T> = std::result::Result<T, ParquetError>;

/// Structures within structures; those of Parquet are four deep.
const DEPTH: usize = 16;

/// The kinds of values that have a meaning here.
pub(super) const STRUCT: u8 = 12;
const LIST: u8 = 9;

/// What is read, and how much of it may be.
pub(super) struct Thrift<R> {
    input: R,
    /// Bytes that may still be read.
    pub(super) left: u64,
    /// Elements of lists that may still come.
    pub(super) elements: u64,
}

/// A field of a structure: its number and the kind of its value.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) id: i64,
    kind: u8,
}

impl<R: Read> Thrift<R> {
    pub(super) fn new(input: R, left: u64, elements: u64) -> Self {
        Self { input, left, elements }
    }

    pub(super) fn into_inner(self) -> R {
        self.input
    }

    fn byte(&mut self) -> Result<u8> {
        self.left = self.left.checked_sub(1).ok_or_else(broken)?;
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(|_| broken())?;
        Ok(byte[0])
    }

    fn number(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(broken())
    }

    /// A whole number, which must be of that kind.
    pub(super) fn integer(&mut self, field: Field) -> Result<i64> {
        if !(4..=6).contains(&field.kind) {
            return Err(broken());
        }
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn pass(&mut self, bytes: u64) -> Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or_else(broken)?;
        let passed = std::io::copy(&mut self.input.by_ref().take(bytes), &mut std::io::sink());
        if passed.is_ok_and(|passed| passed == bytes) { Ok(()) } else { Err(broken()) }
    }

    /// Hands out the fields of a structure, each of which is to be read or skipped.
    pub(super) fn fields(&mut self, mut each: impl FnMut(&mut Self, Field) -> Result<()>) -> Result<()> {
        let mut id = 0;
        loop {
            let head = self.byte()?;
            let (delta, kind) = (i64::from(head >> 4), head & 15);
            if kind == 0 {
                return Ok(());
            }
            id = if delta > 0 { id + delta } else { self.integer(Field { id, kind: 4 })? };
            each(self, Field { id, kind })?;
        }
    }

    /// How many elements a list has, which must be of one kind. Each is in the file, so there are no more than bytes.
    pub(super) fn list(&mut self, field: Field, wanted: u8) -> Result<u64> {
        let (count, kind) = self.list_of(field)?;
        if count == 0 || kind == wanted { Ok(count) } else { Err(broken()) }
    }

    fn list_of(&mut self, field: Field) -> Result<(u64, u8)> {
        if !(LIST..=LIST + 1).contains(&field.kind) {
            return Err(broken());
        }
        let head = self.byte()?;
        let count = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
        self.elements = self.elements.checked_sub(count).ok_or_else(broken)?;
        if count > self.left { Err(broken()) } else { Ok((count, head & 15)) }
    }

    /// Reads over a value.
    pub(super) fn skip(&mut self, field: Field) -> Result<()> {
        self.skip_within(field.kind, DEPTH)
    }

    fn skip_within(&mut self, kind: u8, depth: usize) -> Result<()> {
        let depth = depth.checked_sub(1).ok_or_else(broken)?;
        match kind {
            1 | 2 => Ok(()),
            3 => self.pass(1),
            4..=6 => self.number().map(drop),
            7 => self.pass(8),
            8 => self.number().and_then(|length| self.pass(length)),
            LIST | 10 => {
                let (count, kind) = self.list_of(Field { id: 0, kind })?;
                (0..count).try_for_each(|_| match kind {
                    1 | 2 => self.pass(1),
                    other => self.skip_within(other, depth),
                })
            }
            STRUCT => self.fields(|file, field| file.skip_within(field.kind, depth)),
            // Parquet has no maps and no identifiers.
            _ => Err(broken()),
        }
    }
}

/// A file that says of itself what cannot be.
pub(super) fn broken() -> ParquetError {
    ParquetError::General("it does not hold what its footer says".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(bytes: &[u8]) -> bool {
        Thrift::new(bytes, bytes.len() as u64, 100).skip(Field { id: 1, kind: STRUCT }).is_ok()
    }

    #[test]
    fn what_is_longer_than_the_file_is_refused() {
        assert!(skipped(&[0x15, 0x02, 0x18, 0x01, b'a', 0x00]), "a number and a text");
        assert!(!skipped(&[0x18, 0x7f, b'a', 0x00]), "a text beyond the end");
        assert!(!skipped(&[0x19, 0xf1, 0xff, 0xff, 0xff, 0x7f, 0x00]), "billions of flags in no bytes");
        assert!(!skipped(&[0x1c; 100]), "structures in structures without end");
        assert!(!skipped(&[0x15]), "nothing more");
    }
}
