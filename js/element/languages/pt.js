/** The element's texts in Portuguese. */
export default {
  label: "Pesquisar",
  loading: "A carregar…",
  empty: "Nenhum resultado para “{query}”",
  error: "A pesquisa não está disponível",
  retry: "Tentar de novo",
  results: {
    one: "{shown} de {total} resultado",
    many: "{shown} de {total} resultados",
    other: "{shown} de {total} resultados",
  },
  unchecked: "Não pesquisado em todo o lado: {phrases}",
  didYouMean: "Será que quis dizer",
  close: "Fechar",
  ask: "Perguntar “{query}”",
  asking: "A escrever a resposta…",
  answer: "Resposta",
  askError: "Sem resposta: {reason}",
  sources: "Fontes",
  copyContext: "Copiar como contexto",
  copied: "Copiado",
};
