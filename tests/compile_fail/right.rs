// Right programs, which compile and run. They show that the other programs of this folder fail for their own
// reasons.
#[path = "../common/plain.rs"]
mod plain;
#[path = "../common/written_out.rs"]
mod written_out;

fn main() {
    for (_, compare) in written_out::MODELS {
        compare();
    }
    println!("right");
}
