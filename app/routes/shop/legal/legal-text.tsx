import { lexer, type Token, type Tokens } from "marked";
import { Link } from "react-router";
import { Blocks, Inline, isWebOrMail, type MarkdownParts } from "#lib/markdown.tsx";

/** Renders Markdown in sections with their titles at the side. */
export function LegalText({ text }: { text: string }) {
  return sectionsOf(text).map(({ heading, tokens }, index) =>
    heading ? (
      <section key={index}>
        <h2>
          <Inline {...heading} parts={parts} />
        </h2>
        <div className="terms__text">
          <Blocks tokens={tokens} parts={parts} />
        </div>
      </section>
    ) : (
      <div key={index} className="terms__lead">
        <Blocks tokens={tokens} parts={parts} />
      </div>
    ),
  );
}

interface Section {
  /** Null for the text before the first heading. */
  heading: Tokens.Heading | null;
  tokens: Token[];
}

/** Splits a text before each heading of level 1 or 2. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const token of lexer(text)) {
    const last = sections.at(-1);
    if (isTitle(token)) sections.push({ heading: token, tokens: [] });
    else if (last) last.tokens.push(token);
    else if (token.type !== "space") sections.push({ heading: null, tokens: [token] });
  }
  return sections;
}

function isTitle(token: Token): token is Tokens.Heading {
  return token.type === "heading" && (token as Tokens.Heading).depth <= 2;
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
  Raw: ({ children }) => <p className="terms__raw">{children}</p>,
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
