import { isWebOrMail, type MarkdownParts } from "#lib/markdown.tsx";

/** How the documents of the shop are drawn in the back office. */
export const parts: MarkdownParts = {
  Heading: ({ level, children }) => (level <= 2 ? <h2>{children}</h2> : <h3>{children}</h3>),
  Paragraph: ({ children }) => <p>{children}</p>,
  Quote: ({ children }) => <blockquote>{children}</blockquote>,
  List: ({ ordered, start, children }) =>
    ordered ? <ol start={start}>{children}</ol> : <ul>{children}</ul>,
  Item: ({ children }) => <li>{children}</li>,
  Line: () => <hr />,
  Code: ({ children }) => <pre className="mono">{children}</pre>,
  Mono: ({ children }) => <code className="mono">{children}</code>,
  Link: ({ href, children }) => (
    <a className="link" href={href} rel="noreferrer">
      {children}
    </a>
  ),
  isLink: isWebOrMail,
};
