import type { ReactNode } from "react";

export interface SettingProps {
  title: string;
  /** What it is for, beside its form. */
  about?: ReactNode;
  children: ReactNode;
}

/** One subject of an account in a card of its own. */
export function Setting({ title, about, children }: SettingProps) {
  return (
    <section className="card setting">
      <div className="setting__about">
        <h2 className="heading">{title}</h2>
        {about && <p className="small muted">{about}</p>}
      </div>
      <div className="setting__body">{children}</div>
    </section>
  );
}
