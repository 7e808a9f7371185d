import { useEffect, useId } from "react";
import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#lib/form.ts";
import {
  API_KEY_NAME_MAX,
  type ApiKeyField,
  type ApiKeyLifetime,
  apiScopeNames,
  apiScopes,
  parseApiKeyForm,
} from "#shop/api-keys/api-key.ts";

/** Id of the link that opens the form; it gets the focus back when the form closes. */
export const NEW_LINK_ID = "new-api-key";

const lifetimes: Record<ApiKeyLifetime, string> = {
  never: "Until it is revoked",
  month: "For 30 days",
  quarter: "For 90 days",
  year: "For a year",
};

/** What the action returns when it does not redirect. */
export interface ApiKeysActionData {
  /** The new key. Its text is shown once: only the digest is stored. */
  created?: { name: string; text: string };
  /** The submitted values, to fill in the form again after an error. */
  typed?: { name: string; scopes: string[]; lifetime: string };
  errors?: FieldErrors<ApiKeyField>;
  message?: string;
}

/** The form for a new key: name, lifetime and scopes. */
export function KeyForm({
  typed,
  errors: serverErrors,
}: Pick<ApiKeysActionData, "typed" | "errors">) {
  const { errors, form } = useFormErrors(serverErrors, parseApiKeyForm);
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "create";
  const scopesId = useId();

  useEffect(() => {
    const first = form.ref.current?.querySelector<HTMLInputElement>("[name=name]");
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement)) first?.focus();
    // Returns the focus to the opener on close, unless a new key has taken it.
    return () => {
      if (!document.getElementById("new-key")) document.getElementById(NEW_LINK_ID)?.focus();
    };
  }, [form.ref]);

  return (
    <InlineForm
      title="New key"
      action={`${href("/admin/api-keys")}?new`}
      {...form}
      buttons={
        <>
          <ButtonLink to={href("/admin/api-keys")} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            Create key
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value="create" />
      <div className="key-form__name">
        <Field
          label="Name"
          name="name"
          maxLength={API_KEY_NAME_MAX}
          required
          autoComplete="off"
          defaultValue={typed?.name}
          error={errors.name}
          hint="The name of the program. It appears in the audit log and in the history of every order it changes."
        />
      </div>
      <Select
        label="Valid"
        name="lifetime"
        defaultValue={typed?.lifetime ?? "never"}
        error={errors.lifetime}
      >
        {Object.entries(lifetimes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <fieldset
        className="key-form__rights inline-form__wide"
        aria-describedby={errors.scopes ? scopesId : undefined}
      >
        <legend className="field__label">What it may do</legend>
        {apiScopeNames.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={typed?.scopes.includes(scope)}
            aria-invalid={errors.scopes ? true : undefined}
            label={
              <>
                {apiScopes[scope]} <span className="mono key-form__scope">{scope}</span>
              </>
            }
          />
        ))}
        {errors.scopes && (
          <p className="field__error" id={scopesId}>
            <Icon name="alert" size="sm" />
            {errors.scopes}
          </p>
        )}
      </fieldset>
    </InlineForm>
  );
}
