import { CopyButton } from "#app/ui/copy-button.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { t } from "#messages/translate.ts";
import type { Instruction } from "#shop/settings/payment-instructions.ts";
import "./method.css";

/** Where to send a manual payment, each value with a button that copies it. */
export function InstructionList({ instructions }: { instructions: readonly Instruction[] }) {
  return (
    <KeyValueList
      className="pay__facts"
      rows={instructions.map(({ label, value, copy }) => ({
        label,
        mono: true,
        value: (
          <span className="ways__value">
            <bdi>{value}</bdi>
            <CopyButton
              text={copy ?? value}
              toastMessage={t("method.copied", { label })}
              aria-label={t("method.copy", { label })}
              variant="ghost"
              size="sm"
            />
          </span>
        ),
      }))}
    />
  );
}
