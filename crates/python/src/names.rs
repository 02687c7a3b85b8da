//! Names of options: Python writes `return_level` what the core calls `returnLevel`.

/// The name in Python.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(char.to_ascii_lowercase());
    }
    snake
}
