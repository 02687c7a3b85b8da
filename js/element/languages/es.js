/** The element's texts in Spanish. */
export default {
  label: "Buscar",
  loading: "Cargando…",
  empty: "No hay resultados para «{query}»",
  error: "La búsqueda no está disponible",
  retry: "Reintentar",
  results: {
    one: "{shown} de {total} resultado",
    many: "{shown} de {total} resultados",
    other: "{shown} de {total} resultados",
  },
  unchecked: "No se buscó en todas partes: {phrases}",
  didYouMean: "Quizá quiso decir",
  close: "Cerrar",
  ask: "Preguntar «{query}»",
  asking: "Escribiendo la respuesta…",
  answer: "Respuesta",
  askError: "Sin respuesta: {reason}",
  sources: "Fuentes",
  copyContext: "Copiar como contexto",
  copied: "Copiado",
};
