import { useEffect } from "react";
import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, type FieldProps, Textarea } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#lib/form.ts";
import {
  DEFAULT_TEMPLATE,
  notificationEvents,
  NTFY_SERVER,
  parseTargetForm,
  type TargetField,
  type TargetKind,
  TELEGRAM_SERVER,
} from "#shop/notifications/notification.ts";
import { eventLabels, kindLabels } from "./target-labels.ts";
import "../webhooks/webhooks.css";

/** What was typed, but for the secrets, which are typed again after an error. */
type TypedTarget = Partial<Record<TargetField, string>> & { chosen: string[] };

/** What the action returns when it does not redirect. */
export interface TargetActionData {
  kind?: TargetKind;
  typed?: TypedTarget;
  errors?: FieldErrors<TargetField>;
  /** Error of the form as a whole. */
  message?: string;
  /** The secret that signs the messages to a new URL, which is shown once. */
  secret?: string;
  /** What was added. */
  added?: string;
}

type LineField = Pick<
  FieldProps,
  "label" | "hint" | "placeholder" | "optional" | "type" | "inputMode" | "required"
> & { name: Exclude<TargetField, "events" | "template"> };

const urlInput = { type: "url", inputMode: "url" } as const;

/** The lines of each form; a password field is a secret. */
const lines: Record<TargetKind, readonly LineField[]> = {
  telegram: [
    {
      name: "token",
      label: "Bot token",
      type: "password",
      required: true,
      hint: "Write /newbot to @BotFather in Telegram: it answers with the token.",
    },
    {
      name: "chatId",
      label: "Chat ID",
      required: true,
      placeholder: "-1001234567890",
      hint: "Write to your bot first, or add it to a group. @userinfobot tells you your ID.",
    },
    {
      name: "server",
      label: "Bot API server",
      ...urlInput,
      optional: true,
      placeholder: TELEGRAM_SERVER,
    },
  ],
  discord: [
    {
      name: "url",
      label: "Webhook URL",
      type: "password",
      required: true,
      hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy webhook URL.",
    },
  ],
  ntfy: [
    { name: "server", label: "Server", ...urlInput, optional: true, placeholder: NTFY_SERVER },
    {
      name: "topic",
      label: "Topic",
      required: true,
      hint: "On ntfy.sh everyone who knows the topic can read it: choose one that is hard to guess.",
    },
    { name: "token", label: "Access token", type: "password", optional: true },
  ],
  url: [
    {
      name: "url",
      label: "URL",
      ...urlInput,
      required: true,
      placeholder: "https://example.com/notify",
      hint: "Gets a POST, signed as a webhook is.",
    },
  ],
};

/** The form of a new target of this kind. */
export function TargetForm({
  kind,
  typed,
  errors: serverErrors,
}: { kind: TargetKind } & Pick<TargetActionData, "typed" | "errors">) {
  const { errors, form } = useFormErrors(serverErrors, (values) => parseTargetForm(kind, values));
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "create";
  useEffect(() => {
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement))
      form.ref.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
  }, [form.ref]);
  return (
    <InlineForm
      title={`Send to ${kind === "url" ? "a URL" : kindLabels[kind]}`}
      action={`${href("/admin/send-to")}?new=${kind}`}
      {...form}
      buttons={
        <>
          <ButtonLink to={href("/admin/send-to")} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            Add
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value="create" />
      <input type="hidden" name="kind" value={kind} />
      {lines[kind].map((line) => (
        <div key={line.name} className="inline-form__wide">
          <Field
            {...line}
            autoComplete={line.type === "password" ? "new-password" : "off"}
            spellCheck={false}
            defaultValue={typed?.[line.name]}
            error={errors[line.name]}
          />
        </div>
      ))}
      {kind === "url" && (
        <div className="inline-form__wide">
          <Textarea
            label="Body"
            name="template"
            rows={3}
            spellCheck={false}
            defaultValue={typed?.template ?? DEFAULT_TEMPLATE}
            error={errors.template}
            hint="{title}, {text} and {link} are replaced. If it is JSON, it is sent as JSON."
          />
        </div>
      )}
      <fieldset className="inline-form__wide webhook-events">
        <legend className="field__label">Events</legend>
        {notificationEvents.map((event, index) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={eventLabels[event]}
            defaultChecked={typed ? typed.chosen.includes(event) : true}
            error={index === notificationEvents.length - 1 ? errors.events : null}
          />
        ))}
      </fieldset>
    </InlineForm>
  );
}
