import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { SearchBox } from "./search-box.tsx";
import "./quick-search.css";

/** Finds orders, customers, packages and screens from anywhere in the back office: Ctrl K, or ⌘ K. */
export function QuickSearch() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const onApple = useSyncExternalStore(never, isApple, () => false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  // Closing it gives the focus back to where it was.
  useEffect(() => {
    if (!open) return;
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [open]);

  return (
    <>
      <button
        type="button"
        className="side__link quick-search__open needs-script"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className="side__text">Search</span>
        <kbd className="side__text" aria-hidden="true">
          {onApple ? "⌘ K" : "Ctrl K"}
        </kbd>
      </button>
      <dialog
        ref={dialog}
        className="quick-search"
        aria-label="Search the back office"
        // At once: left to the browser, a quick Ctrl K after Escape would be lost.
        onCancel={(event) => {
          event.preventDefault();
          setOpen(false);
        }}
        onClose={(event) => {
          if (!event.currentTarget.open) setOpen(false);
        }}
        onPointerDown={(event) => {
          // All of it is filled, so what hits the dialog itself hits its backdrop.
          if (event.target === event.currentTarget) setOpen(false);
        }}
      >
        {open && <SearchBox onDone={() => setOpen(false)} />}
      </dialog>
    </>
  );
}

const never = () => () => undefined;

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
