use grundy::pattern::{self, Scope};
use grundy::{Budget, budget::Meter, rule::Rule};
fn main() {
    for text in std::env::args().skip(1) {
        let rule = Rule::parse(&text).unwrap();
        let t = std::time::Instant::now();
        let report = pattern::find(
            &rule,
            &Scope::default(),
            &mut Meter::new(&Budget::default()),
        );
        let t = t.elapsed();
        match report {
            Err(e) => println!("{text}\n   ERR {:?} {t:?}", e),
            Ok(r) => {
                println!("{text}   sizes {:?} {:?}", r.sizes, t);
                for f in &r.findings {
                    println!("   {:?}: {}", f.subject, f.said());
                    println!("   {}", f.said().render(grundy::Lang::Zh));
                }
                println!("   {:?} {:?}", r.remarks, r.sequences);
            }
        }
    }
}
