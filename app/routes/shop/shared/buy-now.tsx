import { Form, useNavigation } from "react-router";
import { formatCount } from "#lib/money.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { type ButtonLook, Button } from "#app/ui/button.tsx";

/** Selects the package and goes to checkout; a real form, so it needs no script. */
export function BuyNow({ pkg, ...look }: ButtonLook & { pkg: CoinPackage }) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === "select" && formData.get("packageId") === pkg.id;
  return (
    <Form method="post" action="/checkout">
      <input type="hidden" name="intent" value="select" />
      <input type="hidden" name="packageId" value={pkg.id} />
      <Button {...look} type="submit" busy={busy}>
        <span>
          Buy Now<span className="sr">, {formatCount(pkg.coins)} coins</span>
        </span>
      </Button>
    </Form>
  );
}
