/** An event of a topic: the connection was (re)opened, data changed, or nothing has arrived for a while. */
export type StreamEvent = "open" | "change" | "silent";

/** The connection of the tab that has it. */
type Connection = "connecting" | "connected" | "silent";

/** A message between tabs: an event, a ping to the connected tab, or its reply. */
type Message = StreamEvent | "ping" | Connection;

/** A stream without a sign of life for this long counts as blocked. The server sends one every 10 seconds. */
const SILENT_MS = 20_000;

const PING_EVERY_MS = 10_000;
const REPLY_TIMEOUT_MS = 2000;
const RECONNECT_MS = 15_000;

/**
 * Subscribes to the server-sent events of a topic; returns a function that unsubscribes. The tabs of a browser share one
 * connection per topic, since HTTP/1.1 allows six per host: the tab that holds the Web Lock connects and broadcasts its
 * events, and the next tab takes over when it closes. Without Web Locks, as without https, each tab connects itself.
 */
export function openStream(topic: string, onEvent: (event: StreamEvent) => void): () => void {
  return "locks" in navigator && "BroadcastChannel" in window
    ? share(topic, onEvent)
    : connect(topic, onEvent);
}

function share(topic: string, onEvent: (event: StreamEvent) => void): () => void {
  const name = `satchel.live/${topic}`;
  const channel = new BroadcastChannel(name);
  const broadcast = (message: Message) => channel.postMessage(message);
  let lockRequest = new AbortController();
  let stopped = false;
  /** Closes the connection and releases the lock; null while another tab is the leader. */
  let resign: (() => void) | null = null;
  let connection: Connection = "connecting";
  let caughtUp = false;
  let replied = true;

  const lead = () => {
    if (stopped) return;
    // A tab that steals the lock may already hold it.
    resign?.();
    const close = connect(topic, (event) => {
      connection = event === "silent" ? "silent" : "connected";
      broadcast(event);
      onEvent(event);
    });
    return new Promise<void>((release) => {
      resign = () => {
        close();
        resign = null;
        connection = "connecting";
        release();
      };
    });
  };

  const requestLock = ({ steal }: { steal: boolean }) => {
    lockRequest.abort();
    lockRequest = new AbortController();
    const { signal } = lockRequest;
    navigator.locks.request(name, steal ? { steal } : { signal }, lead).catch((error: unknown) => {
      if (stopped || signal.aborted) return;
      resign?.();
      // Another tab stole the lock because this one, suspended by the browser, did not reply.
      if (error instanceof DOMException && error.name === "AbortError")
        return requestLock({ steal: false });
      // Browsers that block storage refuse locks as well.
      resign = connect(topic, onEvent);
    });
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data === "ping") return resign ? broadcast(connection) : undefined;
    replied = true;
    if (data === "change") return onEvent("change");
    if (data === "silent") {
      caughtUp = false;
      return onEvent("silent");
    }
    // Changes from before this tab subscribed are loaded once.
    if (data === "open" || (data === "connected" && !caughtUp)) {
      caughtUp = true;
      onEvent("open");
    }
  });

  // A browser may suspend a hidden tab that holds the lock. A visible tab steals the lock after a timeout.
  let replyTimeout: ReturnType<typeof setTimeout> | undefined;
  const ping = () => {
    if (resign) return;
    replied = false;
    broadcast("ping");
    clearTimeout(replyTimeout);
    replyTimeout = setTimeout(() => {
      if (!replied && !resign && !document.hidden) requestLock({ steal: true });
    }, REPLY_TIMEOUT_MS);
  };
  const pingIfVisible = () => {
    if (!document.hidden) ping();
  };
  const pinging = setInterval(pingIfVisible, PING_EVERY_MS);
  document.addEventListener("visibilitychange", pingIfVisible);
  requestLock({ steal: false });
  ping();

  return () => {
    stopped = true;
    clearInterval(pinging);
    clearTimeout(replyTimeout);
    document.removeEventListener("visibilitychange", pingIfVisible);
    lockRequest.abort();
    resign?.();
    channel.close();
  };
}

/** Opens a connection of this tab, which reconnects by itself. */
function connect(topic: string, onEvent: (event: StreamEvent) => void): () => void {
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
