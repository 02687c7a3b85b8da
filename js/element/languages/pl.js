/** The element's texts in Polish. */
export default {
  label: "Szukaj",
  loading: "Wczytywanie…",
  empty: "Brak wyników dla „{query}”",
  error: "Wyszukiwanie jest niedostępne",
  retry: "Spróbuj ponownie",
  results: {
    one: "{shown} z {total} wyniku",
    few: "{shown} z {total} wyników",
    many: "{shown} z {total} wyników",
    other: "{shown} z {total} wyniku",
  },
  unchecked: "Nie wszędzie szukano: {phrases}",
  didYouMean: "Czy chodziło o",
  close: "Zamknij",
  ask: "Zapytaj: „{query}”",
  asking: "Trwa pisanie odpowiedzi…",
  answer: "Odpowiedź",
  askError: "Brak odpowiedzi: {reason}",
  sources: "Źródła",
  copyContext: "Kopiuj jako kontekst",
  copied: "Skopiowano",
};
