import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Location, useBlocker, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** Confirms leaving the page while there are unsaved changes. */
export function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const leaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  // Stored here: React Router forgets the blocked location when another navigation ends, such as the one after a save.
  const [wanted, setWanted] = useState<Location | null>(null);
  const [open, setOpen] = useState(false);
  if (blocker.state === "blocked" && blocker.location !== wanted) {
    setWanted(blocker.location);
    setOpen(true);
  }

  const stay = () => {
    setOpen(false);
    blocker.reset?.();
  };
  const leave = () => {
    if (blocker.state === "blocked") return blocker.proceed();
    leaving.current = true;
    if (wanted) void navigate(wanted);
  };

  useEffect(() => {
    if (!unsaved) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmUnload);
    return () => window.removeEventListener("beforeunload", confirmUnload);
  }, [unsaved]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby="leave-title"
      aria-describedby="leave-question"
      onCancel={stay}
    >
      <h2 id="leave-title">Leave without saving?</h2>
      <p id="leave-question">The changes on this page are not saved yet.</p>
      <div className="dialog__foot">
        <Button onClick={stay}>Stay here</Button>
        <Button className="btn--danger" onClick={leave}>
          Leave
        </Button>
      </div>
    </dialog>
  );
}
