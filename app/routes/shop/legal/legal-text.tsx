import { lexer, type Token, type Tokens } from "marked";
import { Link } from "react-router";
import { Blocks, Inline, isWebOrMail, type MarkdownParts } from "#lib/markdown.tsx";

/** A long text in sections: the title of each at the side, what it says beside it. */
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
  /** None for what stands before the first one. */
  heading: Tokens.Heading | null;
  tokens: Token[];
}

/** The text, cut before each heading of the first two levels. */
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

/** A page of this shop, such as `/refunds`; what begins with two slashes is another host. */
function isOwnPage(href: string): boolean {
  return /^\/(?![/\\])[\w\-/?=&#]*$/.test(href);
}
