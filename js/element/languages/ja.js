/** The element's texts in Japanese. */
export default {
  label: "検索",
  loading: "読み込み中…",
  empty: "「{query}」に一致する結果はありません",
  error: "検索を利用できません",
  retry: "再試行",
  results: {
    other: "{total} 件中 {shown} 件",
  },
  unchecked: "一部でのみ検索: {phrases}",
  didYouMean: "もしかして:",
  close: "閉じる",
  ask: "「{query}」と質問する",
  asking: "回答を作成中…",
  answer: "回答",
  askError: "回答がありません: {reason}",
  sources: "出典",
  copyContext: "コンテキストとしてコピー",
  copied: "コピーしました",
};
