const keys: [keys: string[], does: string][] = [
  [["J", "K"], "move"],
  [["C"], "copy username"],
  [["⇧ C"], "copy UID"],
  [["Enter"], "completed, next"],
  [["U"], "undo"],
  [["A"], "ask the buyer"],
  [["X"], "reject"],
  [["N"], "note"],
];

/** The keys of the work list. */
export function KeyLegend() {
  return (
    <dl className="work__keys needs-script" aria-label="Keys">
      {keys.map(([pressed, does]) => (
        <div key={does}>
          <dt>
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
