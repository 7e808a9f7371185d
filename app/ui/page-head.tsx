import type { ReactNode } from "react";

export interface PageHeadProps {
  title: string;
  /** One line below the title. */
  children?: ReactNode;
  /** Buttons and switches that concern the whole page. */
  actions?: ReactNode;
}

/** The header of an admin page. */
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
