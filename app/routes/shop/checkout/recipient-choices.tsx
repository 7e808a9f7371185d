import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Recipient } from "#shop/checkouts/checkout.ts";
import { t } from "#messages/translate.ts";
import { stepPath } from "./step-path.ts";

export interface RecipientChoices {
  /** The email address of the signed-in buyer; null for a guest. */
  accountEmail: string | null;
  /** The last one first. */
  recipients: Recipient[];
}

export interface RecipientChoiceListProps extends RecipientChoices {
  packageId: string;
  /** Fills the form of step 1. */
  onChoose: (recipient: Recipient) => void;
}

/** The recipients of earlier orders: one click fills the form. Without JavaScript the server does. */
export function RecipientChoiceList(props: RecipientChoiceListProps) {
  const { accountEmail, recipients, packageId, onChoose } = props;
  const isAccount = accountEmail !== null;
  if (recipients.length === 0) return null;
  const form = { method: "post", action: stepPath("account", packageId) } as const;
  return (
    <section className="choices" aria-labelledby="choices-title">
      <h2 className="choices__title" id="choices-title">
        {isAccount ? t("checkout.savedRecipients") : t("checkout.lastRecipient")}
      </h2>
      <ul className="choices__list">
        {recipients.map((recipient) => {
          const { tiktokUsername } = recipient;
          const name = <input type="hidden" name="tiktokUsername" value={tiktokUsername} />;
          return (
            <li key={tiktokUsername} className="choices__item">
              <Form
                {...form}
                onSubmit={(event) => {
                  event.preventDefault();
                  onChoose(recipient);
                }}
              >
                <input type="hidden" name="intent" value="use-recipient" />
                {name}
                <Button
                  type="submit"
                  size="sm"
                  variant="ghost"
                  aria-label={t("checkout.useRecipient", { username: `@${tiktokUsername}` })}
                >
                  <bdi>@{tiktokUsername}</bdi>
                </Button>
              </Form>
              {isAccount && (
                <Form {...form} preventScrollReset>
                  <input type="hidden" name="intent" value="remove-recipient" />
                  {name}
                  <Button
                    type="submit"
                    size="sm"
                    variant="ghost"
                    iconOnly
                    aria-label={t("checkout.removeRecipient", { username: `@${tiktokUsername}` })}
                  >
                    <Icon name="x" size="sm" />
                  </Button>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
