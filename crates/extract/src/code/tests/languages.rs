//! The definitions found in each language.

use super::*;

#[test]
fn rust() {
    let source = "\
//! The crate.
use x;

/// A point.
#[derive(Debug)]
pub struct Point { x: u8 } // trailing
const X: u8 = 1;

// About what follows,

impl<T> fmt::Display for Point<T> {
    /// Writes.
    fn fmt(&self) {}
}
macro_rules! point { () => {} }
mod elsewhere;
mod tests {
    fn test() {}
}
trait Near { fn is_near(&self); }
extern \"C\" {
    fn c();
}
";
    let want = [
        "Point L6",
        "fmt::Display for Point<T> L11",
        "  fmt L13",
        "point L15",
        "tests L17",
        "  test L18",
        "Near L20",
        "c L22",
    ];
    assert_eq!(outline_of("a.rs", source), want);
    let document = read("a.rs", source);
    let starts: Vec<&str> =
        document.sections.iter().map(|s| source[s.start..].lines().next().unwrap()).collect();
    assert_eq!(
        starts[..3],
        ["/// A point.", "impl<T> fmt::Display for Point<T> {", "    /// Writes."]
    );
}

#[test]
fn python() {
    let source = "\
import x

# About f.
@decorated
def f(a):
    def inner(): pass

class A(B):
    \"\"\"Words.\"\"\"
    @property
    def p(self): pass
    async def q(self): pass

if True:
    def g(): pass
";
    assert_eq!(outline_of("a.py", source), ["f L5", "A L8", "  p L11", "  q L12", "g L15"]);
    let document = read("a.py", source);
    assert!(source[document.sections[0].start..].starts_with("# About f."));
    assert!(source[document.sections[2].start..].starts_with("    @property"));
}

#[test]
fn javascript_and_typescript() {
    let source = "\
/** The app. */
export default class App extends Base {
  #own() {}
  onClick = () => { go() };
}
export const load = async (a) => {};
const limit = 3;
exports.run = function () {};
function *all() {}
export default function () {}
";
    let want = ["App L2", "  #own L3", "  onClick L4", "load L6", "exports.run L8", "all L9"];
    for extension in ["js", "mjs", "jsx", "tsx"] {
        assert_eq!(outline_of(&format!("a.{extension}"), source), want, "{extension}");
    }
    let source = "\
@Component()
export abstract class C {
  @Input() name: string;
  // About m.
  @Host()
  m(): void {}
  abstract n(): void;
}
interface I { a(): void }
type T = { x: 1 };
declare module \"x\" {
  function q(): void;
}
namespace N {
  export function r() {}
}
export enum E { A }
";
    let want = [
        "C L2",
        "  m L6",
        "  n L7",
        "I L9",
        "T L10",
        "\"x\" L11",
        "  q L12",
        "N L14",
        "  r L15",
        "E L17",
    ];
    assert_eq!(outline_of("a.ts", source), want);
    let starts: Vec<usize> = read("a.ts", source).sections.iter().map(|s| s.start).collect();
    assert_eq!((starts[0], starts[1]), (0, source.find("  // About").unwrap()));
}

#[test]
fn go() {
    let source = "\
package main

// F does.
func F() {}
func (s *S) M() int { return 1 }
type S struct { a int }
type (
	A struct{}
	B = int
)
";
    assert_eq!(outline_of("a.go", source), ["F L4", "M L5", "S L6", "A L8", "B L9"]);
}

#[test]
fn java_and_csharp() {
    let source = "\
package x;
/** Words. */
@Ann
public class A {
  public A() {}
  @Override
  public void m() {}
  class In {
    void q() {}
  }
}
enum E { X;
  void y() {}
}
record R(int a) {}
";
    let want = ["A L4", "  A L5", "  m L7", "  In L8", "    q L9", "E L12", "  y L13", "R L15"];
    assert_eq!(outline_of("A.java", source), want);
    let source = "\
using System;
namespace X.Y {
  /// <summary>Words.</summary>
  [Attr]
  public class A {
    public A() {}
    public void M() {}
  }
  struct S {}
}
";
    assert_eq!(outline_of("A.cs", source), ["X.Y L2", "  A L5", "    A L6", "    M L7", "  S L9"]);
}

