import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import { Scripts, type ScriptsProps } from "react-router";

interface PageScriptsProps extends ScriptsProps {
  /** Loads nothing until the page is used: `hydrate-when-used.js` then runs the module script. */
  whenUsed: boolean;
}

interface ScriptPart {
  type?: string;
  children?: ReactNode;
  fetchPriority?: string;
  "data-when-used"?: boolean;
}

/**
 * Renders `<Scripts>` with preloads of low priority, so that styles and fonts of the first paint load first on a slow
 * connection. `<Scripts>` has no prop for it, nor for `whenUsed`.
 */
export function PageScripts({ whenUsed, ...props }: PageScriptsProps) {
  const prepare = (part: ReactNode): ReactNode => {
    if (!isValidElement<ScriptPart>(part)) return part;
    if (part.type === Fragment) return Children.map(part.props.children, prepare);
    if (part.type === "link") return whenUsed ? null : cloneElement(part, { fetchPriority: "low" });
    if (whenUsed && part.props.type === "module")
      return cloneElement(part, { type: "text/plain", "data-when-used": true });
    return part;
  };
  return prepare(Scripts(props));
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
