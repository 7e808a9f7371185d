import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

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

/** A dropdown menu of links; a native `<details>`, so it opens without JavaScript. */
export function Menu({ label, button, panelLabel, className, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  useEffect(() => addMenuListeners(menu), []);

  return (
    <details className={className ? `menu ${className}` : "menu"} ref={menu}>
      <summary className="btn btn--icon nav__link" aria-label={label}>
        {button}
      </summary>
      <nav className="menu__panel" aria-label={panelLabel}>
        {children}
      </nav>
    </details>
  );
}

/** Closes the menu on Escape and on a click or focus outside, and moves through it by arrow keys. Returns the cleanup. */
function addMenuListeners(menu: RefObject<HTMLDetailsElement | null>): () => void {
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const isOutside = (target: EventTarget | null) =>
    target instanceof Node && !menu.current?.contains(target);

  const onKey = (event: KeyboardEvent) => {
    const details = menu.current;
    if (!details) return;
    if (event.key === "Escape" && details.open) {
      close();
      details.querySelector("summary")?.focus();
      return;
    }
    if (isOutside(document.activeElement)) return;
    const next = itemFor(event.key, details);
    if (!next) return;
    event.preventDefault();
    details.open = true;
    next.focus();
  };
  const onPress = (event: PointerEvent) => {
    if (isOutside(event.target)) close();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (isOutside(event.relatedTarget)) close();
  };

  const details = menu.current;
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", onPress);
  details?.addEventListener("focusout", onFocusOut);
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("pointerdown", onPress);
    details?.removeEventListener("focusout", onFocusOut);
  };
}

/** Returns the item that a key moves the focus to. */
function itemFor(key: string, details: HTMLDetailsElement): HTMLElement | undefined {
  const items = [...details.querySelectorAll<HTMLElement>("nav a, nav button")];
  const at = items.findIndex((item) => item === document.activeElement);
  switch (key) {
    case "ArrowDown":
      return items[(at + 1) % items.length];
    case "ArrowUp":
      return items.at(at === -1 ? -1 : at - 1);
    case "Home":
      return at === -1 ? undefined : items[0];
    case "End":
      return at === -1 ? undefined : items.at(-1);
    default:
      return undefined;
  }
}
