import { renderToString } from "react-dom/server";
import { Search } from "./Search.jsx";

export const render = () => renderToString(<Search />);
