import type { ReferenceField, ReferenceOperation } from "#app/api/reference.server.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";

/** The section of one API operation. */
export function OperationSection(operation: ReferenceOperation) {
  const { id, method, path, scope, summary, text } = operation;
  const { parameters, body, response, statuses, curl } = operation;
  return (
    <section aria-labelledby={id}>
      <div>
        <h2 id={id}>{summary}</h2>
        <p className="api__scope">
          Needs <code className="mono">{scope}</code>
        </p>
      </div>
      <div className="api__text">
        <p className="api__route mono">
          <b>{method}</b> {path}
        </p>
        <p>
          <Words>{text}</Words>
        </p>
        <Code label={`${summary}: an example`}>{curl}</Code>
        {parameters.length > 0 && (
          <>
            <h3>Parameters</h3>
            <Fields fields={parameters} />
          </>
        )}
        {body.length > 0 && (
          <>
            <h3>Body</h3>
            <Fields fields={body} />
          </>
        )}
        <Disclosure title="Responses">
          <Fields fields={response} />
        </Disclosure>
        <p className="api__statuses">
          200, or an error:{" "}
          {statuses.map(({ name, status }, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <a className="link" href={`#${name}`}>
                {status}
              </a>
            </span>
          ))}
        </p>
      </div>
    </section>
  );
}

/** Renders text between backticks as code. */
export function Words({ children }: { children: string }) {
  return children
    .split("`")
    .map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
}

/** A code block that scrolls sideways, by the keyboard, too. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
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
