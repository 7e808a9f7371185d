import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { PanelOrder } from "./order-drawer.tsx";

export function CompleteButton({ order, action }: { order: PanelOrder; action: string }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" action={action} replace preventScrollReset>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="version" value={order.version} />
      <Button
        type="submit"
        variant="primary"
        block
        name="status"
        value="completed"
        busy={formData?.get("status") === "completed"}
      >
        <Icon name="check" />
        Mark as Completed
      </Button>
    </Form>
  );
}
