//! Makes one vector of those that a model gives for the tokens of a text.

use serde_json::Value;

/// The way in which that is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pooling {
    /// The mean of all.
    Mean,
    /// The first, which stands for the text.
    First,
}

impl Pooling {
    /// As the settings of sentence-transformers say; the mean where they do not.
    ///
    /// # Errors
    /// If it is another way: its name.
    pub fn of(settings: &Value) -> Result<Self, String> {
        let named = settings.get("pooling_mode").and_then(Value::as_str);
        let mode_of = |(key, value): (&String, &Value)| {
            let name = key.strip_prefix("pooling_mode_")?;
            (*value == Value::Bool(true)).then(|| name.to_owned())
        };
        let flags = settings.as_object().into_iter().flatten().filter_map(mode_of);
        let modes: Vec<String> = named.map(str::to_owned).into_iter().chain(flags).collect();
        match modes.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [] | ["mean" | "mean_tokens"] => Ok(Pooling::Mean),
            ["cls" | "cls_token"] => Ok(Pooling::First),
            other => Err(format!(
                "the vectors of tokens are pooled by {}; accepted are mean_tokens and cls_token",
                other.join(" and ")
            )),
        }
    }

    /// One vector of `width` numbers, of those of the tokens one after another.
    pub fn pool(self, tokens: &[f32], width: usize) -> Vec<f32> {
        let mut rows = tokens.chunks_exact(width.max(1));
        if self == Pooling::First {
            return rows.next().unwrap_or_default().to_vec();
        }
        let mut sums = vec![0.0f64; width];
        let count = rows.len().max(1) as f64;
        for row in rows {
            for (sum, &number) in sums.iter_mut().zip(row) {
                *sum += f64::from(number);
            }
        }
        sums.into_iter().map(|sum| (sum / count) as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_say_the_way() {
        let of = |settings: Value| Pooling::of(&settings);
        assert_eq!(of(Value::Null), Ok(Pooling::Mean));
        let minilm = json!({"pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true});
        assert_eq!(of(minilm), Ok(Pooling::Mean));
        let bge = json!({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false});
        assert_eq!(of(bge), Ok(Pooling::First));
        assert_eq!(of(json!({"pooling_mode": "cls"})), Ok(Pooling::First));
        let last = of(json!({"pooling_mode_lasttoken": true})).unwrap_err();
        assert!(last.contains("pooled by lasttoken;"), "{last}");
    }

    #[test]
    fn tokens_become_one() {
        let tokens = [1.0, 2.0, 3.0, 6.0, 5.0, 1.0];
        assert_eq!(Pooling::Mean.pool(&tokens, 2), [3.0, 3.0]);
        assert_eq!(Pooling::First.pool(&tokens, 2), [1.0, 2.0]);
        assert!(Pooling::First.pool(&[], 0).is_empty());
    }
}
