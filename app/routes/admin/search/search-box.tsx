import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Link, useFetcher, useNavigate } from "react-router";
import { useRootData } from "#app/root-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import {
  groupResults,
  type ResultGroup,
  type SearchResponse,
  type SearchResult,
} from "./search-results.ts";

/** A combobox with results: arrow keys select while the focus stays in the field. */
export function SearchBox({ onDone }: { onDone: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const { response, settled } = useSearchResults(text);
  const groups = groupResults(text, response, useRootData()?.account?.role ?? "customer");
  const results = groups.flatMap((group) => group.results);
  const failed = settled && response?.hits === null;
  const working = useLasting(!settled, WORKING_AFTER_MS);

  // The selection is stored by URL, so that later results do not move it.
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    results.findIndex(({ to }) => to === chosen),
  );
  const active = results[at];

  // Enter before the results have arrived opens the first one once they have.
  const [going, setGoing] = useState(false);
  useEffect(() => {
    if (!going || !settled || !active) return;
    onDone();
    void navigate(active.to);
  }, [going, settled, active, navigate, onDone]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys during IME composition belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(results.at((at + step) % results.length)?.to ?? null);
    } else if (event.key === "Enter") {
      event.preventDefault();
      setGoing(true);
    }
  };

  return (
    <>
      <label className="quick-search__field">
        <span className="sr">Search orders, customers, packages, screens and settings</span>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-results`}
          aria-activedescendant={active ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          placeholder="Orders, customers, packages, settings..."
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(null);
            setGoing(false);
          }}
          onKeyDown={onKeyDown}
        />
        {working && <span className="quick-search__working" aria-hidden="true" />}
        <button type="button" className="quick-search__close" onClick={onDone}>
          Esc<span className="sr">: close</span>
        </button>
      </label>
      <div
        className="quick-search__results"
        role="listbox"
        id={`${id}-results`}
        aria-label="Results"
      >
        {groups.map((group, index) => (
          <Group
            key={group.title}
            {...group}
            id={id}
            first={groups.slice(0, index).flatMap((before) => before.results).length}
            active={active}
            onPoint={setChosen}
            onDone={onDone}
          />
        ))}
      </div>
      <p className={results.length === 0 ? "quick-search__empty" : "sr"} role="status">
        {working ? "Searching…" : statusText(settled, failed, results.length)}
      </p>
    </>
  );
}

/** A search that takes longer says that it is under way. */
const WORKING_AFTER_MS = 300;

/** Returns whether something has been so for this time. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo, ms]);
  return lasts;
}

function statusText(settled: boolean, failed: boolean, count: number): string {
  if (failed) return "The search is not responding. Please try again.";
  if (!settled) return "";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}

/**
 * Returns the latest results and whether they are for this text. One request runs at a time; the next one starts
 * when it has ended, with the text of that moment.
 */
function useSearchResults(text: string) {
  const { state, data, load } = useFetcher<SearchResponse>();
  const wanted = text.trim();
  const answered = data?.text;
  useEffect(() => {
    // Compared with the answer, not with the last request: after live updates of the page, the router may apply the
    // response to an earlier request last.
    if (state !== "idle" || wanted === "" || wanted === answered) return;
    void load(`/admin/search?q=${encodeURIComponent(wanted)}`);
  }, [state, wanted, answered, load]);
  return { response: data ?? null, settled: wanted === "" || answered === wanted };
}

interface GroupProps extends ResultGroup {
  id: string;
  /** Index of its first result among all. */
  first: number;
  active: SearchResult | undefined;
  onPoint: (to: string) => void;
  onDone: () => void;
}

function Group({ title, results, id, first, active, onPoint, onDone }: GroupProps) {
  return (
    <div role="group" aria-label={title}>
      <p className="quick-search__group" aria-hidden="true">
        {title}
      </p>
      {results.map((result, index) => (
        <Link
          key={result.to}
          id={`${id}-${first + index}`}
          ref={result === active ? scrollIntoView : undefined}
          role="option"
          aria-selected={result === active}
          tabIndex={-1}
          className="quick-search__result"
          to={result.to}
          onPointerMove={() => onPoint(result.to)}
          onClick={onDone}
        >
          <Icon name={result.icon} size="sm" />
          <span className={result.mono ? "mono" : undefined}>{result.text}</span>
          {result.note && <span className="quick-search__note">{result.note}</span>}
        </Link>
      ))}
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
