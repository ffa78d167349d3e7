//! Tables and reports, read by real clients: pyarrow, DuckDB and a browser.

use crate::browser;
use crate::repository::{build_programs, program, root, run_in_root};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Writes tables and a report, and has them read.
pub(crate) fn run() -> Result<(), String> {
    let folder = root().join("target/clients");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    build_programs()?;
    tables(&folder)?;
    report(&folder)
}

fn tables(folder: &Path) -> Result<(), String> {
    let has_venv = Command::new("python3").args(["-c", "import venv, ensurepip"]).output();
    if !has_venv.is_ok_and(|output| output.status.success()) {
        println!(
            "> tables skipped: install Python 3 with venv to have our tables read by pyarrow and DuckDB"
        );
        return Ok(());
    }
    run_in_root(Command::new(program("examples/client_tables")).arg(folder))?;
    run_in_root(Command::new("python3").arg("clients/table_check.py").arg(folder))
}

/// The report of a real sweep, as a browser shows it.
fn report(folder: &Path) -> Result<(), String> {
    let Some(browser) = browser::find() else {
        println!("> report skipped: install Chromium to have the report of a sweep opened by a browser");
        return Ok(());
    };
    let (table, page) = (folder.join("sweep.parquet"), folder.join("sweep.html"));
    let snapmesh = |args: &[&str]| run_in_root(Command::new(program("snapmesh")).args(args));
    let vary = ["--vary", "selection.method=arena,corridor,star,branch", "--seeds", "25", "--fresh"];
    snapmesh(&[&["sweep", "kits/starter", "--quiet", "-o", &shown(&table)], &vary[..]].concat())?;
    snapmesh(&["report", &shown(&table), "--kit", "kits/starter", "--quiet", "-o", &shown(&page)])?;
    look(browser, &page, folder)
}

/// Opens a page: its plots must be there, its pictures must be loaded, and nobody may be asked for anything.
fn look(browser: &str, page: &Path, folder: &Path) -> Result<(), String> {
    let (picture, net) = (folder.join("sweep.png"), folder.join("net.json"));
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]);
    command.args(["--disable-component-update", "--no-first-run", "--window-size=1400,4000", "--dump-dom"]);
    command.arg(format!("--screenshot={}", shown(&picture))).arg(format!("--log-net-log={}", shown(&net)));
    // The browser itself may not reach anyone either.
    command.arg("--host-resolver-rules=MAP * ~NOTFOUND");
    command.arg(format!("--user-data-dir={}", shown(&folder.join("browser"))));
    command.arg(format!("file://{}", shown(page)));
    println!("> {browser} {}", page.display());
    let output = command.output().map_err(|error| error.to_string())?;
    let dom = String::from_utf8_lossy(&output.stdout);
    let plots = dom.matches("<svg").count();
    let pictures = dom.matches("data:image/png;base64,").count();
    if !output.status.success() || plots < 15 || pictures < 4 {
        return Err(format!("{}: {plots} plots and {pictures} pictures in the browser", page.display()));
    }
    let seen = std::fs::metadata(&picture).map_or(0, |file| file.len());
    if seen < 50_000 {
        return Err(format!("{}: the browser's picture of it has {seen} bytes", page.display()));
    }
    let asked = requests(&net)?;
    if !asked.is_empty() {
        return Err(format!("{}: the page asked for {}", page.display(), asked.join(", ")));
    }
    println!("{plots} plots, {pictures} pictures, no request to any host");
    Ok(())
}

/// What a page asked other hosts for. A browser also asks for things of its own accord, which have no origin.
fn requests(log: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read(log).map_err(|error| format!("{}: {error}", log.display()))?;
    let log: Value = serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", log.display()))?;
    let events = log["events"].as_array().ok_or("the browser logged no events")?;
    let by_page = events.iter().map(|event| &event["params"]).filter(|params| {
        let own = params["initiator"].as_str() == Some("not an origin");
        let url = params["url"].as_str().unwrap_or_default();
        url.starts_with("http") && !own && params.get("initiator").is_some()
    });
    Ok(by_page.map(|params| params["url"].to_string()).collect())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
