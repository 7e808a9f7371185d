import type { ReactNode } from "react";

export interface MenuProps {
  /** The accessible name of the button, which shows an icon only. */
  label: string;
  button: ReactNode;
  /** The accessible name of the menu panel. */
  panelLabel: string;
  className?: string;
  /** Links, and forms with a single button. */
  children: ReactNode;
}

/**
 * A dropdown menu of links; a native `<details>`, so it opens without JavaScript. `page-script.js` closes it, and moves
 * through it by arrow keys.
 */
export function Menu({ label, button, panelLabel, className, children }: MenuProps) {
  return (
    <details className={className ? `menu ${className}` : "menu"}>
      <summary className="btn btn--icon nav__link" aria-label={label}>
        {button}
      </summary>
      <nav className="menu__panel" aria-label={panelLabel}>
        {children}
      </nav>
    </details>
  );
}
