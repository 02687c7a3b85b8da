"""From a folder of Markdown to a chain of LangChain:

    pip install "kindex-docs[langchain]"
    python chain.py docs "how do I install it?"
"""

import sys

import kindex_docs
from kindex_docs.langchain import KindexRetriever
from langchain_core.language_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough

folder, question = sys.argv[1:]

builder = kindex_docs.Builder()
builder.add_files(folder)
retriever = KindexRetriever(index=builder.finish(), search={"limit": 3})

prompt = ChatPromptTemplate.from_template("Answer from these passages alone:\n\n{passages}\n\nQuestion: {question}")
model = FakeListChatModel(responses=["Put a chat model here, such as ChatOpenAI(...)."])
passages = retriever | (lambda found: "\n\n".join(f"{one.metadata['source']}\n{one.page_content}" for one in found))
chain = {"passages": passages, "question": RunnablePassthrough()} | prompt | model | StrOutputParser()

print(*(one.metadata["source"] for one in retriever.invoke(question)), sep="\n")
print(chain.invoke(question))
