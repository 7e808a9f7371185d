import { lexer, type Token, type Tokens } from "marked";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import { Heading, Hr, Link, Text } from "react-email";
import { link, mono, text } from "./layout.tsx";

const PREVIEW_LENGTH = 120;

/**
 * Markdown as elements of a mail. They are built from its parts one by one, never from HTML: what is written as
 * HTML is shown as text, and a link leads to http, https or a mail address, or is none.
 */
export function Markdown({ children }: { children: string }) {
  return <Blocks tokens={lexer(children)} />;
}

/** The first words without their marks, for the list of a mail program. */
export function plainBeginning(markdown: string): string {
  const plain = lexer(markdown).map(plainText).filter(Boolean).join(" ");
  return plain.replaceAll(/\s+/g, " ").slice(0, PREVIEW_LENGTH);
}

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  // Tokens of marked are what their type says; its own union leaves room for those of extensions.
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return (
        <Heading as="h2" style={headingStyle}>
          <Inline {...token} />
        </Heading>
      );
    case "hr":
      return <Hr className="mail-line" style={lineStyle} />;
    case "blockquote":
      return (
        <blockquote className="mail-line" style={quoteStyle}>
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      );
    case "list":
      return <List list={token as Tokens.List} />;
    case "code":
      return (
        <Text style={{ ...text, ...mono, whiteSpace: "pre-wrap" }}>
          {(token as Tokens.Code).text}
        </Text>
      );
    case "paragraph":
    case "text":
      return (
        <Text style={text}>
          <Inline {...token} />
        </Text>
      );
    default:
      return <Text style={{ ...text, whiteSpace: "pre-wrap" }}>{token.raw.trim()}</Text>;
  }
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} style={itemStyle}>
      {item.tokens.map((token, part) => (
        <Fragment key={part}>
          {token.type === "text" ? <Inline {...token} /> : block(token)}
        </Fragment>
      ))}
    </li>
  ));
  if (!list.ordered) return <ul style={listStyle}>{items}</ul>;
  return (
    <ol style={listStyle} start={list.start === "" ? 1 : list.start}>
      {items}
    </ol>
  );
}

/** The parts of a line; text that has none is one itself. */
function Inline({ tokens, raw }: { tokens?: Token[]; raw: string }) {
  if (!tokens) return raw;
  return tokens.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return (
        <strong>
          <Inline {...token} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline {...token} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inline {...token} />
        </del>
      );
    case "codespan":
      return <code style={mono}>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "link":
      return <SafeLink {...(token as Tokens.Link)} />;
    case "image":
      return (token as Tokens.Image).text;
    case "text":
      return <Inline {...token} />;
    default:
      return token.raw;
  }
}

function SafeLink({ href, tokens, raw }: Tokens.Link) {
  const children = <Inline tokens={tokens} raw={raw} />;
  if (!isSafe(href)) return children;
  return (
    <Link href={href} className="mail-link" style={link}>
      {children}
    </Link>
  );
}

function isSafe(href: string): boolean {
  const { protocol } = URL.parse(href) ?? {};
  return protocol === "http:" || protocol === "https:" || protocol === "mailto:";
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
