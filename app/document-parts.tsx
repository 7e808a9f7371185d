import { Children, cloneElement, isValidElement, type JSX, type ReactNode } from "react";
import { Scripts, type ScriptsProps } from "react-router";

/**
 * The framework's scripts, whose preloads yield to the styles and fonts of the first paint: at the priority that they
 * have by themselves they share a slow line with those. Its component has no property for it.
 */
export function PatientScripts(props: ScriptsProps) {
  const scripts: JSX.Element | null = Scripts(props);
  return Children.map((scripts?.props as { children?: ReactNode } | undefined)?.children, (part) =>
    isValidElement<{ fetchPriority?: string }>(part) && part.type === "link"
      ? cloneElement(part, { fetchPriority: "low" })
      : part,
  );
}

/** The first thing that Tab reaches. The frame's `<main>` needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}

/** Says that this shop is a rehearsal. Its links leave the app: the stand-ins serve those pages. */
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
