/** The element's texts in Korean. */
export default {
  label: "검색",
  loading: "불러오는 중…",
  empty: "‘{query}’에 대한 결과가 없습니다",
  error: "검색을 사용할 수 없습니다",
  retry: "다시 시도",
  results: {
    other: "결과 {total}개 중 {shown}개",
  },
  unchecked: "일부에서만 검색됨: {phrases}",
  didYouMean: "이것을 찾으셨나요:",
  close: "닫기",
  ask: "‘{query}’ 질문하기",
  asking: "답변 작성 중…",
  answer: "답변",
  askError: "답변 없음: {reason}",
  sources: "출처",
  copyContext: "컨텍스트로 복사",
  copied: "복사됨",
};
