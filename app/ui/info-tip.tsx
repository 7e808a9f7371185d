import { type FocusEvent, type PointerEvent, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

export interface InfoTipProps {
  /** The accessible name of the button: "What counts as sales". */
  label: string;
  children: string;
}

/** A tooltip behind an info button. Opens on hover, keyboard focus and click. */
export function InfoTip({ label, children }: InfoTipProps) {
  const id = useId();
  const text = useRef<HTMLSpanElement>(null);
  const showForMouse = (event: PointerEvent) => {
    if (event.pointerType === "mouse") text.current?.showPopover();
  };
  const showForKeyboard = (event: FocusEvent) => {
    if (event.target.matches(":focus-visible")) text.current?.showPopover();
  };
  const hide = () => text.current?.hidePopover();
  return (
    <span className="explained-box">
      <button
        type="button"
        className="explained"
        aria-label={label}
        aria-describedby={id}
        popoverTarget={id}
        popoverTargetAction="show"
        onPointerEnter={showForMouse}
        onPointerLeave={hide}
        onFocus={showForKeyboard}
        onBlur={hide}
      >
        <Icon name="info" size="sm" />
      </button>
      <span ref={text} id={id} className="explained__text" popover="auto">
        {children}
      </span>
    </span>
  );
}
