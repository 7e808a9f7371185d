import type { ReactNode } from "react";
import { Shadow, Stack } from "#app/ui/coin-stack.tsx";
import { t } from "#messages/translate.ts";
import "#app/styles/screens/sign-in.css";

/** The discs of 350, 700 and 1,400 coins, to scale. */
const columns = [10, 20, 40];

function Columns() {
  return (
    <svg className="coins" viewBox="0 -375 348 390">
      {columns.map((discs, index) => {
        const x = 58 + index * 116;
        return (
          <g key={discs}>
            <Shadow x={x} />
            <Stack x={x} discs={discs} seed={index * 5} spread={1.6} />
          </g>
        );
      })}
    </svg>
  );
}

export interface SignInFrameProps {
  title: string;
  /** A sentence below the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** The layout of the sign-in pages: a narrow column beside an illustration. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  return (
    <div className="auth">
      <div className="auth__main">
        <div className="auth__in">
          <h1 className="display">{title}</h1>
          {lead && <p className="auth__lead">{lead}</p>}
          {children}
        </div>
      </div>
      <div className="auth__art deep" aria-hidden="true">
        {/* Before the columns, which would shift if it arrived later on a slow connection. */}
        <div className="auth__strip">
          <p className="display">{t("signIn.everyOrder")}</p>
          <p>{t("signIn.everyOrderText")}</p>
        </div>
        <Columns />
      </div>
    </div>
  );
}
