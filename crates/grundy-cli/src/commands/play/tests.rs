//! The screen without a terminal: what is drawn, and whole games played by keys.

use std::path::Path;

use grundy::{Budget, Lang, Play};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Color;

use super::app::{App, Overlay, Wish, Work};
use super::layout::BoardLayout;
use super::session::{Player, Session, Terms};
use super::view;
use crate::print::paint::width;

const ONE: [Player; 2] = [Player::Person, Player::Machine];

fn session(text: &str, play: Play, players: [Player; 2]) -> Session {
    let terms = Terms {
        play,
        players,
        errs: 0,
        seed: 5,
        budget: Budget {
            positions: 50_000,
            ..Budget::default()
        },
        head: None,
    };
    Session::new(&text.parse().expect("a game"), terms)
}

fn app(text: &str, lang: Lang) -> App {
    App::new(session(text, Play::Normal, ONE), lang, true)
}

fn drawn(app: &mut App, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen");
    terminal
        .draw(|frame| view::draw(frame, app))
        .expect("a frame");
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..rows {
        let mut line = String::new();
        let mut x = 0;
        while x < columns {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += width(symbol).max(1) as u16;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A key, with all that follows from it.
fn press(app: &mut App, code: KeyCode) -> Wish {
    let wish = app.key(KeyEvent::new(code, KeyModifiers::NONE));
    follow(app, wish);
    wish
}

fn follow(app: &mut App, wish: Wish) {
    if let Wish::Work(work) = wish {
        app.busy = true;
        app.settle(work.done(app.session.clone()));
        while app.session.awaits_machine() && !app.is_watching() {
            app.settle(Work::Reply.done(app.session.clone()));
        }
    }
}

fn typed(app: &mut App, letters: &str) {
    for letter in letters.chars() {
        press(app, KeyCode::Char(letter));
    }
}

/// Screens as they are kept in a file: `## GAME KEYS…`, then what is seen. `GRUNDY_GOLDEN=write` writes the file anew.
#[test]
fn every_kind_of_scene_is_drawn() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens.txt");
    let kept = std::fs::read_to_string(&path).expect("the screens");
    let mut real = String::new();
    for heading in kept.lines().filter(|line| line.starts_with("## ")) {
        let (game, keys) = heading[3..]
            .split_once(" | ")
            .expect("game | language keys");
        let mut keys = keys.split(' ');
        let lang = match keys.next() {
            Some("zh") => Lang::Zh,
            _ => Lang::En,
        };
        let mut app = app(game, lang);
        drawn(&mut app, 80, 24);
        for key in keys {
            let code = match key {
                "Enter" => KeyCode::Enter,
                "Esc" => KeyCode::Esc,
                "Tab" => KeyCode::Tab,
                "Left" => KeyCode::Left,
                "Right" => KeyCode::Right,
                "Up" => KeyCode::Up,
                "Down" => KeyCode::Down,
                letter => KeyCode::Char(letter.chars().next().expect("a letter")),
            };
            press(&mut app, code);
            drawn(&mut app, 80, 24);
        }
        real.push_str(heading);
        real.push('\n');
        real.push_str(&drawn(&mut app, 80, 24));
    }
    if std::env::var_os("GRUNDY_GOLDEN").is_some_and(|value| value == "write") {
        std::fs::write(&path, real).expect("a writable file");
        return;
    }
    for (line, (real, kept)) in (1..).zip(real.lines().zip(kept.lines())) {
        assert_eq!(real, kept, "screens.txt, line {line}");
    }
    assert_eq!(real, kept);
}

const GAMES: [&str; 12] = [
    "nim 3 5 7",
    "kayles 7",
    "grundy 7 + nim 2",
    "wythoff 4,6",
    "turtles 0 2 5",
    "northcott 2,7 3,5",
    "chomp 3x3",
    "hackenbush ground-a,a-b,b-c,c-a",
    "graph:a-b,b-c,a-c,c-d a b",
    "moore:2 2 3 3",
    "ring:1,2 7 + nim 1",
    "divisors 12 7",
];

/// Who plays what hints name wins, and whoever only presses Enter comes to an end.
#[test]
fn games_are_played_to_the_end_by_keys() {
    for (lang, won, lost) in [
        (Lang::En, "so you win", "so the computer wins"),
        (Lang::Zh, "你胜。", "电脑胜。"),
    ] {
        for game in GAMES {
            let mut app = app(game, lang);
            let mut turns = 0;
            while app.session.awaits_person() {
                turns += 1;
                assert!(turns < 60, "{game} does not end");
                typed(&mut app, "h");
                let advised = app.session.advised();
                let number = *advised
                    .first()
                    .unwrap_or_else(|| panic!("{game} is not won"));
                typed(&mut app, "m");
                press(&mut app, KeyCode::Home);
                for _ in 0..number {
                    press(&mut app, KeyCode::Down);
                }
                press(&mut app, KeyCode::Enter);
            }
            let screen = drawn(&mut app, 80, 24);
            assert!(screen.contains(won), "{game}:\n{screen}");

            typed(&mut app, "n");
            let mut keys = 0;
            while app.session.awaits_person() {
                keys += 1;
                assert!(keys < 400, "{game} cannot be played with Enter");
                drawn(&mut app, 80, 24);
                let before = app.choice.path.len();
                press(&mut app, KeyCode::Enter);
                // Where a click begins a move, another element may end it.
                if app.choice.path.len() > before && !app.enabled.is_empty() {
                    let cursor = app.cursor.clone();
                    for code in [KeyCode::Right, KeyCode::Left, KeyCode::Up, KeyCode::Down] {
                        if app.cursor == cursor {
                            press(&mut app, code);
                        }
                    }
                }
            }
            let screen = drawn(&mut app, 80, 24);
            assert!(
                screen.contains(won) || screen.contains(lost),
                "{game}:\n{screen}"
            );
        }
    }
}

/// Every example of the catalogue can be seen, begun with Enter or from the list, and taken back.
#[test]
fn the_whole_catalogue_is_drawn_and_begun() {
    let mut seen = 0;
    for listing in grundy::rulesets::CATALOGUE {
        let game = listing.example;
        if game.parse::<grundy::Game>().is_err() {
            continue;
        }
        let mut app = app(game, Lang::Zh);
        if !app.session.board().complete {
            continue;
        }
        seen += 1;
        let before = drawn(&mut app, 90, 26);
        for _ in 0..4 {
            if app.session.played().next().is_some() {
                break;
            }
            press(&mut app, KeyCode::Enter);
        }
        if app.session.played().next().is_none() {
            press(&mut app, KeyCode::Esc);
            typed(&mut app, "m");
            press(&mut app, KeyCode::Enter);
        }
        assert!(app.session.played().next().is_some(), "{game}:\n{before}");
        let after = drawn(&mut app, 90, 26);
        assert_ne!(before, after, "{game}");
        typed(&mut app, "u");
        // As if it were seen for the first time.
        (app.cursor, app.layout) = (None, BoardLayout::default());
        press(&mut app, KeyCode::Esc);
        assert_eq!(drawn(&mut app, 90, 26), before, "{game}");
    }
    assert!(seen > 50, "only {seen} games");
}

#[test]
fn undo_goes_back_to_before_ones_own_move() {
    let mut app = app("nim 3 5 7", Lang::En);
    let game = |app: &App| app.session.board().game.to_string();
    typed(&mut app, "u");
    assert!(app.note.is_some());
    press(&mut app, KeyCode::Enter);
    let after = game(&app);
    assert_ne!(after, "nim 3 5 7");
    assert_eq!(app.session.played().count(), 2);
    typed(&mut app, "u");
    assert_eq!(game(&app), "nim 3 5 7");
    assert_eq!(app.session.played().count(), 0);
    typed(&mut app, "r");
    assert_eq!(game(&app), after);
    typed(&mut app, "r");
    assert!(app.note.is_some());
    // Another move in its place forgets what came after.
    typed(&mut app, "u");
    drawn(&mut app, 80, 24);
    press(&mut app, KeyCode::Tab);
    press(&mut app, KeyCode::Enter);
    typed(&mut app, "r");
    assert_ne!(game(&app), after);
    typed(&mut app, "n");
    assert_eq!(game(&app), "nim 3 5 7");
}

#[test]
fn a_half_made_choice_is_taken_back() {
    let mut app = app("kayles 7", Lang::En);
    drawn(&mut app, 80, 24);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.choice.path.len(), 1);
    press(&mut app, KeyCode::Esc);
    assert!(app.choice.path.is_empty());
    // The same pin twice takes it alone.
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    let first = app.session.played().next().expect("a move").1;
    assert_eq!(first.message.to_string(), "take 1");
}

#[test]
fn clicks_alike_are_told_apart_by_a_list() {
    let mut app = app("graph-nim:a-b:2,b-c:1,c-a:3 a", Lang::En);
    drawn(&mut app, 80, 24);
    while app.overlay.is_none() {
        press(&mut app, KeyCode::Enter);
        assert!(app.session.played().next().is_none(), "no list was shown");
    }
    let Some(Overlay::Moves { numbers, alike, .. }) = &app.overlay else {
        panic!("a list");
    };
    assert!(*alike && numbers.len() > 1);
    press(&mut app, KeyCode::Enter);
    assert!(app.session.played().next().is_some());
}

#[test]
fn wrong_moves_are_commented_and_right_ones_are_not() {
    let mut app = app("nim 1 2", Lang::En);
    press(&mut app, KeyCode::Enter);
    let screen = drawn(&mut app, 80, 24);
    assert!(screen.contains("would have left nim-sum 0"), "{screen}");
    typed(&mut app, "nh");
    press(&mut app, KeyCode::Enter);
    let screen = drawn(&mut app, 80, 24);
    assert!(!screen.contains("have left"), "{screen}");
}

#[test]
fn any_size_is_drawn_and_too_small_a_one_says_so() {
    for game in GAMES {
        for lang in [Lang::En, Lang::Zh] {
            let mut app = app(game, lang);
            for (columns, rows) in [(80, 24), (1, 1), (39, 24), (40, 12), (200, 60), (95, 13)] {
                let screen = drawn(&mut app, columns, rows);
                if columns == 39 {
                    assert!(screen.contains("40"), "{screen}");
                    assert!(!screen.contains("grundy"), "{screen}");
                }
                press(&mut app, KeyCode::Char('w'));
                drawn(&mut app, columns, rows);
                press(&mut app, KeyCode::Esc);
                press(&mut app, KeyCode::Char('m'));
                drawn(&mut app, columns, rows);
                press(&mut app, KeyCode::Esc);
            }
        }
    }
}

#[test]
fn large_heaps_scroll_with_the_cursor() {
    let mut app = app("nim 3000 5", Lang::En);
    for code in [KeyCode::Left; 30] {
        let screen = drawn(&mut app, 80, 24);
        assert!(screen.contains("[○]"), "{screen}");
        press(&mut app, code);
    }
    press(&mut app, KeyCode::Tab);
    assert!(drawn(&mut app, 80, 24).contains("[○]"));
}

#[test]
fn without_colours_nothing_is_coloured() {
    for game in GAMES {
        let session = session(game, Play::Normal, ONE);
        let mut app = App::new(session, Lang::En, false);
        let mut terminal = Terminal::new(TestBackend::new(100, 30)).expect("a screen");
        press(&mut app, KeyCode::Char('h'));
        terminal
            .draw(|frame| view::draw(frame, &mut app))
            .expect("a frame");
        let plain =
            |cell: &ratatui::buffer::Cell| cell.fg == Color::Reset && cell.bg == Color::Reset;
        assert!(
            terminal.backend().buffer().content().iter().all(plain),
            "{game}"
        );
    }
}

#[test]
fn the_mouse_clicks_what_it_points_at() {
    let mut app = app("nim 3 5", Lang::En);
    let screen = drawn(&mut app, 80, 24);
    let row = (screen.lines())
        .position(|line| line.contains("[○]"))
        .expect("a cursor");
    let column = width(
        screen
            .lines()
            .nth(row)
            .expect("a row")
            .split("[○]")
            .next()
            .expect("a part"),
    );
    let mouse = |kind, column: usize, row: usize| MouseEvent {
        kind,
        column: column as u16,
        row: row as u16,
        modifiers: KeyModifiers::NONE,
    };
    let down = MouseEventKind::Down(MouseButton::Left);
    assert_eq!(app.mouse(mouse(down, 0, 0)), Wish::Stay);
    app.mouse(mouse(MouseEventKind::Moved, column + 1, row + 1));
    assert_eq!(drawn(&mut app, 80, 24).matches('○').count(), 2);
    let wish = app.mouse(mouse(down, column + 1, row + 2));
    follow(&mut app, wish);
    let first = app.session.played().next().expect("a move").1;
    assert_eq!(first.message.to_string(), "take 3 (in nim 3)");
}

#[test]
fn people_and_machines_play_among_themselves() {
    let people = session("nim 1 1", Play::Misere, [Player::Person; 2]);
    let mut app = App::new(people, Lang::En, true);
    press(&mut app, KeyCode::Enter);
    assert!(drawn(&mut app, 80, 24).contains("The second player is to move."));
    press(&mut app, KeyCode::Enter);
    // Under misère play who cannot move wins.
    assert_eq!(app.session.winner(), Some(0));
    typed(&mut app, "u");
    assert_eq!(app.session.played().count(), 1);

    let machines = session("nim 1 2", Play::Normal, [Player::Machine; 2]);
    let mut app = App::new(machines, Lang::Zh, true);
    let mut moves = 0;
    while app.session.winner().is_none() {
        press(&mut app, KeyCode::Enter);
        moves += 1;
        assert!(moves < 5);
    }
    assert_eq!(app.session.winner(), Some(0));
}

#[test]
fn keys_end_the_game_or_interrupt_it() {
    let mut app = app("nim 1", Lang::En);
    let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(app.key(control), Wish::Interrupt);
    // What lies over the board is closed first.
    for above in ['w', '?', 'm'] {
        typed(&mut app, &above.to_string());
        assert!(app.overlay.is_some(), "{above}");
        assert_eq!(press(&mut app, KeyCode::Char('q')), Wish::Stay);
        assert!(app.overlay.is_none(), "{above}");
    }
    assert_eq!(press(&mut app, KeyCode::Char('q')), Wish::Quit);
}
