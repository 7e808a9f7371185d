import { useEffect, useRef } from "react";
import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { csvCents, csvLine } from "#lib/csv.ts";
import { formatCount, formatUsd } from "#lib/money.ts";

export interface IssuedCodesProps {
  codes: readonly string[];
  valueCents: number;
  /** `YYYY-MM-DD`; null for no end. */
  lastDay: string | null;
}

/** The height of the list, in lines. */
const MOST_ROWS = 10;

/** Shows codes that were just issued, once: only their digests are stored. */
export function IssuedCodes({ codes, valueCents, lastDay }: IssuedCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");
  return (
    <section className="card new-codes" aria-labelledby="new-codes">
      <h2 className="heading" id="new-codes" tabIndex={-1} ref={heading}>
        {codes.length === 1
          ? `A gift code for ${formatUsd(valueCents)} is issued`
          : `${formatCount(codes.length)} gift codes for ${formatUsd(valueCents)} are issued`}
      </h2>
      <p>
        Save them now: they are shown only once. Anyone who has a code can redeem it, so treat them
        like money.
      </p>
      <textarea
        className="input textarea mono new-codes__text"
        aria-label="Codes"
        readOnly
        rows={Math.min(codes.length, MOST_ROWS)}
        defaultValue={text}
      />
      <div className="row">
        {/* A file without a request: the shop does not have the codes any more. */}
        <a
          className="btn btn--primary"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf({ codes, valueCents, lastDay }))}`}
          download="gift-codes.csv"
        >
          <Icon name="download" />
          Download CSV
        </a>
        <CopyButton text={text} toastMessage="Codes copied">
          Copy
        </CopyButton>
        <ButtonLink to={href("/admin/promotions/gift-codes")} variant="ghost" preventScrollReset>
          I have saved them
        </ButtonLink>
      </div>
    </section>
  );
}

function csvOf({ codes, valueCents, lastDay }: IssuedCodesProps): string {
  const rows = codes.map((code) => csvLine([code, csvCents(valueCents), lastDay]));
  return csvLine(["Code", "Value (USD)", "Last day"]) + rows.join("");
}
