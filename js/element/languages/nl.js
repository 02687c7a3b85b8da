/** The element's texts in Dutch. */
export default {
  label: "Zoeken",
  loading: "Laden…",
  empty: "Geen resultaten voor ‘{query}’",
  error: "Zoeken is niet beschikbaar",
  retry: "Opnieuw proberen",
  results: {
    one: "{shown} van {total} resultaat",
    other: "{shown} van {total} resultaten",
  },
  unchecked: "Niet overal gezocht: {phrases}",
  didYouMean: "Bedoelde u",
  close: "Sluiten",
  ask: "Vraag ‘{query}’",
  asking: "Antwoord wordt geschreven…",
  answer: "Antwoord",
  askError: "Geen antwoord: {reason}",
  sources: "Bronnen",
  copyContext: "Kopiëren als context",
  copied: "Gekopieerd",
};
