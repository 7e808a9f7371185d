import { Link } from "react-router";
import { isWebOrMail, Markdown, type MarkdownNode, type MarkdownParts } from "#lib/markdown.tsx";

/** Renders a parsed text in sections with their titles at the side. */
export function LegalText({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return sectionsOf(nodes).map(({ heading, content }, index) =>
    heading ? (
      <section key={index}>
        <h2>
          <Markdown nodes={heading.children} parts={parts} />
        </h2>
        <div className="terms__text">
          <Markdown nodes={content} parts={parts} />
        </div>
      </section>
    ) : (
      <div key={index} className="terms__lead">
        <Markdown nodes={content} parts={parts} />
      </div>
    ),
  );
}

interface Section {
  /** Null for the text before the first heading. */
  heading: MarkdownNode | null;
  content: MarkdownNode[];
}

/** Splits a text before each heading of level 1 or 2. */
function sectionsOf(nodes: readonly MarkdownNode[]): Section[] {
  const sections: Section[] = [];
  for (const node of nodes) {
    const last = sections.at(-1);
    if (node.type === "heading" && (node.level ?? 1) <= 2)
      sections.push({ heading: node, content: [] });
    else if (last) last.content.push(node);
    else sections.push({ heading: null, content: [node] });
  }
  return sections;
}

const parts: MarkdownParts = {
  Heading: ({ children }) => <h3>{children}</h3>,
  Paragraph: ({ children }) => <p>{children}</p>,
  Quote: ({ children }) => <blockquote>{children}</blockquote>,
  List: ({ ordered, start, children }) =>
    ordered ? <ol start={start}>{children}</ol> : <ul>{children}</ul>,
  Item: ({ children }) => <li>{children}</li>,
  Line: () => <hr />,
  Code: ({ children }) => <p className="mono terms__raw">{children}</p>,
  Mono: ({ children }) => <code className="mono">{children}</code>,
  Link: ({ href, children }) =>
    isOwnPage(href) ? (
      <Link className="link" to={href}>
        {children}
      </Link>
    ) : (
      <a className="link" href={href}>
        {children}
      </a>
    ),
  isLink: (href) => isOwnPage(href) || isWebOrMail(href),
};

/** Whether a link leads to a page of this shop, such as `/refunds`. Two leading slashes would be another host. */
function isOwnPage(href: string): boolean {
  return /^\/(?![/\\])[\w\-/?=&#]*$/.test(href);
}
