import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";

/** A secret that was made just now: the one time that it can be seen. */
export function SecretCard({ secret }: { secret: string }) {
  return (
    <Card title="The signing secret" line pad className="webhook-secret">
      <p role="status">
        Copy it to the receiver now: it is not shown again. Each message is signed with it.
      </p>
      <div className="webhook-secret__line">
        <code className="mono">{secret}</code>
        <CopyButton text={secret} toastMessage="Secret copied" size="sm">
          Copy
        </CopyButton>
      </div>
    </Card>
  );
}
