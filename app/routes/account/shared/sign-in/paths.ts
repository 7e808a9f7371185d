/** A path that remembers where to go after signing in. Home is where one goes anyway. */
export function withNext(path: string, next: string | null): string {
  if (!next || next === "/") return path;
  return `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
