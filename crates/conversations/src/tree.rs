//! Conversations that branch, where a question was asked anew or an answer made again.

use std::collections::BTreeMap;

use super::exchange::{Exchange, Role, Turn};

/// One message, or the place of one that is left out.
pub(super) struct Node<'a> {
    pub(super) id: &'a str,
    pub(super) parent: Option<&'a str>,
    pub(super) turn: Option<Turn>,
}

/// The exchanges of all branches: those of the branch that ends at `shown` first, then what each
/// other branch adds. Every node gives its turn once. Another answer to a question stands in the
/// exchange of the question. Without `shown` the last branch comes first.
pub(super) fn exchanges(nodes: Vec<Node<'_>>, shown: Option<&str>) -> Vec<Exchange> {
    let parents = parents(&nodes);
    let ends = ends(&nodes, &parents, shown);
    let turns = nodes.into_iter().map(|node| node.turn).collect();
    let mut walk = Walk { owners: vec![None; parents.len()], parents, turns, ..Walk::default() };
    for end in ends {
        walk.branch(end);
    }
    walk.exchanges
}

/// The number of each node's parent. Nodes of which none names a parent follow each other.
fn parents(nodes: &[Node<'_>]) -> Vec<Option<usize>> {
    if nodes.iter().all(|node| node.parent.is_none()) {
        return (0..nodes.len()).map(|number| number.checked_sub(1)).collect();
    }
    let mut numbers = BTreeMap::new();
    for (number, node) in nodes.iter().enumerate() {
        numbers.entry(node.id).or_insert(number);
    }
    nodes.iter().map(|node| numbers.get(node.parent?).copied()).collect()
}

/// The last node of each branch. All nodes follow, for those that only a cycle leads to.
fn ends(nodes: &[Node<'_>], parents: &[Option<usize>], shown: Option<&str>) -> Vec<usize> {
    let mut is_parent = vec![false; nodes.len()];
    for parent in parents.iter().flatten() {
        if let Some(flag) = is_parent.get_mut(*parent) {
            *flag = true;
        }
    }
    let leaves = is_parent.iter().enumerate().filter(|(_, is_parent)| !**is_parent);
    let leaves: Vec<usize> = leaves.map(|(number, _)| number).collect();
    let shown = shown.and_then(|id| nodes.iter().position(|node| node.id == id));
    let first = shown.or(leaves.last().copied());
    first.into_iter().chain(leaves).chain(0..nodes.len()).collect()
}

#[derive(Default)]
struct Walk {
    parents: Vec<Option<usize>>,
    turns: Vec<Option<Turn>>,
    /// For each node that was met, the exchange that it belongs to, if there is one yet.
    owners: Vec<Option<Option<usize>>>,
    exchanges: Vec<Exchange>,
    branches: usize,
}

impl Walk {
    /// Adds the messages of the branch that ends at a node, without those of earlier branches.
    fn branch(&mut self, end: usize) {
        let (path, mut current) = self.new_nodes(end);
        let mut number = None;
        for node in path.into_iter().rev() {
            if let Some(mut turn) = self.turns.get_mut(node).and_then(Option::take) {
                let parts = number.is_none();
                turn.branch = *number.get_or_insert_with(|| {
                    self.branches += 1;
                    self.branches
                });
                current = Some(self.add(turn, current, parts));
            }
            if let Some(owner) = self.owners.get_mut(node) {
                *owner = Some(current);
            }
        }
    }

    /// The nodes from `end` up that were not met before, and the exchange above them.
    fn new_nodes(&mut self, end: usize) -> (Vec<usize>, Option<usize>) {
        let mut path = Vec::new();
        let mut at = Some(end);
        while let Some(node) = at {
            match self.owners.get_mut(node) {
                Some(owner @ None) => *owner = Some(None),
                Some(Some(exchange)) => return (path, *exchange),
                None => break,
            }
            path.push(node);
            at = self.parents.get(node).copied().flatten();
        }
        (path, None)
    }

    /// Adds a turn and gives the number of its exchange. `parts` says that a branch begins.
    fn add(&mut self, turn: Turn, current: Option<usize>, parts: bool) -> usize {
        let open = current.and_then(|number| Some((number, self.exchanges.get_mut(number)?)));
        if let Some((number, exchange)) = open
            && (turn.role == Role::Answer || !parts && !exchange.is_answered())
        {
            exchange.turns.push(turn);
            return number;
        }
        self.exchanges.push(Exchange { turns: vec![turn] });
        self.exchanges.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `id parent`: an upper case id asks, a lower case one answers, `-` has no text.
    fn tree(nodes: &[&str], shown: Option<&str>) -> Vec<String> {
        let node = |text: &'static str, parent: Option<&'static str>| {
            let text = text.to_owned();
            let asks = text.starts_with(char::is_uppercase);
            let turn =
                if asks { Turn::of_user(text, None) } else { Turn::of_assistant(text, None) };
            (turn, parent)
        };
        let nodes = nodes.iter().map(|line| {
            let (id, parent) = line.split_once(' ').unwrap_or((line, ""));
            let parent = Some(parent).filter(|parent| !parent.is_empty());
            let id: &'static str = id.to_owned().leak();
            let (turn, parent) = node(id, parent.map(|parent| &*parent.to_owned().leak()));
            Node { id, parent, turn: (!id.starts_with('-')).then_some(turn) }
        });
        let text = |turn: &Turn| format!("{}{}", turn.text, turn.branch);
        let exchanges = exchanges(nodes.collect(), shown);
        exchanges.iter().map(|e| e.turns.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn the_branch_that_is_shown_comes_first() {
        let nodes = ["-", "A -", "a A", "B a", "b B", "C a", "c C", "D c"];
        assert_eq!(tree(&nodes, Some("b")), ["A1 a1", "B1 b1", "C2 c2", "D2"]);
        assert_eq!(tree(&nodes, None), ["A1 a1", "C1 c1", "D1", "B2 b2"]);
    }

    #[test]
    fn another_answer_stands_with_its_question() {
        let nodes = ["A", "a A", "B a", "b B", "x A", "y x", "C y", "-h A", "z -h"];
        assert_eq!(tree(&nodes, Some("b")), ["A1 a1 x2 y2 z3", "B1 b1", "C2"]);
    }

    #[test]
    fn a_question_asked_anew_is_an_exchange() {
        assert_eq!(tree(&["-", "A -", "a A", "B -", "b B"], Some("a")), ["A1 a1", "B2 b2"]);
        assert_eq!(tree(&["A", "B A", "C A"], Some("B")), ["A1 B1", "C2"]);
    }

    #[test]
    fn nodes_without_parents_follow_each_other() {
        assert_eq!(tree(&["A", "a", "B", "b"], None), ["A1 a1", "B1 b1"]);
    }

    #[test]
    fn cycles_and_orphans_are_kept() {
        let found = tree(&["A b", "b A", "C nowhere", "d d"], None).join(" ");
        for id in ["A", "b", "C", "d"] {
            assert_eq!(found.matches(id).count(), 1, "{found}");
        }
    }

    proptest! {
        #[test]
        fn every_turn_comes_once(parents in prop::collection::vec(0_usize..12, 1..12)) {
            let line = |(number, parent): (usize, &usize)| {
                let id = |n: usize| format!("{}{n:02}_", if n.is_multiple_of(3) { "Q" } else { "a" });
                format!("{} {}", id(number), id(*parent))
            };
            let lines: Vec<String> = parents.iter().enumerate().map(line).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let found = tree(&lines, Some("a01_")).join(" ");
            for number in 0..parents.len() {
                prop_assert_eq!(found.matches(&format!("{number:02}_")).count(), 1);
            }
        }
    }
}
