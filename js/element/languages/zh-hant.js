/** The element's texts in Traditional Chinese. */
export default {
  label: "搜尋",
  loading: "載入中…",
  empty: "找不到「{query}」的結果",
  error: "無法使用搜尋",
  retry: "重試",
  results: {
    other: "顯示 {shown} 筆,共 {total} 筆結果",
  },
  unchecked: "未在所有位置尋找:{phrases}",
  didYouMean: "您是不是要找",
  close: "關閉",
  ask: "提問「{query}」",
  asking: "正在回答…",
  answer: "回答",
  askError: "沒有回答:{reason}",
  sources: "來源",
  copyContext: "複製為上下文",
  copied: "已複製",
};
