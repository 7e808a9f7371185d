import { data } from "react-router";
import type { ShopServices } from "#app/context.ts";
import { redirect } from "#app/redirects.ts";
import { textOf } from "#lib/form.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { tiktokHandle } from "#shop/checkouts/recipient.ts";
import { rollAdapterSecret } from "#shop/delivery/secret.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { DeliveryActionData, DeliveryTest } from "./delivery-adapter.tsx";

/** Handles the forms beside the settings of the delivery adapter; null for another form. */
export async function actOnDelivery(
  { db, accountChecks }: Pick<ShopServices, "db" | "accountChecks">,
  form: FormData,
  by: { actor: Actor; now: Date },
) {
  switch (textOf(form, "intent")) {
    case "delivery-secret": {
      const rolled = await rollAdapterSecret(db, by);
      if (!rolled.ok) throw redirect("/");
      return data<DeliveryActionData>({ secret: rolled.value });
    }
    case "delivery-test": {
      const { deliveryUrl } = await readSettings(db);
      const typed = textOf(form, "username");
      const username = tiktokHandle.safeParse(typed);
      if (!username.success) {
        const problem = username.error.issues[0]?.message ?? "";
        return data<DeliveryActionData>({ test: { typed, problem } }, { status: 400 });
      }
      if (deliveryUrl === "") throw data(null, { status: 400 });
      const response = await accountChecks.test(deliveryUrl, username.data);
      const test: DeliveryTest = { typed, username: username.data, response };
      return data<DeliveryActionData>({ test });
    }
    default:
      return null;
  }
}
