import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { keepFocusInside } from "./keep-focus.ts";

export interface DrawerProps {
  title: string;
  /** Below the title: an ID, a status. */
  under?: ReactNode;
  /** Where one is without the drawer: the cross is a link there. */
  closeTo: string;
  /** Escape, and a press beside it: go to `closeTo`. */
  onClose: () => void;
  /** What can be done, always in sight. */
  foot?: ReactNode;
  /** `<DrawerSection>`s. */
  children: ReactNode;
}

/**
 * Details of a table's row; the list stays behind. It is open as long as it is rendered. The server
 * sends it open, so that its address shows it without a script, too.
 */
export function Drawer({ title, under, closeTo, onClose, foot, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => openModal(dialog.current), []);
  // Once, and at once: a page that loads anew between press and release must not forget where it began.
  useLayoutEffect(() => onPressBeside(dialog.current, () => close()), []);

  return (
    <dialog
      ref={dialog}
      open
      className="drawer"
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={keepFocusInside}
    >
      <div className="drawer__in">
        <header className="drawer__head">
          <div>
            <h2 id={id}>{title}</h2>
            {under && <div className="row">{under}</div>}
          </div>
          <ButtonLink to={closeTo} variant="ghost" iconOnly aria-label="Close" preventScrollReset>
            <Icon name="x" />
          </ButtonLink>
        </header>
        <div className="drawer__body">{children}</div>
        {foot && <footer className="drawer__foot">{foot}</footer>}
      </div>
    </dialog>
  );
}

/** Closing gives the focus back to where it was; to the open row, when the page began with the drawer. */
function openModal(dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  const row = document.querySelector<HTMLElement>(".row-link[aria-current]");
  dialog.close();
  dialog.showModal();
  return () => {
    dialog.close();
    if (document.activeElement === document.body) row?.focus();
  };
}

/** All of the drawer is filled, so what hits the dialog itself hits its backdrop. */
function onPressBeside(dialog: HTMLDialogElement | null, onClose: () => void) {
  // Marking text can begin inside and end beside it, which is no wish to leave.
  let beganBeside = false;
  const onDown = (event: PointerEvent) => {
    beganBeside = event.target === dialog;
  };
  const onClick = (event: MouseEvent) => {
    if (beganBeside && event.target === dialog) onClose();
  };
  dialog?.addEventListener("pointerdown", onDown);
  dialog?.addEventListener("click", onClick);
  return () => {
    dialog?.removeEventListener("pointerdown", onDown);
    dialog?.removeEventListener("click", onClick);
  };
}

export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="drawer__section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
