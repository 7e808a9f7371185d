import { XmlElement } from "@rgrove/parse-xml";

/** Returns all elements at the end of this path. Names are compared without namespace prefixes. */
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

/** Returns the first element at the end of this path. */
export function at(from: XmlElement | null, ...path: string[]): XmlElement | null {
  return (from && all(from, ...path)[0]) ?? null;
}

/** Returns the text of the first element at the end of this path; empty if there is none or it has child elements. */
export function textAt(from: XmlElement | null, ...path: string[]): string {
  const element = at(from, ...path);
  if (!element || element.children.some((child) => child instanceof XmlElement)) return "";
  return element.text.trim();
}

/** Returns the texts of all elements of this name, however deep. */
export function textsIn(from: XmlElement, name: string): string[] {
  return from.children
    .filter((child): child is XmlElement => child instanceof XmlElement)
    .flatMap((child) => [
      ...(localName(child) === name ? [textAt(child)] : []),
      ...textsIn(child, name),
    ]);
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}
