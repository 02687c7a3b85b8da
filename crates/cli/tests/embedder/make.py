"""Makes the small models of this folder, and the vectors that onnxruntime gives by them.

python make.py, with onnx, onnxruntime, tokenizers and numpy. The models are of the form of those that
people use: tokens of WordPiece, places, types, one layer of attention, weights of 8 bits. Their words
mean something: those of one line of WORDS have nearly the same vector.
"""

import json
from pathlib import Path

import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

HERE = Path(__file__).parent
WORDS = """
car automobile vehicle wheels
cat kitten paws milk
sleep rest bed
petrol fuel
a an the needs others how do i
query passage : > . , ##s
""".strip().split("\n")
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WIDTH, INNER, PLACES = 16, 32, 64
TEXTS = [
    "An automobile needs petrol.",
    "Wheels > Wheels\nA vehicle needs fuel, a car needs wheels.",
    "kittens",
    "",
    "cat " * 40,
]


def words():
    return [word for line in WORDS for word in line.split()]


def tokenizer():
    vocab = {word: at for at, word in enumerate(SPECIAL + words())}
    found = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=40))
    found.normalizer = normalizers.BertNormalizer()
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [("[CLS]", vocab["[CLS]"]), ("[SEP]", vocab["[SEP]"])]
    found.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    # As many files have it, and as it must not count.
    found.enable_padding(length=24)
    found.enable_truncation(24)
    return found


class Graph:
    """Nodes and weights, each named by its number."""

    def __init__(self, seed):
        self.nodes, self.weights, self.random = [], [], numpy.random.default_rng(seed)

    def weight(self, array):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(numpy.ascontiguousarray(array), name))
        return name

    def numbers(self, *array):
        return self.weight(numpy.array(array, numpy.int64))

    def normal(self, *shape, scale=1.0):
        return (self.random.normal(size=shape) * scale).astype(numpy.float32)

    def of(self, kind, *inputs, count=1, **attributes):
        names = [f"t{len(self.nodes)}_{at}" for at in range(count)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if count == 1 else names

    def product(self, value, rows, columns):
        """With weights of 8 bits, as dynamic quantization makes it."""
        small = numpy.round(self.normal(rows, columns, scale=40)).clip(-127, 127).astype(numpy.int8)
        given, scale, zero = self.of("DynamicQuantizeLinear", value, count=3)
        whole = self.of("MatMulInteger", given, self.weight(small), zero)
        scale = self.of("Mul", scale, self.weight(numpy.float32(0.004)))
        return self.of("Mul", self.of("Cast", whole, to=TensorProto.FLOAT), scale)

    def layer_norm(self, value):
        ones, zeros = numpy.ones(WIDTH, numpy.float32), numpy.zeros(WIDTH, numpy.float32)
        return self.of("LayerNormalization", value, self.weight(ones), self.weight(zeros), axis=-1)

    def embeddings(self):
        rows = [self.normal(WIDTH, scale=0.1) for _ in SPECIAL]
        for line in WORDS:
            meaning = self.normal(WIDTH, scale=2.0 if "needs" not in line else 0.2)
            rows += [meaning + self.normal(WIDTH, scale=0.1) for _ in line.split()]
        return self.of("Gather", self.weight(numpy.array(rows, numpy.float32)), "input_ids")

    def places(self):
        count = self.of("Gather", self.of("Shape", "input_ids"), self.numbers(1))
        table = self.weight(self.normal(PLACES, WIDTH, scale=0.05))
        return self.of("Slice", table, self.numbers(0), count, self.numbers(0))

    def attention(self, value):
        query, key, content = (self.product(value, WIDTH, WIDTH) for _ in range(3))
        mask = self.of("Cast", self.of("Unsqueeze", "attention_mask", self.numbers(1)), to=TensorProto.FLOAT)
        mask = self.of("Mul", self.of("Sub", mask, self.weight(numpy.float32(1))), self.weight(numpy.float32(1e4)))
        scores = self.of("MatMul", query, self.of("Transpose", key, perm=[0, 2, 1]))
        shares = self.of("Softmax", self.of("Add", scores, mask), axis=-1)
        return self.product(self.of("MatMul", shares, content), WIDTH, WIDTH)

    def gelu(self, value):
        half = self.of("Mul", value, self.weight(numpy.float32(0.5)))
        erf = self.of("Erf", self.of("Div", value, self.weight(numpy.float32(2**0.5))))
        return self.of("Mul", half, self.of("Add", erf, self.weight(numpy.float32(1))))

    def saved(self, file, inputs, output, shape):
        given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in inputs]
        made = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
        graph = helper.make_graph(self.nodes, "small", given, made, self.weights)
        file.parent.mkdir(exist_ok=True, parents=True)
        save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), file)


def tokens_model(file):
    """Gives a vector for each token."""
    graph = Graph(1)
    types = graph.of("Gather", graph.weight(graph.normal(2, WIDTH, scale=0.1)), "token_type_ids")
    value = graph.of("Add", graph.of("Add", graph.embeddings(), graph.places()), types)
    value = graph.layer_norm(value)
    value = graph.layer_norm(graph.of("Add", value, graph.attention(value)))
    inner = graph.gelu(graph.product(value, WIDTH, INNER))
    value = graph.of("Add", value, graph.product(inner, INNER, WIDTH))
    graph.nodes.append(helper.make_node("Identity", [value], ["last_hidden_state"]))
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    graph.saved(file, inputs, "last_hidden_state", ["batch", "tokens", WIDTH])


def text_model(file):
    """Gives the vector of the text itself, and takes only the tokens."""
    graph = Graph(2)
    value = graph.of("ReduceMax", graph.embeddings(), axes=[1], keepdims=0)
    graph.nodes.append(helper.make_node("Identity", [value], ["sentence_embedding"]))
    graph.saved(file, ["input_ids"], "sentence_embedding", ["batch", WIDTH])


def vectors(file, texts, most):
    """The mean over the tokens, or the vector of the text, by onnxruntime."""
    session, cut = onnxruntime.InferenceSession(str(file)), tokenizer()
    cut.no_padding()
    cut.enable_truncation(most)
    found = []
    for text in texts:
        encoded = cut.encode(text)
        given = {"input_ids": encoded.ids, "attention_mask": encoded.attention_mask, "token_type_ids": encoded.type_ids}
        wanted = [one.name for one in session.get_inputs()]
        value = session.run(None, {name: numpy.array([given[name]], numpy.int64) for name in wanted})[0][0]
        found.append((value if value.ndim == 1 else value.mean(axis=0)).tolist())
    return found


def main():
    tokens, text = HERE / "tokens", HERE / "text"
    tokens_model(tokens / "model.onnx")
    text_model(text / "onnx" / "model.onnx")
    for folder in (tokens, text):
        tokenizer().save(str(folder / "tokenizer.json"))
    (tokens / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 32}) + "\n")
    expected = {
        "texts": TEXTS,
        "tokens": vectors(tokens / "model.onnx", TEXTS, 32),
        "text": vectors(text / "onnx" / "model.onnx", TEXTS, 24),
        "prompted": vectors(tokens / "model.onnx", ["query : " + text for text in TEXTS], 32),
    }
    (HERE / "expected.json").write_text(json.dumps(expected) + "\n")


main()
