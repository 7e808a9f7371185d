import type { ReactNode } from "react";
import { type IconName, Icon } from "#app/ui/icon.tsx";
import "./payment-panel.css";

export interface PanelHead {
  title: string;
  tone: "pending" | "processing" | "completed" | "rejected";
  /** None while the live dot says that something is awaited. */
  icon: IconName | null;
}

export interface PanelFrameProps extends PanelHead {
  /** What the panel is about, for those who do not see it. */
  label?: string;
  clock?: ReactNode;
  /** The line below the head; a plain one in the colour of the state unless given. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The card around every state. Its state line stays in place, so that each new state is read aloud. */
export function PanelFrame(props: PanelFrameProps) {
  const { label = "Bitcoin payment", title, tone, icon, clock, bar, children } = props;
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
        {clock && <p className="pay__clock">Order expires in {clock}</p>}
      </div>
      {bar || <div className="pay__line" />}
      {children}
    </section>
  );
}

/** A pulsing dot and a sentence: something is being watched at this moment. */
function Live({ tone, children }: { tone: "pending" | "processing"; children: ReactNode }) {
  return (
    <span className={`live live--${tone}`}>
      <span className="live__dot" />
      {children}
    </span>
  );
}
