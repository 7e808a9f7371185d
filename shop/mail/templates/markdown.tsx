import { lexer, type Token, type Tokens } from "marked";
import type { CSSProperties } from "react";
import { Heading, Hr, Link, Text } from "react-email";
import { isWebOrMail, Markdown as Drawn, type MarkdownParts } from "#lib/markdown.tsx";
import { link, mono, text } from "./layout.tsx";

const PREVIEW_LENGTH = 120;

/** Markdown as elements of a mail. */
export function Markdown({ children }: { children: string }) {
  return <Drawn text={children} parts={parts} />;
}

/** The first words without their marks, for the list of a mail program. */
export function plainBeginning(markdown: string): string {
  const plain = lexer(markdown).map(plainText).filter(Boolean).join(" ");
  return plain.replaceAll(/\s+/g, " ").slice(0, PREVIEW_LENGTH);
}

function plainText(token: Token): string {
  if (token.type === "space" || token.type === "hr" || token.type === "def") return "";
  if (token.type === "list") return (token as Tokens.List).items.map(plainText).join(" ");
  const { tokens } = token as { tokens?: Token[] };
  if (tokens) return tokens.map(plainText).join("");
  return "text" in token ? String(token.text) : token.raw;
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
  Heading: ({ children }) => (
    <Heading as="h2" style={headingStyle}>
      {children}
    </Heading>
  ),
  Paragraph: ({ children }) => <Text style={text}>{children}</Text>,
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
  Line: () => <Hr className="mail-line" style={lineStyle} />,
  Code: ({ children }) => (
    <Text style={{ ...text, ...mono, whiteSpace: "pre-wrap" }}>{children}</Text>
  ),
  Raw: ({ children }) => <Text style={{ ...text, whiteSpace: "pre-wrap" }}>{children}</Text>,
  Mono: ({ children }) => <code style={mono}>{children}</code>,
  Link: ({ href, children }) => (
    <Link href={href} className="mail-link" style={link}>
      {children}
    </Link>
  ),
  isLink: isWebOrMail,
};
