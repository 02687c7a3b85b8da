// How good search is for questions of people over real documentation.
import { questionSets } from "../data/questions.mjs";
import { scoredTable } from "./ir.mjs";

const MEASURES = ["mrr@10", "success@1", "recall@100"];

/** Where pages have grades, nDCG is shown too. */
const measuresOf = ({ graded }) => (graded ? ["ndcg@10", ...MEASURES] : MEASURES);

export const questions = () => scoredTable(questionSets, measuresOf, "questions");
