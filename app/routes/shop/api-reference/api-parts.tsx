import type { ReferenceField } from "#app/api/reference.server.ts";

/** Text in which what stands between backticks is code. */
export function Words({ children }: { children: string }) {
  return children
    .split("`")
    .map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
}

/** Lines as they are typed; longer ones can be moved, by the keyboard, too. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by the keyboard
    <pre className="api__code mono" tabIndex={0} role="region" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}

export function Fields({ fields }: { fields: readonly ReferenceField[] }) {
  return (
    <dl className="api__fields">
      {fields.map(({ name, type, text }) => (
        <div key={name}>
          <dt>
            <code className="mono">{name}</code>{" "}
            <span className="muted">
              <Words>{type}</Words>
            </span>
          </dt>
          {text && (
            <dd>
              <Words>{text}</Words>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
