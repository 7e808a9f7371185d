import { Children, cloneElement, isValidElement, type JSX, type ReactNode } from "react";
import { Scripts, type ScriptsProps } from "react-router";

/**
 * Renders `<Scripts>` with preloads of low priority, so that styles and fonts of the first paint load first on a slow
 * connection. `<Scripts>` has no prop for it.
 */
export function LowPriorityScripts(props: ScriptsProps) {
  const scripts: JSX.Element | null = Scripts(props);
  return Children.map((scripts?.props as { children?: ReactNode } | undefined)?.children, (part) =>
    isValidElement<{ fetchPriority?: string }>(part) && part.type === "link"
      ? cloneElement(part, { fetchPriority: "low" })
      : part,
  );
}

/** The link that Tab reaches first. The frame's `<main>` needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}

/** Marks the shop as a sandbox. Its links leave the app: the sandbox serves those pages. */
export function SandboxBanner({ paymentUri }: { paymentUri: string | null }) {
  const wallet = paymentUri ? `?uri=${encodeURIComponent(paymentUri)}` : "";
  return (
    <aside className="sandbox" aria-label="Sandbox">
      <div className="container sandbox__in">
        <span>Sandbox: no real money moves.</span>
        <a href={`/sandbox/wallet${wallet}`}>Wallet</a>
        <a href="/sandbox/mail">Mailbox</a>
      </div>
    </aside>
  );
}
