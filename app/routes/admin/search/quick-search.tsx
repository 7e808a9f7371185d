import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { SearchBox } from "./search-box.tsx";
import "./quick-search.css";

/** Searches orders, customers, packages, screens and settings from any screen: Ctrl K, or ⌘ K. */
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

  // Closing the dialog restores the focus.
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
        // Closes at once: with the browser's default, a quick Ctrl K after Escape would be lost.
        onCancel={(event) => {
          event.preventDefault();
          setOpen(false);
        }}
        onClose={(event) => {
          if (!event.currentTarget.open) setOpen(false);
        }}
        onPointerDown={(event) => {
          // The content fills the dialog, so a click on the dialog itself is on its backdrop.
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
