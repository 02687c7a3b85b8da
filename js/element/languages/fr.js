/** The element's texts in French. */
export default {
  label: "Rechercher",
  loading: "Chargement…",
  empty: "Aucun résultat pour « {query} »",
  error: "La recherche n’est pas disponible",
  retry: "Réessayer",
  results: {
    one: "{shown} résultat sur {total}",
    many: "{shown} résultats sur {total}",
    other: "{shown} résultats sur {total}",
  },
  unchecked: "Pas cherché partout : {phrases}",
  didYouMean: "Vouliez-vous dire",
  close: "Fermer",
  ask: "Demander « {query} »",
  asking: "Réponse en cours…",
  answer: "Réponse",
  askError: "Pas de réponse : {reason}",
  sources: "Sources",
  copyContext: "Copier comme contexte",
  copied: "Copié",
};
