import { lexer, type Token, type Tokens } from "marked";
import { type ComponentType, Fragment, type ReactNode } from "react";

type Part<Props = object> = ComponentType<Props & { children: ReactNode }>;

/** The component that renders each kind of element. */
export interface MarkdownParts {
  Heading: Part<{ depth: number }>;
  Paragraph: Part;
  Quote: Part;
  List: Part<{ ordered: boolean; start: number }>;
  Item: Part;
  Line: ComponentType;
  /** A block of code. */
  Code: Part;
  /** Unsupported elements, such as HTML: shown as plain text. */
  Raw: Part;
  /** Inline code. */
  Mono: Part;
  Link: Part<{ href: string }>;
  /** Returns whether a link is allowed; if not, only its text is shown. */
  isLink: (href: string) => boolean;
}

interface BlocksProps {
  tokens: readonly Token[];
  parts: MarkdownParts;
}

/**
 * Renders Markdown as React elements, never as HTML: HTML in the text is shown as text, an image as its alternative
 * text.
 */
export function Markdown({ text, parts }: { text: string; parts: MarkdownParts }) {
  return <Blocks tokens={lexer(text)} parts={parts} />;
}

/** Renders the block tokens of `lexer`. */
export function Blocks({ tokens, parts }: BlocksProps) {
  return tokens.map((token, index) => <Fragment key={index}>{block(token, parts)}</Fragment>);
}

/** Renders the inline tokens of a block, or its raw text if it has none. */
export function Inline(props: { tokens?: Token[]; raw: string; parts: MarkdownParts }) {
  const { tokens, raw, parts } = props;
  if (!tokens) return raw;
  return tokens.map((token, index) => <Fragment key={index}>{inline(token, parts)}</Fragment>);
}

/** Returns whether a link is http, https or a mail address. */
export function isWebOrMail(href: string): boolean {
  if (!URL.canParse(href)) return false;
  return ["http:", "https:", "mailto:"].includes(new URL(href).protocol);
}

function block(token: Token, parts: MarkdownParts): ReactNode {
  // The union of marked includes tokens of extensions, so that `type` does not narrow it.
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
