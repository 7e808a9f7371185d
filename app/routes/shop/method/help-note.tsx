import { rich } from "#messages/translate.ts";
import { type PanelNote, Support } from "../payment-panel/panel-layout.tsx";

/** Says whom to ask about the payment of an order. */
export function helpNote(email: string, order: string): PanelNote {
  return {
    icon: "info",
    text: rich("method.questions", { email: <Support email={email} />, order }),
  };
}
