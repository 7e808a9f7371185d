import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { formatCount } from "#lib/money.ts";
import { MINUTE_MS } from "#lib/time.ts";

export interface ExportButtonProps {
  days: { from: string; to: string };
  exporting: Export;
}

/** Starts the export: with progress, or as a plain download without JavaScript. */
export function ExportButton({ days, exporting }: ExportButtonProps) {
  const search = new URLSearchParams({ period: "custom", ...days });
  const action = `${href("/admin/reports/export")}?${search}`;
  const start = (event: SubmitEvent) => {
    // Rows of a workbook cannot be counted while it arrives: the browser downloads it.
    if (event.submitter instanceof HTMLButtonElement && event.submitter.value === "xlsx") return;
    event.preventDefault();
    if (!exporting.progress) void exporting.start(action);
  };
  return (
    <form method="post" action={action} onSubmit={start} className="row">
      <Button type="submit" size="sm">
        <Icon name="download" size="sm" />
        Export
      </Button>
      <Button
        type="submit"
        size="sm"
        name="format"
        value="xlsx"
        aria-label="Excel file of these orders"
      >
        Excel
      </Button>
    </form>
  );
}

interface Export {
  /** Null while no export runs; `expected` is null until the server has sent the number of orders. */
  progress: { rows: number; expected: number | null } | null;
  start: (url: string) => Promise<void>;
  cancel: () => void;
}

/** Interval of progress updates, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100;

/** Streams the export to count its rows, and offers the complete file as a download. */
export function useExport(): Export {
  const [progress, setProgress] = useState<Export["progress"]>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (url: string) => {
    const abort = new AbortController();
    running.current = abort;
    setProgress({ rows: 0, expected: null });
    try {
      const { file, name, rows } = await fetchFile(url, abort.signal, setProgress);
      download(file, name);
      notify.success(`${formatCount(rows)} ${rows === 1 ? "order" : "orders"} exported`);
    } catch {
      // Cancelling, by the button or by leaving the page, is no error.
      if (!abort.signal.aborted)
        notify.error("The export did not finish", { description: "Please try again." });
    }
    setProgress(null);
  };
  return { progress, start, cancel: () => running.current?.abort() };
}

async function fetchFile(
  url: string,
  signal: AbortSignal,
  onProgress: (progress: { rows: number; expected: number }) => void,
): Promise<{ file: Blob; name: string; rows: number }> {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(),
    signal,
    redirect: "error",
  });
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const expected = Number(response.headers.get("x-orders"));
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const counter = countRows();
  let reportedAt = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    counter.add(value);
    if (performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
      reportedAt = performance.now();
      onProgress({ rows: counter.rows(), expected });
    }
  }
  return {
    file: new Blob(parts, { type: "text/csv" }),
    name: name ?? "orders.csv",
    rows: counter.rows(),
  };
}

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows below the header of a CSV file that arrives in chunks. */
export function countRows(): { add: (part: Uint8Array) => void; rows: () => number } {
  let lines = 0;
  let quoted = false;
  return {
    add: (part) => {
      for (const byte of part) {
        // A quote inside a quoted cell is doubled, which toggles twice.
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
    },
    rows: () => Math.max(0, lines - 1),
  };
}

/** Progress of a running export. */
export function ExportProgress({ exporting }: { exporting: Export }) {
  const { progress, cancel } = exporting;
  if (!progress) return null;
  const { rows, expected } = progress;
  return (
    <section className="card export" aria-label="Export">
      <p className="num">
        {expected === null
          ? "Fetching the orders"
          : `${formatCount(rows)} of ${formatCount(expected)} orders written`}
      </p>
      <progress
        className="export__bar"
        aria-label="Orders written"
        max={Math.max(1, expected ?? 1)}
        value={expected === null ? undefined : Math.min(rows, expected)}
      />
      <Button size="sm" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}
