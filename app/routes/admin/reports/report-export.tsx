import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { formatCount } from "#lib/money.ts";

export interface ExportButtonProps {
  days: { from: string; to: string };
  exporting: Exporting;
}

/** A plain download; with a script one that shows how far it has come. */
export function ExportButton({ days, exporting }: ExportButtonProps) {
  const search = new URLSearchParams({ period: "custom", ...days });
  const action = `${href("/admin/reports/export")}?${search}`;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    if (!exporting.progress) void exporting.start(action);
  };
  return (
    <form method="post" action={action} onSubmit={start}>
      <Button type="submit" size="sm">
        <Icon name="download" size="sm" />
        Export
      </Button>
    </form>
  );
}

interface Exporting {
  /** Null while nothing is exported; `expected` is null until the server has said how many there are. */
  progress: { rows: number; expected: number | null } | null;
  start: (url: string) => Promise<void>;
  cancel: () => void;
}

/** How often the page is told of the progress. */
const TELL_MS = 100;

/** Fetches a file of orders as it is written, and hands it to the browser as a download when it is whole. */
export function useExport(): Exporting {
  const [progress, setProgress] = useState<Exporting["progress"]>(null);
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
      // Not when it was cancelled, by the button or by leaving.
      if (!abort.signal.aborted)
        notify.error("The export stopped before its end", { description: "Please try again." });
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
  const response = await fetch(url, { method: "POST", signal, redirect: "error" });
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const expected = Number(response.headers.get("x-orders"));
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const counter = countRows();
  let told = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    counter.add(value);
    if (performance.now() - told > TELL_MS) {
      told = performance.now();
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
  // The browser has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows below the head of a CSV file that comes in parts, cut anywhere. */
export function countRows(): { add: (part: Uint8Array) => void; rows: () => number } {
  let lines = 0;
  let quoted = false;
  return {
    add: (part) => {
      for (const byte of part) {
        // A quote within a quoted cell is doubled, so that it ends and begins at once.
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
    },
    rows: () => Math.max(0, lines - 1),
  };
}

/** How far the export has come; nothing while there is none. */
export function ExportProgress({ exporting }: { exporting: Exporting }) {
  const { progress, cancel } = exporting;
  if (!progress) return null;
  const { rows, expected } = progress;
  return (
    <section className="card export" aria-label="Export">
      <p className="num">
        {expected === null
          ? "Getting the orders"
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
