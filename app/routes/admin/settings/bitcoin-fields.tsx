import { Field } from "#app/ui/field.tsx";
import { Switch } from "#app/ui/switch.tsx";
import {
  MAX_CONFIRMATIONS,
  MAX_GAP_LIMIT,
  MAX_MARGIN_PERCENT,
} from "#shop/settings/setting-forms.ts";
import { GAP_LIMIT } from "#shop/settings/settings.ts";
import type { SettingFields } from "./setting-section.tsx";

interface BitcoinFieldsProps extends SettingFields {
  /** Whether a Lightning node is configured. */
  hasLightning: boolean;
}

/** The choice of the first way, confirmations, tolerance, rejection of unpaid orders and the block explorer. */
export function BitcoinFields({ texts, errors, hasLightning }: BitcoinFieldsProps) {
  const confirmations = {
    type: "number",
    inputMode: "numeric",
    min: 0,
    max: MAX_CONFIRMATIONS,
    required: true,
  } as const;
  return (
    <>
      <div className="setting-form__fields">
        {/* While hidden it sends what is stored. */}
        <div className="setting-form__wide" hidden={!hasLightning}>
          <Field
            label="Lightning first below ($)"
            name="lightningBelowCents"
            hint="Checkout shows Lightning first for cheaper packages, on-chain first for others; buyers can choose. With 0, on-chain always comes first."
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            defaultValue={texts.lightningBelowCents}
            error={errors.lightningBelowCents}
            required
          />
        </div>
        <Field
          className="setting-form__wide"
          label="Small orders are below ($)"
          name="confirmationsThresholdCents"
          type="number"
          inputMode="decimal"
          min={0.01}
          step={0.01}
          defaultValue={texts.confirmationsThresholdCents}
          error={errors.confirmationsThresholdCents}
          required
        />
        <Field
          label="Confirmations, small orders"
          name="confirmationsBelow"
          hint="With 0, a payment counts before it is in a block, and can still be reversed"
          defaultValue={texts.confirmationsBelow}
          error={errors.confirmationsBelow}
          {...confirmations}
        />
        <Field
          label="Confirmations, other orders"
          name="confirmationsFrom"
          hint={`At most ${MAX_CONFIRMATIONS}; each takes about ten minutes`}
          defaultValue={texts.confirmationsFrom}
          error={errors.confirmationsFrom}
          {...confirmations}
        />
        <Field
          label="Tolerance (%)"
          name="tolerancePercent"
          hint="How much may be missing. Always 0 with a fixed address."
          type="number"
          inputMode="decimal"
          min={0}
          max={10}
          step={0.1}
          defaultValue={texts.tolerancePercent}
          error={errors.tolerancePercent}
          required
        />
        <Field
          label="Rate margin (%)"
          name="rateMarginPercent"
          hint="Lowers the rate of new amounts, against fees and price swings. Buyers see it."
          type="number"
          inputMode="decimal"
          min={0}
          max={MAX_MARGIN_PERCENT}
          step={0.01}
          defaultValue={texts.rateMarginPercent}
          error={errors.rateMarginPercent}
          required
        />
        <Field
          label="Grace (minutes)"
          name="lateGraceMinutes"
          hint="How late a payment may be and still count at its rate"
          type="number"
          inputMode="numeric"
          min={0}
          max={1440}
          defaultValue={texts.lateGraceMinutes}
          error={errors.lateGraceMinutes}
          required
        />
        <Field
          className="setting-form__wide"
          label="Gap limit of my wallet"
          name="gapLimit"
          hint="How many unused addresses in a row your wallet scans. The shop hands out no more than that, so raise it in the wallet first. No effect with a fixed address."
          type="number"
          inputMode="numeric"
          min={GAP_LIMIT}
          max={MAX_GAP_LIMIT}
          defaultValue={texts.gapLimit}
          error={errors.gapLimit}
          required
        />
      </div>
      <Switch
        name="rejectUnpaid"
        label="Reject unpaid orders"
        hint="With the reason 'not paid'. Money that arrives later is shown under Review."
        defaultChecked={texts.rejectUnpaid === "on"}
      />
      <div className="setting-form__fields">
        <Field
          className="setting-form__wide"
          label="Hours after the last price lock ended"
          name="rejectUnpaidAfterHours"
          type="number"
          inputMode="numeric"
          min={1}
          max={720}
          defaultValue={texts.rejectUnpaidAfterHours}
          error={errors.rejectUnpaidAfterHours}
          required
        />
      </div>
      <div className="setting-form__fields setting-form__fields--line">
        <Field
          className="setting-form__wide"
          label="Block explorer"
          name="blockExplorer"
          mono
          spellCheck={false}
          hint="Where transactions are linked to; {txid} stands for the ID. Leave empty for no links."
          defaultValue={texts.blockExplorer}
          error={errors.blockExplorer}
          optional
        />
      </div>
    </>
  );
}
