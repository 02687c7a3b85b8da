/** The element's texts in Russian. */
export default {
  label: "Поиск",
  loading: "Загрузка…",
  empty: "Ничего не найдено по запросу «{query}»",
  error: "Поиск недоступен",
  retry: "Повторить",
  results: {
    one: "{shown} из {total} результата",
    few: "{shown} из {total} результатов",
    many: "{shown} из {total} результатов",
    other: "{shown} из {total} результата",
  },
  unchecked: "Искали не везде: {phrases}",
  didYouMean: "Возможно, вы имели в виду",
  close: "Закрыть",
  ask: "Спросить «{query}»",
  asking: "Пишется ответ…",
  answer: "Ответ",
  askError: "Нет ответа: {reason}",
  sources: "Источники",
  copyContext: "Копировать как контекст",
  copied: "Скопировано",
};
