import MarkdownIt from "markdown-it";
import type { MarkdownNode } from "./markdown.tsx";

/**
 * markdown-it parses hostile text in nearly linear time and stops at 100 levels of nesting. Tables and pictures would
 * need room that mails and legal pages do not have: tables stay text, pictures become their alternative text.
 */
const parser = new MarkdownIt({ html: false, linkify: true }).disable(["table"]);
// Only complete addresses become links: "shop.example" may be a name.
parser.linkify.set({ fuzzyLink: false });

type Token = ReturnType<typeof parser.parse>[number];

/** Parses CommonMark with strikethrough and bare links into a tree. HTML in it is text. */
export function parseMarkdown(text: string): MarkdownNode[] {
  return treeOf(parser.parse(text, {}));
}

/** Nests tokens, a flat list in which `x_open` and `x_close` enclose the content of `x`. */
function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? root;
    if (token.nesting === -1) open.pop();
    else if (token.type === "inline") siblings.push(...treeOf(token.children ?? []));
    else {
      const node = nodeOf(token);
      siblings.push(node);
      if (token.nesting === 1) open.push(node.children);
    }
  }
  return root;
}

function nodeOf(token: Token): MarkdownNode {
  const type = token.type.replace(/_open$/, "");
  const node: MarkdownNode = { type, text: token.content, children: [] };
  if (type === "link") node.href = String(token.attrGet("href") ?? "");
  if (type === "heading") node.level = Number(token.tag.slice(1));
  if (type === "ordered_list") node.start = Number(token.attrGet("start") ?? 1);
  // The paragraphs of a list without blank lines are not drawn as paragraphs.
  if (token.hidden) node.type = "tight_paragraph";
  return node;
}
