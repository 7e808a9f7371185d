import { useEffect } from "react";
import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useFormErrors, useBaseVersion } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, textOf } from "#lib/form.ts";
import {
  type Endpoint,
  type EndpointField,
  parseEndpointForm,
  webhookEvents,
} from "#shop/webhooks/webhook.ts";
import { eventLabels } from "./webhook-labels.tsx";

/** A new endpoint gets all events by default. */
const empty: TypedEndpoint = { url: "", events: [...webhookEvents], enabled: true };

export interface EndpointFormProps {
  /** Null for a new endpoint. */
  endpoint: Endpoint | null;
  /** The page shows that saving failed, such as after a conflict. */
  rejected?: boolean;
  /** The submitted values, to fill in the form again after an error. */
  typed: TypedEndpoint | undefined;
  errors: FieldErrors<EndpointField> | undefined;
  action: string;
  cancelTo: string;
}

/** The form of an endpoint: URL, events, and whether it is enabled. */
export function EndpointForm(props: EndpointFormProps) {
  const { endpoint, rejected, typed, errors: serverErrors, action, cancelTo } = props;
  const version = useBaseVersion(endpoint?.version, rejected === true);
  const start = typed ?? endpoint ?? empty;
  const { errors, form } = useFormErrors(serverErrors, parseEndpointForm);
  const intent = endpoint ? "update" : "create";
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === intent;

  useEffect(() => {
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement))
      form.ref.current?.querySelector<HTMLInputElement>("[name=url]")?.focus();
  }, [form.ref]);

  return (
    <InlineForm
      title={endpoint ? "Edit webhook" : "New webhook"}
      action={action}
      {...form}
      footStart={<Checkbox name="enabled" label="Enabled" defaultChecked={start.enabled} />}
      buttons={
        <>
          <ButtonLink to={cancelTo} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            {endpoint ? "Save webhook" : "Add webhook"}
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value={intent} />
      {endpoint && <input type="hidden" name="version" value={version} />}
      <div className="inline-form__wide">
        <Field
          label="URL"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          required
          placeholder="https://example.com/satchel"
          defaultValue={start.url}
          error={errors.url}
          hint="Gets a POST with JSON for each event."
        />
      </div>
      <fieldset className="inline-form__wide webhook-events">
        <legend className="field__label">Events</legend>
        {webhookEvents.map((event, index) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={
              <>
                {eventLabels[event]} <span className="webhook-events__name mono">{event}</span>
              </>
            }
            defaultChecked={start.events.includes(event)}
            error={index === webhookEvents.length - 1 ? errors.events : null}
          />
        ))}
      </fieldset>
    </InlineForm>
  );
}

/** Values of the form's fields. */
export interface TypedEndpoint {
  url: string;
  events: string[];
  enabled: boolean;
}

/** What the action returns when it does not redirect. */
export interface WebhookActionData {
  typed?: TypedEndpoint;
  errors?: FieldErrors<EndpointField>;
  /** Error of the form as a whole. */
  message?: string;
  /** The new secret, which is shown once. */
  secret?: { id: number; secret: string };
}

export function typedEndpoint(form: FormData): TypedEndpoint {
  return {
    url: textOf(form, "url"),
    events: form.getAll("events").filter((event) => typeof event === "string"),
    enabled: form.has("enabled"),
  };
}

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
