/** Parses a form-encoded body with nested keys: `a[b][0]=c` as `{ a: { b: { 0: "c" } } }`. */
export function readForm(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll("]", "").split("[");
    const last = path.pop() ?? "";
    let place = form;
    for (const part of path) {
      const next = Object.hasOwn(place, part) ? place[part] : undefined;
      if (isForm(next)) place = next;
      else place = setOwn(place, part, {});
    }
    setOwn(place, last, value);
  }
  return form;
}

function isForm(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// An assignment to "__proto__" would set the prototype.
function setOwn<T>(place: Record<string, unknown>, key: string, value: T): T {
  Object.defineProperty(place, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  return value;
}
