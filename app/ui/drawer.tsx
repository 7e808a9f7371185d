import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { trapFocus } from "./dialog.tsx";

export interface DrawerProps {
  title: string;
  /** Below the title: an ID or a status. */
  under?: ReactNode;
  /** The page without the drawer, to which the close button links. */
  closeTo: string;
  /** Called on Escape and on a click on the backdrop, in the place of opening `closeTo`. */
  onClose?: () => void;
  /** Actions, always visible. */
  foot?: ReactNode;
  /** `<DrawerSection>`s. */
  children: ReactNode;
}

/**
 * A modal side panel with the details of a table row. Open as long as it is rendered; the server renders it open, so
 * its URL works without JavaScript.
 */
export function Drawer({ title, under, closeTo, foot, children, ...props }: DrawerProps) {
  const navigate = useNavigate();
  const onClose = props.onClose ?? (() => void navigate(closeTo, { preventScrollReset: true }));
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => openModal(dialog.current), []);
  // Registered once: a render between pointerdown and click must not lose where the press began.
  useLayoutEffect(() => onBackdropClick(dialog.current, () => close()), []);

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
      onKeyDown={trapFocus}
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

/** Opens the dialog as a modal. The cleanup restores the focus, to the open row if the page loaded with the drawer. */
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

/** Calls back on clicks on the backdrop. The drawer's content fills the dialog, so an event on the dialog itself is one. */
function onBackdropClick(dialog: HTMLDialogElement | null, onClose: () => void) {
  // A text selection may begin inside and end on the backdrop, which must not close the drawer.
  let beganOnBackdrop = false;
  const onDown = (event: PointerEvent) => {
    beganOnBackdrop = event.target === dialog;
  };
  const onClick = (event: MouseEvent) => {
    if (beganOnBackdrop && event.target === dialog) onClose();
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
