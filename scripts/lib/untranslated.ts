import { parseSync } from "vite";

/** An English text in a source file instead of a key of `messages/en.ts`. */
export interface Untranslated {
  line: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Attributes and properties whose text is shown or read by screen readers, even if it is a single word. */
const shown = new Set([
  "alt",
  "aria-label",
  "confirm",
  "decline",
  "error",
  "heading",
  "hint",
  "label",
  "labels",
  "message",
  "panelLabel",
  "placeholder",
  "question",
  "title",
  "toastMessage",
  "what",
]);

/** Attributes that hold no text. */
const hidden =
  /^(?:autoComplete|className|content|href|name|preserveAspectRatio|rel|to|type|data-.*)$/;

/** Properties of mails whose text the back office or a test has. */
const ofOthers = new Set(["adminLabel", "example"]);

/** Names that are the same in every language. */
const names = /\b(?:Apple|Bitcoin|Google|Lightning|PayPal|Satchel|Stripe|TikTok)\b/g;

/**
 * Returns the texts of a file that are not in `messages/`: JSX text, literals where a text is shown, and literals of
 * several words anywhere. A comment "untranslated: REASON" allows all of the statement, property or element after it.
 */
export function findUntranslated(
  file: string,
  source: string,
  isKey: (text: string) => boolean,
): Untranslated[] {
  const lines = source.split("\n");
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const allowed = new Set(
    lines.flatMap((line, index) => (line.includes("untranslated: ") ? [index + 1, index + 2] : [])),
  );
  const found: Untranslated[] = [];

  const check = (text: string, offset: number, isShown: boolean) => {
    if (!(isShown ? isProse(text) : isSentence(text)) || isKey(text)) return;
    found.push({ line: lineAt(offset), text: text.replaceAll(/\s+/g, " ").trim() });
  };

  const visit = (value: unknown, isShown: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, isShown);
    if (!isNode(value) || isOther(value, source)) return;
    const isWhole = value.type !== "Program" && !value.type.endsWith("Literal");
    if (isWhole && allowed.has(lineAt(value.start))) return;
    const text = textOf(value);
    if (text !== null) check(text, value.start + text.search(/\S|$/), isShown);
    for (const [field, part] of Object.entries(value))
      if (typeof part === "object" && !(value.type === "Property" && field === "key"))
        visit(part, isShownIn(value, field, isShown));
  };
  visit(parseSync(file, source).program, false);
  return found;
}

/** Returns whether literals in this part of a node are shown, as far as its own syntax tells. */
function isShownIn(node: Node, field: string, isShown: boolean): boolean {
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
      return field === "children";
    case "JSXAttribute":
      return field === "value" && shown.has(nameOf(node.name));
    case "Property":
      return field === "value" && (shown.has(nameOf(node.key)) || nameOf(node.key) === "value");
    case "ConditionalExpression":
      return isShown && field !== "test";
    case "LogicalExpression":
      return isShown && (field === "right" || node.operator !== "&&");
    case "ArrayExpression":
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TemplateLiteral":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return isShown;
    default:
      return false;
  }
}

/** Returns whether a node holds no text of the screen: imports, types, what is logged or thrown, names of something. */
function isOther(node: Node, source: string): boolean {
  const { type } = node;
  if (/^(?:Import|ExportAll|TS.*Type|TSType)/.test(type)) return true;
  if (type === "JSXAttribute") return hidden.test(nameOf(node.name));
  if (type === "Property") return ofOthers.has(nameOf(node.key));
  if (type !== "NewExpression" && type !== "CallExpression") return false;
  const { start, end } = node.callee as Node;
  return /Error$|\blog\b|^console\./.test(source.slice(start, end));
}

/** Returns the text of a literal or of JSX; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === "JSXText" || node.type === "Literal")
    return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral") return null;
  const parts = node.quasis as { value: { cooked: string } }[];
  return parts.map((part) => part.value.cooked).join("…");
}

/** Returns whether a text has words, not only names, an email address, an ID or a unit such as BTC. */
function isProse(text: string): boolean {
  return /\p{Ll}/u.test(text.replaceAll(names, "").replaceAll(/\S+@\S+|&\w+;|@\w+|^h[1-6]$/g, ""));
}

/** Markup, styles, selectors, lists of classes and of fonts. */
const notProse = /^<|__|--|\w\[\w+\]|\d(?:px|%;)|[{};]|(?:serif|monospace)$/;

/** Returns whether a literal has several words of a language. */
function isSentence(text: string): boolean {
  return /\p{L}\S*\s+\p{Ll}/u.test(text) && !notProse.test(text);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function nameOf(value: unknown): string {
  const { name, value: text } = value as { name?: string; value?: string };
  return name ?? String(text);
}
