/** The element's texts in German. */
export default {
  label: "Suchen",
  loading: "Wird geladen …",
  empty: "Keine Ergebnisse für „{query}“",
  error: "Die Suche ist nicht verfügbar",
  retry: "Erneut versuchen",
  results: {
    one: "{shown} von {total} Ergebnis",
    other: "{shown} von {total} Ergebnissen",
  },
  unchecked: "Nicht überall gesucht: {phrases}",
  didYouMean: "Meinten Sie",
  close: "Schließen",
  ask: "„{query}“ fragen",
  asking: "Antwort wird geschrieben …",
  answer: "Antwort",
  askError: "Keine Antwort: {reason}",
  sources: "Quellen",
  copyContext: "Als Kontext kopieren",
  copied: "Kopiert",
};
