import { Scripts } from "react-router";
import { t } from "#messages/translate.ts";
import lateScripts from "./late-scripts.js?raw";
import type { Hydration } from "./static-page.ts";

const WAITING = "waiting-scripts";
/** Whether the scripts of this document waited. */
const haveWaited = !import.meta.env.SSR && document.getElementById(WAITING) !== null;

interface PageScriptsProps {
  nonce: string | undefined;
  hydration: Hydration;
}

/** The scripts of React Router. Those of a page that waits are loaded by `late-scripts.js`. */
export function PageScripts({ nonce, hydration }: PageScriptsProps) {
  if (hydration === "at-once" && !haveWaited) return <Scripts nonce={nonce} />;
  return (
    <>
      <noscript id={WAITING}>
        <Scripts nonce={nonce} />
      </noscript>
      <script
        nonce={nonce}
        data-until={hydration === "when-used" ? "used" : "painted"}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? lateScripts : "" }}
      />
    </>
  );
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
