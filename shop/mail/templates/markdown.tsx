import type { CSSProperties } from "react";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import {
  isWebOrMail,
  Markdown as MarkdownNodes,
  type MarkdownNode,
  type MarkdownParts,
} from "#lib/markdown.tsx";
import { link, mono, text } from "./layout.tsx";

const PREVIEW_LENGTH = 120;

/** Renders Markdown as elements of a mail. */
export function Markdown({ children }: { children: string }) {
  return <MarkdownNodes nodes={parseMarkdown(children)} parts={parts} />;
}

/** Returns the beginning of a text without Markdown, which mail programs show in their lists. */
export function plainBeginning(markdown: string): string {
  const plain = parseMarkdown(markdown).map(plainText).join(" ");
  return plain.replaceAll(/\s+/g, " ").trim().slice(0, PREVIEW_LENGTH);
}

function plainText({ type, text: words, children }: MarkdownNode): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  const separator = type.endsWith("_list") || type === "blockquote" ? " " : "";
  return words + children.map(plainText).join(separator);
}

const headingStyle: CSSProperties = {
  ...text,
  fontSize: "18px",
  fontWeight: 600,
  margin: "24px 0 8px",
};
const lineStyle: CSSProperties = { border: 0, borderTop: "1px solid #dfe6e7", margin: "24px 0" };
const quoteStyle: CSSProperties = {
  ...text,
  borderLeft: "3px solid #dfe6e7",
  margin: "0 0 16px",
  padding: "0 0 0 16px",
};
const listStyle: CSSProperties = { margin: "0 0 16px", padding: "0 0 0 24px" };
const itemStyle: CSSProperties = { ...text, margin: "0 0 6px" };

const parts: MarkdownParts = {
  Heading: ({ children }) => <h2 style={headingStyle}>{children}</h2>,
  Paragraph: ({ children }) => <p style={text}>{children}</p>,
  Quote: ({ children }) => (
    <blockquote className="mail-line" style={quoteStyle}>
      {children}
    </blockquote>
  ),
  List: ({ ordered, start, children }) =>
    ordered ? (
      <ol style={listStyle} start={start}>
        {children}
      </ol>
    ) : (
      <ul style={listStyle}>{children}</ul>
    ),
  Item: ({ children }) => <li style={itemStyle}>{children}</li>,
  Line: () => <hr className="mail-line" style={lineStyle} />,
  Code: ({ children }) => <p style={{ ...text, ...mono, whiteSpace: "pre-wrap" }}>{children}</p>,
  Mono: ({ children }) => <code style={mono}>{children}</code>,
  Link: ({ href, children }) => (
    <a target="_blank" href={href} className="mail-link" style={link}>
      {children}
    </a>
  ),
  isLink: isWebOrMail,
};
