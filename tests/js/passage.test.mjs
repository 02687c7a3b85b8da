// The words by which a result leads to its sentence.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PACKAGE } from "./support.mjs";

const { passageOf, withPassage } = await import(new URL("element/passage.js", PACKAGE));

/** A hit whose passage is between brackets, and whose matches are between stars. */
function hitOf(marked) {
  const highlights = [];
  let text = "";
  let start = 0;
  let end;
  let open;
  for (const char of marked) {
    if (char === "⟦") start = text.length;
    else if (char === "⟧") end = text.length;
    else if (char === "★" && open === undefined) open = text.length;
    else if (char === "★") {
      highlights.push([open, text.length]);
      open = undefined;
    } else text += char;
  }
  return { text, highlights, children: [{ start, end: end ?? text.length }] };
}

const CASES = {
  "a short sentence": ["First one here. A ★quince★ wants the sun. Last one.", ["A quince wants the sun"]],
  "a long sentence": [
    "A ★quince★ wants the sun and a wall behind it so that the frost of a night in May does no harm.",
    ["A quince wants the sun and", "May does no harm"],
  ],
  "the passage, not what stands before it": ["A ★quince★ is a tree.\n\n⟦Some ★quince★ of the garden.⟧", ["Some quince of the garden"]],
  "the sentence with the most matches": ["One ★tree★ stands here. A ★quince★ ★tree★ stands there.", ["A quince tree stands there"]],
  "words with signs of punctuation": [
    "When you call the ★parser★, it says “no such thing”, and then (after a while) it stops.",
    ["When you call the parser", "it stops"],
  ],
  "a list": ["Steps:\n\n- Take the ★hammer★ out\n- Hit the nail", ["Take the hammer out"]],
  "a table": ["| Tool | For |\n| --- | --- |\n| ★Shears★ made of steel | Hedges |", ["Shears made of steel"]],
  "a heading": ["## The ★quince★ tree of May", ["The quince tree of May"]],
  "three words, which may stand anywhere": ["## The ★quince★ tree", []],
  "code": ["Run:\n\n```sh\nprune all of the --quickly ★tree★\n```\n", ["prune all of the", "tree"]],
  "code without a word alone": ["```\n--★quickly★=1\n```", []],
  "names with signs": ["Set `x.y` of the ★tree★ of many leaves.", ["of the tree of many leaves"]],
  "code within a line": ["Call `the small parser` of the ★tree★ with ``a``.", ["Call the small parser of the tree with a"]],
  "nothing": ["---\n", []],
  "no matches": ["A tree stands here. Another one.", ["A tree stands here"]],
  "writing without spaces": ["これは木です。★梨★の木は庭にあります。", ["梨の木は庭にあります"]],
  "Japanese with commas": ["まず、★梨★の木は、庭の隅に植えます。", ["庭の隅に植えます"]],
  "Chinese in brackets": ["前一句。「★安装★程序」会自动下载所有文件。", ["会自动下载所有文件"]],
  Thai: ["คำสั่ง★ติดตั้ง★ไลบรารี", ["คำสั่งติดตั้งไลบรารี"]],
  Lao: ["ຄໍາສັ່ງ★ຕິດຕັ້ງ★ຫໍສະໝຸດ", ["ຄໍາສັ່ງຕິດຕັ້ງຫໍສະໝຸດ"]],
  "Khmer with its signs": ["មុន។ពាក្យ\u200b★បញ្ជា★\u200bដំឡើង។", ["ពាក្យ\u200bបញ្ជា\u200bដំឡើង"]],
  Burmese: ["အရင်။စာကြည့်တိုက်ကို★ထည့်သွင်း★ပါ။", ["စာကြည့်တိုက်ကိုထည့်သွင်းပါ"]],
  "Persian with signs that nobody sees": ["این را می\u200cخواهم ★نصب★ کنم، باشد؟ نه.", ["این را می\u200cخواهم نصب کنم", "باشد"]],
  Hindi: ["पहला। यह ★स्थापना★ का आदेश है। अंत।", ["यह स्थापना का आदेश है"]],
  Spanish: ["¿Cómo se instala el ★programa★ aquí?", ["Cómo se instala el programa aquí"]],
};

describe("the words of a passage", () => {
  for (const [name, [marked, expected]] of Object.entries(CASES)) {
    test(`are found in ${name}`, () => assert.deepEqual(passageOf(hitOf(marked)), expected));
  }

  test("are found without children", () => {
    assert.deepEqual(passageOf({ text: "A tree stands here.", highlights: [] }), ["A tree stands here"]);
  });
});

test("an address leads to a passage", () => {
  const passage = ["a-b, c & d=e", "größe"];
  const words = ":~:text=a%2Db%2C%20c%20%26%20d%3De,gr%C3%B6%C3%9Fe";
  assert.equal(withPassage("https://a.example/b", passage), `https://a.example/b#${words}`);
  assert.equal(withPassage("https://a.example/b#c", passage), `https://a.example/b#c${words}`);
  assert.equal(withPassage("https://a.example/b#c", []), "https://a.example/b#c");
  assert.equal(withPassage("", passage), "");
});
