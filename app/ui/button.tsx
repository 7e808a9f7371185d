import type { ComponentProps, MouseEvent } from "react";
import { type LinkProps, Link } from "react-router";

export interface ButtonLook {
  /** `brass` and `on-deep` stand on the deep band only; `danger-quiet` leads to a question. */
  variant?: "primary" | "secondary" | "ghost" | "danger-quiet" | "brass" | "on-deep";
  size?: "sm" | "md" | "lg";
  /** As wide as its box. */
  block?: boolean;
  /** A square for one icon; give it an `aria-label`. */
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
  /** Shows a spinner and ignores presses, but keeps the focus where it is. */
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
  | "rel";

export interface ButtonLinkProps extends ButtonLook, Pick<LinkProps, LinkParts> {
  to: string;
}

/** Goes somewhere, so it is a link. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, block, iconOnly, className, to, ...link } = props;
  const { prefetch, preventScrollReset, reloadDocument, replace, ...rest } = link;
  const classes = buttonClass({ variant, size, block, iconOnly }, className);
  // Within the page the browser's own jump also moves the point from which Tab goes on.
  if (to.startsWith("#")) return <a {...rest} href={to} className={classes} />;
  return (
    <Link
      {...rest}
      {...{ to, prefetch, preventScrollReset, reloadDocument, replace }}
      className={classes}
    />
  );
}
