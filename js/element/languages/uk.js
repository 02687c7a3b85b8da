/** The element's texts in Ukrainian. */
export default {
  label: "Пошук",
  loading: "Завантаження…",
  empty: "Нічого не знайдено за запитом «{query}»",
  error: "Пошук недоступний",
  retry: "Спробувати ще раз",
  results: {
    one: "{shown} з {total} результату",
    few: "{shown} з {total} результатів",
    many: "{shown} з {total} результатів",
    other: "{shown} з {total} результату",
  },
  unchecked: "Шукали не всюди: {phrases}",
  didYouMean: "Можливо, ви мали на увазі",
  close: "Закрити",
  ask: "Запитати «{query}»",
  asking: "Пишеться відповідь…",
  answer: "Відповідь",
  askError: "Немає відповіді: {reason}",
  sources: "Джерела",
  copyContext: "Копіювати як контекст",
  copied: "Скопійовано",
};
