import type { PackageKind } from "#shop/catalog/goods.ts";
import type { ReactNode } from "react";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { type IconName, Icon } from "#app/ui/icon.tsx";
import { formatBtc } from "#lib/money.ts";
import { rich, t } from "#messages/translate.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import "./payment-body.css";
import "./payment-panel.css";
import "./payment-code.css";

export interface PanelHead {
  title: string;
  tone: "pending" | "processing" | "completed" | "rejected";
  /** Null while the pulsing dot shows that a payment is awaited. */
  icon: IconName | null;
}

interface PanelFrameProps extends PanelHead {
  /** The accessible name. */
  label?: string;
  clock?: ReactNode;
  /** The line below the header; a plain one in the colour of the state unless given. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The card around every payment state. Its title is a live region that stays mounted, so state changes are announced. */
export function PanelFrame(props: PanelFrameProps) {
  const { label = t("payment.label"), title, tone, icon, clock, bar, children } = props;
  return (
    <section className={`card pay pay--${tone}`} aria-label={label}>
      <div className="pay__head">
        <div role="status">
          <h2 className={icon ? "pay__title pay__title--large" : "pay__title"}>
            {icon ? (
              <>
                <span className="pay__icon">
                  <Icon name={icon} />
                </span>
                {title}
              </>
            ) : (
              <Live tone="pending">{title}</Live>
            )}
          </h2>
        </div>
        {clock && (
          <p className="pay__clock">{rich("payment.expiresIn", { clock: <>{clock}</> })}</p>
        )}
      </div>
      {bar || <div className="pay__line" />}
      {children}
    </section>
  );
}

/** A text with a pulsing dot, for something that updates live. */
function Live({ tone, children }: { tone: "pending" | "processing"; children: ReactNode }) {
  return (
    <span className={`live live--${tone}`}>
      <span className="live__dot" />
      {children}
    </span>
  );
}

/** The action of the 'Get a new amount' form and its hidden fields besides `intent=quote`. */
export interface QuoteTarget {
  action: string;
  fields?: Readonly<Record<string, string>>;
}

export interface PanelBodyProps {
  payment: PaymentView;
  /** The page that shows the panel. */
  screen: "checkout" | "order";
  /** What is paid for; coins unless given. */
  kind?: PackageKind | undefined;
  /** The order is completed: its coins were sent. */
  delivered?: boolean;
  /** Null before the order is placed. */
  orderId: string | null;
  quoteForm: QuoteTarget;
  supportEmail: string;
  /** No new quote is possible, because no price source is available. */
  priceError?: boolean;
}

export interface PanelNote {
  icon: IconName;
  text: ReactNode;
}

/** Says how to find the order again. */
export function followNote(orderId: string | null): PanelNote {
  return {
    icon: "pin",
    text: orderId ? t("payment.followOrder", { id: orderId }) : t("payment.follow"),
  };
}

export interface PanelLayoutProps {
  figure: ReactNode;
  caption?: ReactNode;
  /** The figure only repeats the text, so it is hidden on phones and from screen readers. */
  decorative?: boolean;
  /** The figure is a code with many modules: it fills the width of a phone. */
  wide?: boolean;
  notes: readonly PanelNote[];
  children: ReactNode;
}

/**
 * The body of a payment panel: figure on the left, facts and buttons on the right, notes below. On touch and small screens
 * a code is folded below the rest, since a device cannot scan its own screen.
 */
export function PanelLayout(props: PanelLayoutProps) {
  const { figure, caption, decorative, wide, notes, children } = props;
  const kind = decorative
    ? "pay__body--seal"
    : wide
      ? "pay__body--code pay__body--wide"
      : "pay__body--code";
  return (
    <>
      <div className={`pay__body ${kind}`}>
        <div className="pay__main">{children}</div>
        {!decorative && figure && (
          // Folds the figure after it, by its style: content of its own would stay folded on large screens.
          <Disclosure className="pay__fold" title={t("payment.codeForOther")} />
        )}
        <figure
          className={decorative ? "pay__figure pay__figure--seal" : "pay__figure"}
          aria-hidden={decorative || undefined}
        >
          {figure}
          {caption && <figcaption className="pay__cap">{caption}</figcaption>}
        </figure>
      </div>
      <div className="pay__foot">
        {notes.map((note, index) => (
          <p key={index}>
            <Icon name={note.icon} />
            <span>{note.text}</span>
          </p>
        ))}
      </div>
    </>
  );
}

/** A progress ring of confirmations, in the place of the QR code. `share` is 0 to 1. */
export function Seal({ share = 0, children }: { share?: number; children: ReactNode }) {
  return (
    <div className="seal">
      <svg viewBox="0 0 120 120">
        <circle className="seal__seam" cx="60" cy="60" r="54" pathLength="120" />
        {share > 0 && (
          <circle
            className="seal__done"
            cx="60"
            cy="60"
            r="54"
            pathLength="100"
            strokeDasharray={`${Math.min(1, share) * 100} 100`}
            transform="rotate(-90 60 60)"
          />
        )}
      </svg>
      <div className="seal__text">{children}</div>
    </div>
  );
}

/** An amount in BTC without a line break before its unit. */
export function Btc({ sats }: { sats: number }) {
  return <span className="mono">{formatBtc(sats)}&nbsp;BTC</span>;
}

/** A mailto link to the shop's support. */
export function Support({ email }: { email: string }) {
  return (
    <a className="link" href={`mailto:${email}`}>
      <bdi>{email}</bdi>
    </a>
  );
}
