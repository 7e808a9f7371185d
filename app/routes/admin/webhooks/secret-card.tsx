import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";

/** Field errors for URLs that are not allowed as a target. */
export const targetErrors = {
  "https-only": "URL must begin with https://",
  private: "This address is inside the shop's own network",
  "unknown-host": "This host cannot be found",
} as const;

/** Shows a new signing secret, once; `receiver` is what checks the signatures. */
export function SecretCard({
  secret,
  receiver = "receiver",
}: {
  secret: string;
  receiver?: "receiver" | "adapter";
}) {
  return (
    <Card title="The signing secret" line pad className="webhook-secret">
      <p role="status">
        Copy it to the {receiver} now: it is not shown again. Each message is signed with it.
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
