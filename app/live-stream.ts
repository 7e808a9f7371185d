/** An event of a topic: the connection was (re)opened, data changed, or nothing has arrived for a while. */
export type StreamEvent = "open" | "change" | "silent";

/** A stream without a sign of life for this long counts as blocked. The server sends one every 10 seconds. */
const SILENT_MS = 20_000;

const RECONNECT_MS = 15_000;

/**
 * Opens the server-sent events of a topic, which reconnect by themselves; returns a function that closes them.
 */
export function openStream(topic: string, onEvent: (event: StreamEvent) => void): () => void {
  let events: EventSource;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let silent = false;
  const expectSign = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      silent = true;
      onEvent("silent");
    }, SILENT_MS);
  };
  const report = (event: "open" | "change") => {
    silent = false;
    expectSign();
    onEvent(event);
  };
  const open = () => {
    events = new EventSource(`/live/${topic}`);
    events.addEventListener("open", () => report("open"));
    events.addEventListener("change", () => report("change"));
    // After a silence, changes may have been missed.
    events.addEventListener("alive", () => (silent ? report("open") : expectSign()));
    // The browser reconnects after a network error, but not after an error response of the server or a proxy.
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) reconnect = setTimeout(open, RECONNECT_MS);
    });
  };
  expectSign();
  open();
  return () => {
    clearTimeout(reconnect);
    clearTimeout(silence);
    events.close();
  };
}
