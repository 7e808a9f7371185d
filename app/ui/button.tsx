import type { ComponentProps, MouseEvent } from "react";
import { type LinkProps, Link } from "react-router";
import { t } from "#messages/translate.ts";
import { Icon } from "./icon.tsx";

export interface ButtonLook {
  /** `brass` and `on-deep` are for dark bands only; `danger-quiet` opens a confirmation. */
  variant?: "primary" | "secondary" | "ghost" | "danger-quiet" | "brass" | "on-deep";
  size?: "sm" | "md" | "lg";
  /** Takes the full width of its container. */
  block?: boolean;
  /** A square button with one icon; requires an `aria-label`. */
  iconOnly?: boolean;
}

function buttonClass(look: ButtonLook, className?: string): string {
  const { variant = "secondary", size = "md", block, iconOnly } = look;
  return [
    "btn",
    `btn--${variant}`,
    size !== "md" && `btn--${size}`,
    block && "btn--block",
    iconOnly && "btn--icon",
    className,
  ]
    .filter(Boolean)
    .join(" ");
}

export interface ButtonProps extends ButtonLook, ComponentProps<"button"> {
  /** Shows a spinner and ignores clicks. Unlike `disabled` it keeps the focus. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, block, iconOnly, busy, className, onClick, type, ...rest } = props;
  const ignoreWhileBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={buttonClass({ variant, size, block, iconOnly }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={ignoreWhileBusy}
    />
  );
}

type LinkParts =
  | "aria-label"
  | "children"
  | "className"
  | "id"
  | "onClick"
  | "prefetch"
  | "preventScrollReset"
  | "reloadDocument"
  | "replace"
  | "rel"
  | "target";

export interface ButtonLinkProps extends ButtonLook, Pick<LinkProps, LinkParts> {
  to: string;
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, block, iconOnly, className, to, ...link } = props;
  const { prefetch, preventScrollReset, reloadDocument, replace, ...rest } = link;
  const classes = buttonClass({ variant, size, block, iconOnly }, className);
  // A native anchor also moves the starting point for Tab, which the router's link does not.
  if (to.startsWith("#")) return <a {...rest} href={to} className={classes} />;
  return (
    <Link
      {...rest}
      {...{ to, prefetch, preventScrollReset, reloadDocument, replace }}
      className={classes}
    />
  );
}

/**
 * Switches the theme, by `page-script.js`. Renders both icons and lets CSS show one, because the server does not know
 * the theme.
 */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="btn btn--icon nav__link theme-toggle needs-script"
      aria-label={t("ui.switchTheme")}
    >
      <Icon name="moon" className="theme-moon" />
      <Icon name="sun" className="theme-sun" />
    </button>
  );
}
