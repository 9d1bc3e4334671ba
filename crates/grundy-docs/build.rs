//! Lists the pages of the guide, so that a new page needs no line here.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let guide = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("guide");
    let mut list = String::from("&[\n");
    for lang in ["en", "zh"] {
        let folder = guide.join(lang);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut pages = fs::read_dir(&folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<_>>>()?;
        pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
        pages.sort();
        for page in pages {
            println!("cargo::rerun-if-changed={}", page.display());
            let name = page.file_stem().and_then(|name| name.to_str());
            let name = name.unwrap_or_default();
            let _ = writeln!(list, "    ({lang:?}, {name:?}, include_str!({page:?})),");
        }
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("guide.rs"), list)
}
