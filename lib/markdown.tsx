import { lexer, type Token, type Tokens } from "marked";
import { type ComponentType, Fragment, type ReactNode } from "react";

type Part<Props = object> = ComponentType<Props & { children: ReactNode }>;

/** What each part of a text is drawn with. */
export interface MarkdownParts {
  Heading: Part<{ depth: number }>;
  Paragraph: Part;
  Quote: Part;
  List: Part<{ ordered: boolean; start: number }>;
  Item: Part;
  Line: ComponentType;
  /** A block of code. */
  Code: Part;
  /** What is no part of ours, such as HTML: shown as it is written. */
  Raw: Part;
  /** Code within a line. */
  Mono: Part;
  Link: Part<{ href: string }>;
  /** Whether this may be a link at all; its words are shown in any case. */
  isLink: (href: string) => boolean;
}

interface Drawn {
  tokens: readonly Token[];
  parts: MarkdownParts;
}

/**
 * Markdown as elements. They are built from its parts one by one, never from HTML: what is written as HTML is shown
 * as text, a picture by its words.
 */
export function Markdown({ text, parts }: { text: string; parts: MarkdownParts }) {
  return <Blocks tokens={lexer(text)} parts={parts} />;
}

/** Parts that stand one below the other, as `lexer` gives them. */
export function Blocks({ tokens, parts }: Drawn) {
  return tokens.map((token, index) => <Fragment key={index}>{block(token, parts)}</Fragment>);
}

/** The parts of a line; text that has none is one itself. */
export function Inline(props: { tokens?: Token[]; raw: string; parts: MarkdownParts }) {
  const { tokens, raw, parts } = props;
  if (!tokens) return raw;
  return tokens.map((token, index) => <Fragment key={index}>{inline(token, parts)}</Fragment>);
}

/** Whether a link leads to http, https or a mail address. */
export function isWebOrMail(href: string): boolean {
  if (!URL.canParse(href)) return false;
  return ["http:", "https:", "mailto:"].includes(new URL(href).protocol);
}

function block(token: Token, parts: MarkdownParts): ReactNode {
  // Tokens of marked are what their type says; its own union leaves room for those of extensions.
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return (
        <parts.Heading depth={(token as Tokens.Heading).depth}>
          <Inline {...token} parts={parts} />
        </parts.Heading>
      );
    case "hr":
      return <parts.Line />;
    case "blockquote":
      return (
        <parts.Quote>
          <Blocks tokens={token.tokens ?? []} parts={parts} />
        </parts.Quote>
      );
    case "list":
      return list(token as Tokens.List, parts);
    case "code":
      return <parts.Code>{(token as Tokens.Code).text}</parts.Code>;
    case "paragraph":
    case "text":
      return (
        <parts.Paragraph>
          <Inline {...token} parts={parts} />
        </parts.Paragraph>
      );
    default:
      return <parts.Raw>{token.raw.trim()}</parts.Raw>;
  }
}

function list({ ordered, start, items }: Tokens.List, parts: MarkdownParts): ReactNode {
  return (
    <parts.List ordered={ordered} start={start === "" ? 1 : start}>
      {items.map((item, index) => (
        <parts.Item key={index}>
          {item.tokens.map((token, part) => (
            <Fragment key={part}>
              {token.type === "text" ? <Inline {...token} parts={parts} /> : block(token, parts)}
            </Fragment>
          ))}
        </parts.Item>
      ))}
    </parts.List>
  );
}

function inline(token: Token, parts: MarkdownParts): ReactNode {
  switch (token.type) {
    case "strong":
      return (
        <strong>
          <Inline {...token} parts={parts} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline {...token} parts={parts} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inline {...token} parts={parts} />
        </del>
      );
    case "codespan":
      return <parts.Mono>{(token as Tokens.Codespan).text}</parts.Mono>;
    case "br":
      return <br />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "link": {
      const words = <Inline {...token} parts={parts} />;
      const { href } = token as Tokens.Link;
      return parts.isLink(href) ? <parts.Link href={href}>{words}</parts.Link> : words;
    }
    case "image":
      return (token as Tokens.Image).text;
    case "text":
      return <Inline {...token} parts={parts} />;
    default:
      return token.raw;
  }
}
