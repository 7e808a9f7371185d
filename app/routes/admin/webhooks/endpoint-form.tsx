import { useEffect } from "react";
import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { useBaseVersion } from "#app/ui/use-base-version.ts";
import type { FieldErrors } from "#lib/field-errors.ts";
import { textOf } from "#lib/form.ts";
import {
  type Endpoint,
  type EndpointField,
  readEndpoint,
  webhookEvents,
} from "#shop/webhooks/webhook.ts";
import { eventNames } from "./webhook-labels.tsx";

/** A new endpoint is told of everything, unless one chooses otherwise. */
const empty: TypedEndpoint = { url: "", events: [...webhookEvents], enabled: true };

export interface EndpointFormProps {
  /** The endpoint to be changed; null for a new one. */
  endpoint: Endpoint | null;
  /** Whether it was said that somebody else has changed it meanwhile. */
  told?: boolean;
  /** What was typed and refused, and why. */
  typed: TypedEndpoint | undefined;
  errors: FieldErrors<EndpointField> | undefined;
  action: string;
  cancelTo: string;
}

/** Where to, of what, and whether at all. */
export function EndpointForm(props: EndpointFormProps) {
  const { endpoint, told, typed, errors: refused, action, cancelTo } = props;
  const version = useBaseVersion(endpoint?.version, told === true);
  const start = typed ?? endpoint ?? empty;
  const { errors, form } = useFormErrors<EndpointField>(refused, (data) => {
    const read = readEndpoint(data);
    return read.ok ? {} : read.error;
  });
  const intent = endpoint ? "update" : "create";
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === intent;

  useEffect(() => {
    // Whoever types in it already, because the page came before its scripts, stays where they are.
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
                {eventNames[event]} <span className="webhook-events__name mono">{event}</span>
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

/** What was typed into the form of an endpoint. */
export interface TypedEndpoint {
  url: string;
  events: string[];
  enabled: boolean;
}

/** What the page answers when it does not lead on. */
export interface WebhookAnswer {
  typed?: TypedEndpoint;
  errors?: FieldErrors<EndpointField>;
  /** Why it was not done, when no field is wrong. */
  message?: string;
  /** The new secret of this endpoint: told here, and never again. */
  secret?: { id: number; secret: string };
}

export function typedIn(form: FormData): TypedEndpoint {
  return {
    url: textOf(form, "url"),
    events: form.getAll("events").filter((event) => typeof event === "string"),
    enabled: form.has("enabled"),
  };
}

/** Why a URL is refused, in words that stand beside it. */
export const targetRefusals = {
  "https-only": "URL must begin with https://",
  private: "This address lies inside the shop's own network",
  "unknown-host": "This host cannot be found",
} as const;

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
