import { useEffect, useLayoutEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** While something is unsaved, asks before one leaves the page. */
export function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const asking = blocker.state === "blocked";

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!asking || !element) return;
    element.showModal();
    return () => element.close();
  }, [asking]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby="leave-title"
      aria-describedby="leave-question"
      onCancel={() => blocker.reset?.()}
    >
      <h2 id="leave-title">Leave without saving?</h2>
      <p id="leave-question">The changes of this page are not saved yet.</p>
      <div className="dialog__foot">
        <Button onClick={() => blocker.reset?.()}>Stay here</Button>
        <Button className="btn--danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </dialog>
  );
}
