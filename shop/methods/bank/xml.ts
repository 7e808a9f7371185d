import { XmlElement } from "@rgrove/parse-xml";

type From = XmlElement | null | undefined;

const elementsOf = (from: XmlElement) =>
  from.children.filter((child): child is XmlElement => child instanceof XmlElement);

/** Returns all elements at the end of this path. Names are compared without namespace prefixes. */
export function all(from: From, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(elementsOf).filter((child) => localName(child) === name),
    from ? [from] : [],
  );
}

/** Returns the first element at the end of this path. */
export function at(from: From, ...path: string[]): XmlElement | null {
  return all(from, ...path)[0] ?? null;
}

/** Returns the text of the first element at the end of this path; empty if there is none or it has child elements. */
export function textAt(from: From, ...path: string[]): string {
  const element = at(from, ...path);
  return element && elementsOf(element).length === 0 ? element.text.trim() : "";
}

/** Returns the texts of all elements of this name, however deep. */
export function textsIn(from: XmlElement, name: string): string[] {
  return elementsOf(from).flatMap((child) => [
    ...(localName(child) === name ? [textAt(child)] : []),
    ...textsIn(child, name),
  ]);
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}
