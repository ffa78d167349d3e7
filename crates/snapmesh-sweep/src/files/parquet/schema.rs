//! Columns of ours as columns of Parquet, and back.

use crate::table::{Column, Kind};
use ::parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use ::parquet::errors::ParquetError;
use ::parquet::schema::types::{ColumnDescriptor, SchemaDescriptor, Type, TypePtr};
use snapmesh::{Problem, Problems};
use std::path::Path;
use std::sync::Arc;

/// The schema of a table. Every column may have empty cells.
pub(super) fn schema_of(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let fields = columns.iter().map(|column| {
        let (physical, logical) = match column.kind {
            Kind::Integer => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let builder = Type::primitive_type_builder(&column.name, physical);
        builder.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<_, _>>()?;
    Type::group_type_builder("rows").with_fields(fields).build().map(Arc::new)
}

/// The columns of a file, ours or one that another program made of ours.
pub(super) fn columns_of(path: &Path, schema: &SchemaDescriptor) -> Result<Vec<Column>, Problems> {
    let columns = schema.columns().iter().map(|column| {
        let kind = kind_of(column).ok_or_else(|| unknown(path, column))?;
        Ok(Column { name: column.path().string(), kind })
    });
    columns.collect()
}

fn unknown(path: &Path, column: &ColumnDescriptor) -> Problems {
    let (physical, converted) = (column.physical_type(), column.converted_type());
    let message =
        format!("the column `{}` cannot be read: it is {physical} {converted}", column.path().string());
    let help = "write it as INT64, DOUBLE, BOOLEAN or text";
    Problem::error(path.display().to_string(), message).help(help).into()
}

fn kind_of(column: &ColumnDescriptor) -> Option<Kind> {
    if column.path().parts().len() != 1 || column.max_rep_level() > 0 {
        return None;
    }
    match (column.physical_type(), column.converted_type()) {
        (Physical::INT32 | Physical::INT64, converted) => signed(converted).then_some(Kind::Integer),
        (Physical::FLOAT | Physical::DOUBLE, _) => Some(Kind::Real),
        (Physical::BOOLEAN, _) => Some(Kind::Flag),
        (Physical::BYTE_ARRAY, ConvertedType::UTF8 | ConvertedType::NONE) => Some(Kind::Text),
        _ => None,
    }
}

/// Whether the bits of an integer are its value: not so for what counts from zero only, for decimals and dates.
fn signed(converted: ConvertedType) -> bool {
    use ConvertedType::{INT_8, INT_16, INT_32, INT_64, NONE};
    matches!(converted, NONE | INT_8 | INT_16 | INT_32 | INT_64)
}
