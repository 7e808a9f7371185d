import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Location, useBlocker, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** While something is unsaved, asks before one leaves the page. */
export function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const leaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  // Kept here: React Router forgets what it has blocked as soon as another navigation ends, such as the one that
  // takes a notice out of the address.
  const [wanted, setWanted] = useState<Location | null>(null);
  const [asking, setAsking] = useState(false);
  if (blocker.state === "blocked" && blocker.location !== wanted) {
    setWanted(blocker.location);
    setAsking(true);
  }

  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const leave = () => {
    if (blocker.state === "blocked") return blocker.proceed();
    leaving.current = true;
    if (wanted) void navigate(wanted);
  };

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
      onCancel={stay}
    >
      <h2 id="leave-title">Leave without saving?</h2>
      <p id="leave-question">The changes of this page are not saved yet.</p>
      <div className="dialog__foot">
        <Button onClick={stay}>Stay here</Button>
        <Button className="btn--danger" onClick={leave}>
          Leave
        </Button>
      </div>
    </dialog>
  );
}
