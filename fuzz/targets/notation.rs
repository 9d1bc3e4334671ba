//! Law: whatever reads as a game prints to text that reads back and prints the same; whatever does not has a place.
#![cfg_attr(fuzzing, no_main)]

use grundy::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Game>() {
        Ok(game) => {
            let printed = game.to_string();
            let again: Game = printed
                .parse()
                .unwrap_or_else(|error| panic!("'{printed}' does not read back: {error}"));
            assert_eq!(again.to_string(), printed);
        }
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1 && !error.example.is_empty());
            for lang in [grundy::Lang::En, grundy::Lang::Zh] {
                // A place of a template left unfilled would show; escaped control characters have braces of their own.
                let rendered = error.render(lang).replace("\\u{", "");
                let mut braces = rendered.split('{').skip(1);
                let unfilled = braces.any(|inner| inner.starts_with(char::is_alphabetic));
                assert!(!unfilled || text.contains('{'), "{rendered}");
            }
        }
    }
});
