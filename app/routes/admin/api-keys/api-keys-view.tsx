import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { ListedApiKey } from "#shop/api-keys/api-key.ts";
import { KeyForm, NEW_LINK_ID } from "./key-form.tsx";
import { KeyTable } from "./key-table.tsx";
import { NewKey } from "./new-key.tsx";
import type { ApiKeysAnswer } from "./api-keys-form.ts";
import "./api-keys.css";

export interface ApiKeysViewProps {
  keys: readonly ListedApiKey[];
  /** The form of a new key is open. */
  adding: boolean;
  answer: ApiKeysAnswer | undefined;
}

/** The keys with which programs use the API. */
export function ApiKeysView({ keys, adding, answer }: ApiKeysViewProps) {
  const created = answer?.created;
  const open = (adding || answer?.errors !== undefined) && !created;
  return (
    <>
      <PageHead
        title="API keys"
        actions={
          <>
            <ButtonLink to={href("/api")}>API reference</ButtonLink>
            <ButtonLink
              id={NEW_LINK_ID}
              to={`${href("/admin/api-keys")}?new`}
              variant="primary"
              preventScrollReset
            >
              <Icon name="plus" />
              New key
            </ButtonLink>
          </>
        }
      >
        With a key, a program of yours can read orders and deliver coins.
      </PageHead>
      {answer?.message && (
        <Notice tone="pending" role="alert" className="api-keys__notice">
          {answer.message} This is how it is now.
        </Notice>
      )}
      {created && <NewKey key={created.text} {...created} />}
      {open && <KeyForm typed={answer?.typed} errors={answer?.errors} />}
      <Card className="api-keys">
        {keys.length === 0 ? (
          <EmptyState title="No key yet">
            Nothing but the back office can see or change orders until you make one.
          </EmptyState>
        ) : (
          <KeyTable keys={keys} />
        )}
      </Card>
    </>
  );
}
