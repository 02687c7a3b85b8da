import "kindex/element/define";
import { useEffect, useRef, useState } from "react";

export function Search() {
  const field = useRef(null);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    const { current } = field;
    const onSelect = (event) => {
      // Without this the reader goes to the page that was chosen.
      event.preventDefault();
      setChosen(event.detail.hit.title);
    };
    current.addEventListener("kindex-select", onSelect);
    return () => current.removeEventListener("kindex-select", onSelect);
  }, []);
  return (
    <>
      <kindex-search ref={field} src="/site.kdx" placeholder="Search" limit={5} />
      <p id="chosen">{chosen}</p>
    </>
  );
}
