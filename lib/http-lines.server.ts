import * as http from "node:http";
import * as https from "node:https";

export interface LinesOptions {
  headers: Record<string, string>;
  /** The only certificates (PEM) that are trusted, instead of the public authorities. */
  ca?: string | undefined;
  /** Time until the request is sent. */
  connectTimeoutMs: number;
  /** Ends the connection when nothing arrived for this long. */
  idleTimeoutMs: number;
  /** Called when the request is sent; the head of the response may come with the first line only. */
  onOpen: () => void;
  onLine: (line: string) => void;
  signal: AbortSignal;
}

const MAX_LINE_CHARACTERS = 1024 * 1024;

/**
 * Reads a response that has no end, line by line. Returns when the connection ends or is silent for too long, or by
 * the signal; throws an error when it cannot be opened or the status is not 200.
 */
export async function readLines(url: string, options: LinesOptions): Promise<void> {
  const { headers, ca, connectTimeoutMs, idleTimeoutMs, onOpen, onLine, signal } = options;
  if (signal.aborted) return;
  const ended = Promise.withResolvers<void>();
  const request = (url.startsWith("https:") ? https : http).get(url, {
    headers,
    agent: false,
    ...(ca !== undefined && { ca }),
  });
  let isOpen = false;
  let timer = setTimeout(
    () => request.destroy(new Error(`no connection within ${connectTimeoutMs / 1000} s`)),
    connectTimeoutMs,
  );
  const awaitData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.destroy(), idleTimeoutMs);
  };
  const stop = () => request.destroy();
  signal.addEventListener("abort", stop);

  request.on("finish", () => {
    isOpen = true;
    awaitData();
    onOpen();
  });
  request.on("response", (response) => {
    if (response.statusCode !== 200) {
      ended.reject(new Error(`status ${response.statusCode}`));
      request.destroy();
      return;
    }
    let rest = "";
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      awaitData();
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE_CHARACTERS) request.destroy();
      else for (const line of lines) if (line.trim() !== "") onLine(line);
    });
    response.on("error", () => ended.resolve());
  });
  request.on("error", (error) =>
    isOpen || signal.aborted ? ended.resolve() : ended.reject(error),
  );
  request.on("close", () => ended.resolve());
  try {
    await ended.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
