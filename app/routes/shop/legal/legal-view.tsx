import { LegalText } from "./legal-text.tsx";

export interface LegalViewProps {
  title: string;
  /** Markdown with its placeholders filled in. */
  text: string;
}

/** One of the pages about rights and duties. */
export function LegalView({ title, text }: LegalViewProps) {
  return (
    <article className="container terms">
      <h1 className="display">{title}</h1>
      <LegalText text={text} />
    </article>
  );
}
