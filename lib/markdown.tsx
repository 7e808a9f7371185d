import { type ComponentType, Fragment, type ReactNode } from "react";

/** A part of a parsed text, as plain data: `type` is the token's name in markdown-it. */
export interface MarkdownNode {
  type: string;
  text: string;
  children: MarkdownNode[];
  /** The address of a link. */
  href?: string;
  /** The level of a heading, 1 to 6. */
  level?: number;
  /** The first number of an ordered list. */
  start?: number;
}

type Part<Props = object> = ComponentType<Props & { children: ReactNode }>;

/** The components that draw each kind of node. */
export interface MarkdownParts {
  Heading: Part<{ level: number }>;
  Paragraph: Part;
  Quote: Part;
  List: Part<{ ordered: boolean; start: number }>;
  Item: Part;
  Line: ComponentType;
  /** A block of code. */
  Code: Part;
  /** Code within a line. */
  Mono: Part;
  Link: Part<{ href: string }>;
  /** Returns whether an address may be a link; otherwise only its words are shown. */
  isLink: (href: string) => boolean;
}

interface MarkdownProps {
  nodes: readonly MarkdownNode[];
  parts: MarkdownParts;
}

/** Renders parsed Markdown with these components. Nothing in the text becomes HTML of its own. */
export function Markdown({ nodes, parts }: MarkdownProps) {
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node, parts)}</Fragment>);
}

/** Returns whether a link leads to http, https or a mail address. */
export function isWebOrMail(href: string): boolean {
  if (!URL.canParse(href)) return false;
  return ["http:", "https:", "mailto:"].includes(new URL(href).protocol);
}

function renderNode(node: MarkdownNode, parts: MarkdownParts): ReactNode {
  const { type, text, level = 1, href = "", start = 1 } = node;
  const children = <Markdown nodes={node.children} parts={parts} />;
  switch (type) {
    case "heading":
      return <parts.Heading level={level}>{children}</parts.Heading>;
    case "hr":
      return <parts.Line />;
    case "blockquote":
      return <parts.Quote>{children}</parts.Quote>;
    case "bullet_list":
    case "ordered_list":
      return (
        <parts.List ordered={type === "ordered_list"} start={start}>
          {children}
        </parts.List>
      );
    case "list_item":
      return <parts.Item>{children}</parts.Item>;
    case "code_block":
    case "fence":
      return <parts.Code>{text}</parts.Code>;
    case "paragraph":
      return <parts.Paragraph>{children}</parts.Paragraph>;
    case "tight_paragraph":
      return children;
    case "strong":
      return <strong>{children}</strong>;
    case "em":
      return <em>{children}</em>;
    case "s":
      return <del>{children}</del>;
    case "code_inline":
      return <parts.Mono>{text}</parts.Mono>;
    case "hardbreak":
      return <br />;
    case "softbreak":
      return "\n";
    case "link":
      return parts.isLink(href) ? <parts.Link href={href}>{children}</parts.Link> : children;
    default:
      return text;
  }
}
