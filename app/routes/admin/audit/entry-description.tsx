import { href, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import type { AuditEntry } from "#shop/audit/audit.ts";
import { type AuditChange, auditChanges, auditWords } from "#shop/audit/audit-words.ts";

/** Describes an entry, with its values before and after in a disclosure. */
export function EntryDescription({ entry }: { entry: AuditEntry }) {
  const { before, subject, after } = auditWords(entry);
  const changes = auditChanges(entry);
  return (
    <div className="audit__entry">
      {before} {subject && <Subject entry={entry} />} {after}
      {changes.length > 0 && (
        <details className="audit__more">
          <summary>
            <Icon name="chevron" size="sm" />
            <span className="sr">Before and after</span>
          </summary>
          <dl className="audit__changes">
            {changes.map((change, index) => (
              <Change key={index} {...change} />
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function Subject({ entry: { action, subject, subjectId } }: { entry: AuditEntry }) {
  const id = subjectId ?? "";
  if (subject === "order" && action !== "order.deleted" && action !== "order.purged")
    return (
      <Link className="link mono" to={href("/admin/orders/:orderId", { orderId: id })}>
        {id}
      </Link>
    );
  if (subject === "customer")
    return (
      <Link className="link" to={href("/admin/customers/:email", { email: id })}>
        {id}
      </Link>
    );
  if (subject === "newsletter" && /^\d+$/.test(id) && action !== "newsletter.deleted")
    return (
      <Link className="link" to={href("/admin/newsletter/:id", { id })}>
        {id}
      </Link>
    );
  if (subject === "promotion")
    return (
      <Link className="link mono" to={`${href("/admin/promotions")}?edit=${id}`}>
        {id}
      </Link>
    );
  if (subject === "webhook" && action !== "webhook.deleted")
    return (
      <Link className="link" to={href("/admin/webhooks/:id", { id })}>
        {id}
      </Link>
    );
  const isText = ["settings", "api-key", "gift-code", "team"].includes(subject);
  return <span className={isText ? undefined : "mono"}>{id}</span>;
}

function Change({ label, before, after }: AuditChange) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {before !== null && (
          <>
            <del>{before}</del> <span className="sr">to</span>
            <Icon name="right" size="sm" />{" "}
          </>
        )}
        {after}
      </dd>
    </div>
  );
}
