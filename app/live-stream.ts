/** What is heard of a topic: that the server can be heard (again), or that something changed. */
export type Word = "open" | "change";

/** What tabs say to each other beside that: whether the one that is connected is there. */
type Message = Word | "ask" | "here" | "trying";

const ASK_EVERY_MS = 10_000;
const ANSWER_MS = 2000;
const REFUSED_MS = 15_000;

/**
 * Listens to what the server says of a topic; returns how to stop. The tabs of a browser share one connection for each
 * topic, since a browser has only six for a shop: whoever has the lock is connected, and passes on what it hears. When
 * that tab goes, the next one has the lock. Where there are no locks, such as without https, each connects for itself.
 */
export function openStream(topic: string, hear: (word: Word) => void): () => void {
  return "locks" in navigator && "BroadcastChannel" in window
    ? share(topic, hear)
    : connect(topic, hear);
}

function share(topic: string, hear: (word: Word) => void): () => void {
  const name = `satchel.live/${topic}`;
  const channel = new BroadcastChannel(name);
  const say = (message: Message) => channel.postMessage(message);
  let turn = new AbortController();
  let stopped = false;
  /** Ends the connection of this tab, while it is the one that is connected. */
  let resign: (() => void) | null = null;
  let connected = false;
  let caughtUp = false;
  let answered = true;

  const lead = () => {
    if (stopped) return;
    // Whoever takes the lock may have been given it just before.
    resign?.();
    const close = connect(topic, (word) => {
      connected = true;
      say(word);
      hear(word);
    });
    return new Promise<void>((giveBack) => {
      resign = () => {
        close();
        resign = null;
        connected = false;
        giveBack();
      };
    });
  };

  const waitForTurn = ({ steal }: { steal: boolean }) => {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    navigator.locks.request(name, steal ? { steal } : { signal }, lead).catch((error: unknown) => {
      if (stopped || signal.aborted) return;
      resign?.();
      // Another tab got no answer from this one, which was asleep.
      if (error instanceof DOMException && error.name === "AbortError")
        return waitForTurn({ steal: false });
      // A browser that lets nobody store anything has no locks either.
      resign = connect(topic, hear);
    });
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data === "ask") return resign ? say(connected ? "here" : "trying") : undefined;
    answered = true;
    if (data === "change") return hear("change");
    // What changed before this tab came is to be caught up with, once.
    if (data === "open" || (data === "here" && !caughtUp)) {
      caughtUp = true;
      hear("open");
    }
  });

  // A browser may put a tab to sleep that nobody sees, with its lock. Who is looked at does not wait for it.
  let patience: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    if (resign) return;
    answered = false;
    say("ask");
    clearTimeout(patience);
    patience = setTimeout(() => {
      if (!answered && !resign && !document.hidden) waitForTurn({ steal: true });
    }, ANSWER_MS);
  };
  const askIfSeen = () => {
    if (!document.hidden) ask();
  };
  const asking = setInterval(askIfSeen, ASK_EVERY_MS);
  document.addEventListener("visibilitychange", askIfSeen);
  waitForTurn({ steal: false });
  ask();

  return () => {
    stopped = true;
    clearInterval(asking);
    clearTimeout(patience);
    document.removeEventListener("visibilitychange", askIfSeen);
    turn.abort();
    resign?.();
    channel.close();
  };
}

/** A connection of this tab's own, which comes back by itself. */
function connect(topic: string, hear: (word: Word) => void): () => void {
  let events: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    events = new EventSource(`/live/${topic}`);
    events.addEventListener("open", () => hear("open"));
    events.addEventListener("change", () => hear("change"));
    // Where the server cannot be reached, the browser tries again; not where it, or a proxy, said no.
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, REFUSED_MS);
    });
  };
  open();
  return () => {
    clearTimeout(again);
    events.close();
  };
}