#[test]
fn c_and_cpp() {
    let source = "\
#ifndef X
#define X
/* About f. */
static int *f(int a) { return 0; }
struct s { int a; };
struct s use_of_it;
typedef struct { int b; } T;
typedef int (*fp)(int);
int declared(void);
#endif
";
    let headings = ["f L4", "s L5", "T L7", "fp L8"];
    assert_eq!(outline_of("a.c", source), headings);
    let source = "\
namespace a::b {
template <typename T>
class C : public D {
public:
  C() {}
  int operator+(int x) { return 1; }
};
void C::m(int &x) {}
int &C::n() { return x; }
class Later;
}
extern \"C\" {
  void g() {}
}
";
    let want =
        ["a::b L1", "  C L3", "    C L5", "    operator+ L6", "  C::m L8", "  C::n L9", "g L13"];
    assert_eq!(outline_of("a.cpp", source), want);
}

#[test]
fn ruby_bash_and_php() {
    let source = "\
module M
  # About A.
  class A < B
    def m; end
    def self.s
    end
    class << self
      def t; end
    end
  end
  class Failed < StandardError; end
end
def top(a) = 1
";
    let want = ["M L1", "  A L3", "    m L4", "    s L5", "    t L8", "  Failed L11", "top L13"];
    assert_eq!(outline_of("a.rb", source), want);
    let document = read("a.rb", source);
    assert!(source[document.sections[1].start..].starts_with("  # About A."));
    let source = "#!/bin/sh\nset -e\n\n# About f.\nf() {\n  echo\n}\nfunction g { echo; }\n";
    assert_eq!(outline_of("a.sh", source), ["f L5", "g L8"]);
    let source = "\
<?php
namespace A\\B;
/** Words. */
#[Attr]
function f() {}
abstract class C {
  public function m() {}
}
trait T {}
";
    assert_eq!(outline_of("a.php", source), ["f L5", "C L6", "  m L7", "T L9"]);
}

#[test]
fn methods_of_large_classes_are_parts() {
    let method = |name: &str, body: usize| {
        format!("  // About {name}.\n  {name}() {{\n{}  }}\n\n", "    call();\n".repeat(body))
    };
    let (a, b) = (method("a", 20), method("b", 20));
    let class = format!("class C {{\n  x = 1;\n\n{a}{b}}}\n\n");
    let source = format!("import x;\n\n{class}function last() {{\n}}\n");
    let document = read("a.js", &source);
    check(&document);
    let head = "import x;\n\nclass C {\n  x = 1;\n\n".to_owned() + &a;
    assert_eq!(parts(&document), [head, b + "}\n\n", "function last() {\n}\n".into()]);
    let small = format!("class C {{\n{}{}}}\n\n", method("a", 5), method("b", 5));
    let document = read("a.js", &small.repeat(2));
    assert_eq!(parts(&document), [small.as_str(); 2]);
    assert_eq!(document.sections.len(), 6);
}

#[test]
fn source_with_errors_keeps_what_was_found() {
    let source = "fn ok() {}\n\n)) ((\n\nstruct { a: }\n\nfn last() {}\n";
    assert_eq!(outline_of("a.rs", source), ["ok L1", "last L7"]);
    let minified = format!("{}\n", "function a(){};".repeat(50));
    assert_eq!(outline_of("a.js", &minified), ["a L1"]);
}

#[test]
fn nesting_without_end_is_cut_off() {
    for (open, extension) in
        [("mod a {\n", "rs"), ("namespace a {\n", "cpp"), ("if x:\n ", "py"), ("(", "js")]
    {
        check(&read(&format!("a.{extension}"), &open.repeat(20_000)));
    }
}

#[test]
fn what_is_no_program_is_given_up_in_good_time() {
    let xml = "<message>\n  <source>Open &amp; close</source>\n</message>\n\n".repeat(4_000);
    for (extension, text) in
        [("ts", xml), ("rs", "--> ".repeat(60_000)), ("cs", "<!--".repeat(60_000))]
    {
        let document = read(&format!("a.{extension}"), &text);
        check(&document);
        assert!(document.sections.is_empty(), "{extension}");
    }
}
