import { XmlElement } from "@rgrove/parse-xml";

/** All elements at the end of this path, by their names without the prefixes of namespaces. */
export function all(from: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) =>
      found.flatMap(({ children }) =>
        children.filter(
          (child): child is XmlElement => child instanceof XmlElement && localName(child) === name,
        ),
      ),
    [from],
  );
}

/** The first element at the end of this path. */
export function at(from: XmlElement | null, ...path: string[]): XmlElement | null {
  return (from && all(from, ...path)[0]) ?? null;
}

/** The text of the first element at the end of this path; empty where there is none, and for one with elements. */
export function textAt(from: XmlElement | null, ...path: string[]): string {
  const element = at(from, ...path);
  if (!element || element.children.some((child) => child instanceof XmlElement)) return "";
  return element.text.trim();
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}
