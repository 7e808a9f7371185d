import type { ReactNode } from "react";
import { type IconName, Icon } from "./icon.tsx";

export type NoticeTone = "neutral" | "pending" | "processing" | "completed" | "rejected";

const icons: Record<NoticeTone, IconName> = {
  neutral: "info",
  pending: "alert",
  processing: "info",
  completed: "check",
  rejected: "alert",
};

export interface NoticeProps {
  tone?: NoticeTone;
  icon?: IconName;
  /** `status` for a notice that appears while the page is open, so that screen readers announce it. */
  role?: "status" | "alert";
  className?: string;
  children: ReactNode;
}

/** An inline alert for a condition that lasts. The result of an action is a toast instead. */
export function Notice({ tone = "neutral", icon, role, className, children }: NoticeProps) {
  const classes = ["notice", tone !== "neutral" && `notice--${tone}`, className];
  return (
    <div className={classes.filter(Boolean).join(" ")} role={role}>
      <Icon name={icon ?? icons[tone]} />
      <div>{children}</div>
    </div>
  );
}
