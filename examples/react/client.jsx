import { hydrateRoot } from "react-dom/client";
import { Search } from "./Search.jsx";

hydrateRoot(document.getElementById("app"), <Search />);
