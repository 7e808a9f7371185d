import type { ReactNode } from "react";

export interface PageHeadProps {
  title: string;
  /** One line below the title: how many, or since when. */
  children?: ReactNode;
  /** Buttons and switches for the whole page. */
  actions?: ReactNode;
}

/** The top of a page of the back office. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  );
}
