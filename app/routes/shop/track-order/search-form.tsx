import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { t } from "#messages/translate.ts";
import type { TrackedOrder } from "#shop/orders/order.ts";

type TrackField = "orderId" | "email";

export interface SearchFormProps {
  /** The initial values of the fields. */
  values?: Partial<Record<TrackField, string>>;
  errors?: Partial<Record<TrackField, string>>;
  /** The order ID came with the URL; the email is then optional and only unmasks. */
  orderIdInUrl?: boolean;
  order: TrackedOrder | null;
}

/** The form that finds an order by its ID and email. */
export function SearchForm({ values, errors: refused, orderIdInUrl, order }: SearchFormProps) {
  const navigation = useNavigation();
  const { errors, form } = useFormErrors<TrackField>(refused);

  const shownId = order?.id;
  const masked = order?.masked ?? false;
  useEffect(() => {
    const field = (name: TrackField) =>
      form.ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    const orderId = field("orderId");
    // Shows the normalised ID instead of the typed one.
    if (shownId && orderId) orderId.value = shownId;
    if (masked) field("email")?.focus();
  }, [shownId, masked, form.ref]);

  return (
    // Without an action it posts to the current URL, which may contain the order ID.
    <Form method="post" noValidate className="card track__form" {...form}>
      <input type="hidden" name="intent" value="track" />
      <Field
        label={t("order.orderId")}
        name="orderId"
        mono
        defaultValue={values?.orderId || order?.id}
        error={errors.orderId}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Field
        label={t("order.email")}
        name="email"
        type="email"
        defaultValue={values?.email}
        error={errors.email}
        autoComplete="email"
        required={!orderIdInUrl}
      />
      <Button
        type="submit"
        variant={order && !masked ? "secondary" : "primary"}
        busy={navigation.state !== "idle" && navigation.formData?.get("intent") === "track"}
      >
        <Icon name="search" />
        {t("order.trackOrder")}
      </Button>
    </Form>
  );
}
