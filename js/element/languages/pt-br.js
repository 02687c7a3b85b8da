/** The element's texts in Brazilian Portuguese. */
export default {
  label: "Pesquisar",
  loading: "Carregando…",
  empty: "Nenhum resultado para “{query}”",
  error: "A pesquisa não está disponível",
  retry: "Tentar novamente",
  results: {
    one: "{shown} de {total} resultado",
    many: "{shown} de {total} resultados",
    other: "{shown} de {total} resultados",
  },
  unchecked: "Não pesquisado em todos os lugares: {phrases}",
  didYouMean: "Você quis dizer",
  close: "Fechar",
  ask: "Perguntar “{query}”",
  asking: "Escrevendo a resposta…",
  answer: "Resposta",
  askError: "Sem resposta: {reason}",
  sources: "Fontes",
  copyContext: "Copiar como contexto",
  copied: "Copiado",
};
