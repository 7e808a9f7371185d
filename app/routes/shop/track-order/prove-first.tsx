import { Form, href, Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { rich, t } from "#messages/translate.ts";
import { orderPath } from "../shared/order-paths.ts";

export interface ProveFirstProps {
  orderId: string;
  /** Why the link was not mailed. */
  message: string | null | undefined;
}

/** Says what a viewer with order id and email alone can do for the rest: get the link by mail, or sign in. */
export function ProveFirst({ orderId, message }: ProveFirstProps) {
  const login = `${href("/login")}?next=${encodeURIComponent(orderPath(orderId))}`;
  return (
    <Notice className="order__notice" role={message ? "alert" : undefined}>
      <div id="proof" className="order__proof">
        {message && <p>{message}</p>}
        <p>
          <b>{t("order.proofTitle")}</b>{" "}
          {rich("order.proofText", { link: <Link className="link" to={login} /> })}
        </p>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="link" />
          <input type="hidden" name="orderId" value={orderId} />
          <SubmitButton intent="link" size="sm">
            {t("order.proofSend")}
          </SubmitButton>
        </Form>
      </div>
    </Notice>
  );
}
