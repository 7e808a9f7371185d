import type { CSSProperties } from "react";
import { directionOf } from "#lib/direction.ts";
import { mapTexts } from "#lib/map-texts.ts";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import { showDirectionControls } from "#lib/text.ts";
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
  // Markdown can name a character by its number, such as `&#8238;`.
  const nodes = mapTexts(parseMarkdown(children), showDirectionControls);
  return <MarkdownNodes nodes={nodes} parts={parts[directionOf(children)]} />;
}

/** Returns the beginning of a text without Markdown, which mail programs show in their lists. */
export function plainBeginning(markdown: string): string {
  const plain = showDirectionControls(parseMarkdown(markdown).map(plainText).join(" "));
  return plain.replaceAll(/\s+/g, " ").trim().slice(0, PREVIEW_LENGTH);
}

function plainText({ type, text: words, children }: MarkdownNode): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  const separator = type.endsWith("_list") || type === "blockquote" ? " " : "";
  return words + children.map(plainText).join(separator);
}

type Direction = ReturnType<typeof directionOf>;

const headingStyle: CSSProperties = {
  ...text,
  fontSize: "18px",
  fontWeight: 600,
  margin: "24px 0 8px",
};
const lineStyle: CSSProperties = { border: 0, borderTop: "1px solid #dfe6e7", margin: "24px 0" };
const quoteStyles: Record<Direction, CSSProperties> = {
  ltr: {
    ...text,
    borderLeft: "3px solid #dfe6e7",
    margin: "0 0 16px",
    padding: "0 0 0 16px",
  },
  rtl: {
    ...text,
    borderRight: "3px solid #dfe6e7",
    margin: "0 0 16px",
    padding: "0 16px 0 0",
  },
};
const listStyles: Record<Direction, CSSProperties> = {
  ltr: { margin: "0 0 16px", padding: "0 0 0 24px" },
  rtl: { margin: "0 0 16px", padding: "0 24px 0 0" },
};
const itemStyle: CSSProperties = { ...text, margin: "0 0 6px" };

const partsIn = (dir: Direction): MarkdownParts => ({
  Heading: ({ children }) => <h2 style={headingStyle}>{children}</h2>,
  Paragraph: ({ children }) => <p style={text}>{children}</p>,
  Quote: ({ children }) => (
    <blockquote className="mail-line" style={quoteStyles[dir]}>
      {children}
    </blockquote>
  ),
  List: ({ ordered, start, children }) =>
    ordered ? (
      <ol style={listStyles[dir]} start={start}>
        {children}
      </ol>
    ) : (
      <ul style={listStyles[dir]}>{children}</ul>
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
});

/** By the direction of the text, since mail programs know no logical properties. */
const parts = { ltr: partsIn("ltr"), rtl: partsIn("rtl") };
