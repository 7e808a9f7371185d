import { Link } from "react-router";
import { Dot, type Tone } from "./dot.tsx";

export interface SegmentedLinksProps {
  label: string;
  items: readonly { to: string; label: string; current: boolean }[];
}

/** Switches between a few views of a page, each with its address. */
export function SegmentedLinks({ label, items }: SegmentedLinksProps) {
  return (
    <nav className="segmented" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.to}
          className="segmented__item"
          to={item.to}
          preventScrollReset
          aria-current={item.current || undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}

export interface SegmentedProps<Value extends string> {
  label: string;
  /** The form field. */
  name: string;
  items: readonly { value: Value; label: string; tone?: Tone; disabled?: boolean }[];
  /** Controlled, with `onChange`. */
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  /** As wide as its box. */
  block?: boolean;
}

/** One value of a few: radio buttons that stand in a row. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, name, items, value, defaultValue, onChange, block } = props;
  return (
    <fieldset className={block ? "segmented segmented--block" : "segmented"}>
      <legend className="sr">{label}</legend>
      {items.map((item) => (
        <label key={item.value} className="segmented__item">
          <input
            type="radio"
            className="sr"
            name={name}
            value={item.value}
            disabled={item.disabled}
            {...(value === undefined
              ? { defaultChecked: item.value === defaultValue }
              : { checked: item.value === value })}
            onChange={() => onChange?.(item.value)}
          />
          {item.tone && <Dot tone={item.tone} />}
          {item.label}
        </label>
      ))}
    </fieldset>
  );
}
