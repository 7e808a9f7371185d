/** Patterns that differ between two runs of the same code, with their placeholders. */
const rules: [RegExp, string][] = [
  [/<!--.*?-->/gs, ""],
  // What the browser loads, and the loaders' data, are no part of the screen; `unstyled` tells of a style that is lost.
  [/<link\b[^>]*\brel="(?:modulepreload|stylesheet)"[^>]*>/g, ""],
  [/<script\b.*?<\/script>/gs, ""],
  [/ nonce="[^"]*"/g, ""],
  [/(\/assets\/[\w.-]+?)-[\w-]{8}(\.\w+)/g, "$1-HASH$2"],
  [/127\.0\.0\.1:\d+/g, "HOST"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID"],
  [/\b[0-9a-f]{64}\b/g, "HASH"],
  [/\b[0-9a-f]{8}…[0-9a-f]{4,8}/g, "HASH"],
  [/\beyJ[\w.-]+/g, "TOKEN"],
  [/\b(state|nonce|code_challenge)=[\w-]{20,}/g, "$1=RANDOM"],
  [/\b[A-Za-z0-9]{32}\b/g, "RANDOM"],
  [/satchel_test_\w+/g, "KEY"],
  [/\bline-[0-9a-f]+/g, "LINE"],
  [/"requestId":"\w+"/g, '"requestId":"RANDOM"'],
  [/Signature: t=\d+/g, "Signature: t=TIME"],
  // Headers that nodemailer adds to mails.
  [/"headers":\[.*?\],/gs, ""],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, "TIME"],
  [/\d\d:\d\d(:\d\d)?/g, "CLOCK"],
  [/\d+ ms\b/g, "N ms"],
  [/\ba minute\b|\d+ minutes/g, "N minutes"],
  [/\d+ (requests )?in the last hour/g, "N in the last hour"],
  [/Oldest [^<]+/g, "Oldest AGE"],
  // The bar of the countdown.
  [/<rect width="[\d.]+" height="1">/g, "<rect>"],
];

/** Normalizes a response body: one tag per line, without values that differ from run to run. */
export function normalize(text: string, names: ReadonlyMap<string, string>): string {
  let plain = text;
  for (const [value, name] of names) {
    plain = plain.replaceAll(value, name).replaceAll(value.replaceAll("&", "&amp;"), name);
  }
  for (const [pattern, name] of rules) plain = plain.replaceAll(pattern, name);
  return numberIds(plain).replaceAll("><", ">\n<");
}

/** Renumbers React's ids in order of appearance, since they depend on the position in the component tree. */
function numberIds(text: string): string {
  const ids = new Map<string, string>();
  return text.replaceAll(/_R_\w*?_(?!\w)/g, (id) => {
    if (!ids.has(id)) ids.set(id, `ID${ids.size + 1}`);
    return ids.get(id) ?? id;
  });
}

/** The classes of a page that none of its stylesheets knows. */
export function unstyled(html: string, css: string): string[] {
  const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, text = ""]) =>
    text.split(/\s+/),
  );
  const known = new Set([...css.matchAll(/\.([\w-]+)/g)].map(([, name]) => name));
  return [...new Set(used)].filter((name) => name && !known.has(name)).toSorted();
}
