/** The element's texts in Chinese. */
export default {
  label: "搜索",
  loading: "正在加载…",
  empty: "没有找到“{query}”的结果",
  error: "搜索不可用",
  retry: "重试",
  results: {
    other: "显示 {shown} 条,共 {total} 条结果",
  },
  unchecked: "未在所有位置查找:{phrases}",
  didYouMean: "您是不是要找",
  close: "关闭",
  ask: "提问“{query}”",
  asking: "正在回答…",
  answer: "回答",
  askError: "没有回答:{reason}",
  sources: "来源",
  copyContext: "复制为上下文",
  copied: "已复制",
};
