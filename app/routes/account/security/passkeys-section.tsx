import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useRef } from "react";
import { Form } from "react-router";
import { Disclosure } from "./disclosure.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { PASSKEY_NAME_MAX, type PasskeyView } from "#shop/accounts/passkey.ts";
import { PasswordPrompt, type SecurityErrors } from "./password-forms.tsx";
import { useNewPasskey } from "./new-passkey.ts";
import { rich, t } from "#messages/translate.ts";

/** The response to the last form of the section. */
export interface PasskeyAnswer {
  /** The passkey whose form was rejected; null for the form that adds one. */
  passkeyId: string | null;
  errors?: SecurityErrors;
  nameError?: string;
  /** The challenge for a new passkey, which the browser makes now. */
  options?: PublicKeyCredentialCreationOptionsJSON;
}

interface PasskeysProps {
  passkeys: readonly PasskeyView[];
  email: string;
  hasPassword: boolean;
  answer: PasskeyAnswer | undefined;
}

/** The passkeys of the account, with forms that rename, remove and add one. */
export function Passkeys({ passkeys, email, hasPassword, answer }: PasskeysProps) {
  const form = useRef<HTMLFormElement>(null);
  const failure = useNewPasskey(answer?.options, form);
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              email={email}
              hasPassword={hasPassword}
              answer={answer?.passkeyId === passkey.id ? answer : undefined}
            />
          ))}
        </ul>
      )}
      {failure && (
        <Notice tone="rejected" role="alert">
          {failure}
        </Notice>
      )}
      <PasswordPrompt
        intent="passkey-start"
        email={email}
        hasPassword={hasPassword}
        errors={answer?.passkeyId === null ? answer.errors : undefined}
      >
        {t("account.passkeyAdd")}
      </PasswordPrompt>
      {/* Sent by `useNewPasskey`. */}
      <Form method="post" action="/account/security" ref={form} hidden>
        <input type="hidden" name="intent" value="passkey-add" />
        <input type="hidden" name="made" defaultValue="" />
      </Form>
    </>
  );
}

interface PasskeyRowProps {
  passkey: PasskeyView;
  email: string;
  hasPassword: boolean;
  answer: PasskeyAnswer | undefined;
}

function PasskeyRow({ passkey, email, hasPassword, answer }: PasskeyRowProps) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <p className="session__device">
        <bdi>{name}</bdi>
      </p>
      <ul className="session__facts">
        <li>{rich("account.passkeyAddedAt", { time: <Time value={createdAt} /> })}</li>
        <li>
          {lastUsedAt
            ? rich("account.passkeyUsedAt", { time: <Time value={lastUsedAt} /> })
            : t("account.passkeyUnused")}
        </li>
      </ul>
      <Disclosure
        title={t("account.passkeyRename")}
        about={name}
        open={answer?.nameError !== undefined}
      >
        <Form method="post" action="/account/security" className="setting__form">
          <input type="hidden" name="intent" value="passkey-rename" />
          <input type="hidden" name="passkeyId" value={id} />
          <Field
            key={name}
            label={t("account.name")}
            name="name"
            defaultValue={name}
            maxLength={PASSKEY_NAME_MAX}
            error={answer?.nameError}
            autoComplete="off"
            required
          />
          <SubmitButton intent="passkey-rename">{t("account.saveName")}</SubmitButton>
        </Form>
      </Disclosure>
      <Disclosure
        title={t("account.passkeyRemoveTitle")}
        about={name}
        open={answer?.errors !== undefined}
      >
        <p className="small muted">{t("account.passkeyRemoveText")}</p>
        <PasswordPrompt
          intent="passkey-remove"
          fields={{ passkeyId: id }}
          email={email}
          hasPassword={hasPassword}
          errors={answer?.errors}
          buttonClass="btn--danger-quiet"
        >
          {t("account.passkeyRemove")}
        </PasswordPrompt>
      </Disclosure>
    </li>
  );
}
