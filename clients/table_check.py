"""Other programs read our tables: pyarrow and DuckDB the Parquet, Python's csv the CSV, and all see the same.

    cargo run -p snapmesh-sweep --example client_tables -- target/clients
    python3 clients/table_check.py target/clients

The first writes one table in both formats. What is missing here is installed by name into FOLDER/venv. Each program
also writes the table back, as FOLDER/from-NAME.parquet, for us to read.
"""

import csv
import os
import subprocess
import sys
import venv
from pathlib import Path

PACKAGES = ["pyarrow==26.0.1", "duckdb==1.5.6"]
folder = Path(sys.argv[1]).resolve()

if Path(sys.prefix) != folder / "venv":
    python = folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True)
    sys.exit(subprocess.run([python, __file__, folder]).returncode)

import duckdb  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402

KINDS = {"int64": int, "double": float, "bool": lambda text: {"true": True, "false": False}.get(text, text), "string": str}
failures = []


def check(what, found, wanted):
    if found != wanted:
        failures.append(f"{what}: {found!r}, not {wanted!r}")


source = str(folder / "rows.parquet")
file = parquet.ParquetFile(source)
table = file.read()
names = table.column_names
kinds = [str(field.type) for field in table.schema]

# The names say what the columns hold.
wanted = {"integer": "int64", "real": "double", "flag": "bool", "text": "string"}
check("kinds", kinds, [wanted[name.split("_")[0]] for name in names])
check("notes", file.metadata.metadata.get(b"kit", b"").decode(), 'Grüße "1"')
check("writer", file.metadata.created_by.startswith("snapmesh version "), True)

# Every cell of the Parquet file is that of the CSV, bit for bit: `repr` knows the sign of a zero.
with open(folder / "rows.csv", encoding="utf-8", newline="") as lines:
    head, *rows = csv.reader(lines)
check("names", head, names)
check("rows", table.num_rows, len(rows))
for at, (name, kind) in enumerate(zip(names, kinds)):
    written = [KINDS[kind](row[at]) if row[at] else None for row in rows]
    read = table.column(at).to_pylist()
    differing = [index for index, pair in enumerate(zip(written, read)) if repr(pair[0]) != repr(pair[1])]
    check(f"{name}, rows that differ between CSV and Parquet", differing[:5], [])

# DuckDB decodes and counts by itself, and its statistics are those we wrote.
duck = duckdb.connect()
check("DuckDB's rows", duck.sql(f"select count(*) from '{source}'").fetchone()[0], len(rows))
for at, (name, kind) in enumerate(zip(names, kinds)):
    values = [value for value in table.column(at).to_pylist() if value is not None]
    found = duck.sql(f'select count("{name}"), min("{name}"), max("{name}") from \'{source}\'').fetchone()
    check(f"DuckDB's {name}", found, (len(values), min(values), max(values)))
    if kind == "int64":
        found = duck.sql(f'select sum("{name}"::hugeint) from \'{source}\'').fetchone()[0]
        check(f"DuckDB's sum of {name}", int(found), sum(values))
most = duck.sql(f"select max(integer_6) from '{source}' where integer_6 < 5000").fetchone()[0]
check("DuckDB's filter", most, min(4999, len(rows) - 1))

parquet.write_table(table, folder / "from-pyarrow.parquet")
duck.sql(f"copy (from '{source}') to '{folder / 'from-duckdb.parquet'}' (format parquet)")

print("\n".join(failures))
print(f"{len(rows)} rows, {len(names)} columns, {file.num_row_groups} groups: {len(failures)} failures")
sys.exit(1 if failures else 0)
