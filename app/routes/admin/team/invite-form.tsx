import { useEffect } from "react";
import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#lib/form.ts";
import { type InvitationField, parseInvitation } from "#shop/team/team.ts";
import { RoleSelect } from "./role-form.tsx";

export interface TeamActionData {
  /** Why a change was refused. */
  message?: string;
  /** The invitation as it was typed, and its errors. */
  typed?: Record<InvitationField, string>;
  errors?: FieldErrors<InvitationField>;
}

/** The id of the link that opens the form, which gets the focus back. */
export const INVITE_LINK_ID = "invite";

/** The form of a new invitation. */
export function InviteForm({
  typed,
  errors: serverErrors,
}: Pick<TeamActionData, "typed" | "errors">) {
  const { errors, form } = useFormErrors(serverErrors, parseInvitation);
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "invite";

  useEffect(() => {
    const first = form.ref.current?.querySelector<HTMLInputElement>("[name=email]");
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement)) first?.focus();
    return () => document.getElementById(INVITE_LINK_ID)?.focus();
  }, [form.ref]);

  return (
    <InlineForm
      title="Invite to the team"
      action={`${href("/admin/team")}?invite`}
      {...form}
      buttons={
        <>
          <ButtonLink to={href("/admin/team")} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            Send invitation
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value="invite" />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        defaultValue={typed?.email}
        error={errors.email}
        hint="Gets a link that works once, for 7 days."
      />
      <RoleSelect defaultRole={typed?.role ?? "delivery"} error={errors.role} />
    </InlineForm>
  );
}
