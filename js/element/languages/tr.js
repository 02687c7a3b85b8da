/** The element's texts in Turkish. */
export default {
  label: "Ara",
  loading: "Yükleniyor…",
  empty: "“{query}” için sonuç yok",
  error: "Arama kullanılamıyor",
  retry: "Tekrar dene",
  results: {
    one: "{total} sonuçtan {shown} tanesi",
    other: "{total} sonuçtan {shown} tanesi",
  },
  unchecked: "Her yerde aranmadı: {phrases}",
  didYouMean: "Bunu mu demek istediniz:",
  close: "Kapat",
  ask: "“{query}” diye sor",
  asking: "Yanıt yazılıyor…",
  answer: "Yanıt",
  askError: "Yanıt yok: {reason}",
  sources: "Kaynaklar",
  copyContext: "Bağlam olarak kopyala",
  copied: "Kopyalandı",
};
