//! What is answered: predictions that follow the rows, shops that are new, and what is wrong.

use crate::{Folder, post, predict, weeks};
use service::process::wait_for;

#[test]
fn predictions_follow_the_rows() {
    let folder = Folder::new("predictions");
    let service = folder.start();
    let mut client = service.client().unwrap();
    post(&mut client, &[weeks("Pier", 10, 4), weeks("Mill", 4, 4)].concat());
    let first = wait_for(&mut client, 56).unwrap();
    assert_eq!((first.draws.way.as_str(), first.draws.updates, first.draws.khat), ("cold run", 0, None));
    let before = predict(&mut client, "Pier");
    assert!((before.mean - 10.0).abs() < 1.5 && before.rows == 56, "{before:?}");
    assert!(before.low < before.mean && before.mean < before.high && before.low >= 1.0, "{before:?}");
    // The same draws give the same answer.
    assert_eq!(predict(&mut client, "Pier"), before);

    // A day more changes little, and nothing is sampled for it.
    post(&mut client, &weeks("Pier", 14, 1)[4..5]);
    let second = wait_for(&mut client, 57).unwrap();
    assert_eq!((second.draws.way.as_str(), second.draws.updates), ("weighted", 1), "{second:?}");
    assert!(second.draws.khat.unwrap() < 0.7 && second.draws.ess.unwrap() > 250.0, "{second:?}");
    let after = predict(&mut client, "Pier");
    assert!(after.mean > before.mean && after.rows == 57, "{before:?} {after:?}");

    // Weeks of other sales change much.
    post(&mut client, &weeks("Pier", 30, 12));
    // Nobody waits for these draws but who asks for them.
    assert!([57, 57 + 84].contains(&predict(&mut client, "Pier").rows));
    let third = wait_for(&mut client, 57 + 84).unwrap();
    assert!(["moved", "refitted"].contains(&third.draws.way.as_str()), "{third:?}");
    let mean = predict(&mut client, "Pier").mean;
    assert!((mean - (4.0 * 10.0 + 2.0 + 12.0 * 30.0) / 16.1).abs() < 2.0, "{mean}");
    assert_eq!(third.draws.published, 3);
}

#[test]
fn a_new_shop_is_one_more_label() {
    let folder = Folder::new("shops");
    let service = folder.start();
    let mut client = service.client().unwrap();
    post(&mut client, &[weeks("Pier", 10, 4), weeks("Mill", 4, 4)].concat());
    wait_for(&mut client, 56).unwrap();
    let (pier, mill) = (predict(&mut client, "Pier"), predict(&mut client, "Mill"));
    post(&mut client, &[weeks("Old%20Harbour]", 25, 2), weeks("Ü", 1, 1)].concat());
    let known = wait_for(&mut client, 56 + 21).unwrap();
    // The usual sales of new shops were drawn from their prior, and weighted.
    assert!(known.draws.khat.is_some(), "{known:?}");
    assert_eq!(known.draws.shops, ["Pier", "Mill", "Old%20Harbour]", "Ü"]);
    let new = predict(&mut client, "Old%2520Harbour%5D");
    assert!((new.mean - 25.0).abs() < 4.0, "{new:?}");
    assert!((predict(&mut client, "Pier").mean - pier.mean).abs() < 1.0);
    assert!((predict(&mut client, "Mill").mean - mill.mean).abs() < 1.0);
    // A single day tells so little that nothing is sampled.
    post(&mut client, &weeks("Quay", 9, 1)[..1]);
    let last = wait_for(&mut client, 56 + 21 + 1).unwrap();
    assert_eq!(last.draws.way, "weighted", "{last:?}");
    assert!((predict(&mut client, "Quay").mean - 9.0).abs() < 5.0);
}

#[test]
fn what_is_wrong_is_answered_in_words() {
    let folder = Folder::new("wrong");
    let service = folder.start();
    let mut client = service.client().unwrap();
    let friday = |shop: &str| format!("/predict?shop={shop}&weekday=friday");
    let row = |count: &str| format!(r#"[{{"shop": "Pier", "weekday": "friday", "count": {count}}}]"#);
    for (path, body, status, words) in [
        ("/rows", "[{".to_owned(), 400, "EOF"),
        ("/rows", row("-1"), 400, "invalid value: integer `-1`"),
        ("/rows", row("1.5"), 400, "expected u32"),
        ("/rows", row("1, \"colour\": 2"), 400, "unknown field `colour`"),
        ("/rows", "[]".to_owned(), 400, "from 1 to 10000 rows"),
        ("/rows", " ".repeat(3 << 20), 413, "length limit"),
        (&friday("Pier"), String::new(), 404, "no shop `Pier` among the 0"),
        ("/predict?shop=Pier", String::new(), 400, "missing field `weekday`"),
        ("/predict?shop=Pier&weekday=feria", String::new(), 400, "unknown variant `feria`"),
        ("/state?rows=many", String::new(), 400, "invalid digit"),
        ("/else", String::new(), 404, "/predict"),
    ] {
        let posts = path == "/rows";
        let answer = if posts { client.post(path, &body) } else { client.get(path) };
        // A connection whose request was too long is closed.
        let answer = match answer {
            Ok(answer) => answer,
            Err(_) if status == 413 => {
                client = service.client().unwrap();
                continue;
            }
            Err(error) => panic!("{path}: {error}"),
        };
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        let json: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        assert!(json["error"].as_str().unwrap().contains(words), "{path}: {answer:?}");
        client = service.client().unwrap();
    }
    // Nothing of it is in the log, and what is right is taken.
    post(&mut client, &weeks("Pier", 3, 2));
    assert_eq!(wait_for(&mut client, 14).unwrap().logged, 14);
    assert_eq!(client.get(&friday("Mole")).unwrap().status, 404);
    assert_eq!(client.get(&friday("Pier")).unwrap().status, 200);
}
