/** The element's texts in Italian. */
export default {
  label: "Cerca",
  loading: "Caricamento…",
  empty: "Nessun risultato per “{query}”",
  error: "La ricerca non è disponibile",
  retry: "Riprova",
  results: {
    one: "{shown} di {total} risultato",
    many: "{shown} di {total} risultati",
    other: "{shown} di {total} risultati",
  },
  unchecked: "Non cercato ovunque: {phrases}",
  didYouMean: "Forse cercavi",
  close: "Chiudi",
  ask: "Chiedi “{query}”",
  asking: "Risposta in corso…",
  answer: "Risposta",
  askError: "Nessuna risposta: {reason}",
  sources: "Fonti",
  copyContext: "Copia come contesto",
  copied: "Copiato",
};
