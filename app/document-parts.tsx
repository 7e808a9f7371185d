import { Children, cloneElement, Fragment, isValidElement, type ReactNode, use } from "react";
import { Scripts, type ScriptsProps } from "react-router";
import { t } from "#messages/translate.ts";
import { type Hydration, SentDocument } from "./static-page.ts";

interface PageScriptsProps extends ScriptsProps {
  hydration: Hydration;
}

interface ScriptPart {
  type?: string;
  children?: ReactNode;
  fetchPriority?: string;
}

/**
 * Renders `<Scripts>` with preloads of low priority, so that styles and fonts of the first paint load first on a slow
 * connection. Unless the page is hydrated at once, nothing is preloaded, and `late-hydration.js` runs the module script.
 * `<Scripts>` has no props for either.
 */
export function PageScripts({ hydration, ...props }: PageScriptsProps) {
  const files = use(SentDocument)?.ownFiles;
  const prepare = (part: ReactNode): ReactNode => {
    if (!isValidElement<ScriptPart>(part)) return part;
    if (part.type === Fragment) return Children.map(part.props.children, prepare);
    if (hydration === "at-once")
      return part.type === "link" ? cloneElement(part, { fetchPriority: "low" }) : part;
    if (part.type === "link") return null;
    if (part.props.type !== "module") return part;
    const inert = {
      type: "text/plain",
      "data-hydrates": hydration,
      "data-files": files?.join(" "),
    };
    return cloneElement(part, inert);
  };
  return prepare(Scripts(props));
}

/** The link that Tab reaches first. The frame's `<main>` needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      {t("frame.skip")}
    </a>
  );
}

/** Marks the shop as a sandbox. Its links leave the app: the sandbox serves those pages. */
export function SandboxBanner({
  paymentUri,
  reachesNobody,
}: {
  paymentUri: string | null;
  /** Whether the data are those of a live shop. */
  reachesNobody: boolean;
}) {
  const wallet = paymentUri ? `?uri=${encodeURIComponent(paymentUri)}` : "";
  // untranslated: for those who try the shop or develop it, as the pages that it leads to.
  return (
    <aside className="sandbox" aria-label="Sandbox" lang="en" dir="ltr">
      <div className="container sandbox__in">
        <span>
          {reachesNobody
            ? "Sandbox on the data of a live shop: no money moves, and nothing is sent to anybody."
            : "Sandbox: no real money moves."}
        </span>
        <a href={`/sandbox/wallet${wallet}`}>Wallet</a>
        <a href="/sandbox/mail">Mailbox</a>
      </div>
    </aside>
  );
}
