import { useSearchParams } from "react-router";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import type { Choice } from "#shop/payments/review/review.ts";
import { panelPath } from "./review-paths.ts";
import { choiceWords } from "./review-labels.ts";

export interface ChoicesProps {
  choices: readonly Choice[];
  subject: string;
  chosen: Choice | undefined;
  /** Something has to be decided. */
  waits: boolean;
}

/** What can be decided: each opens its form. */
export function Choices({ choices, subject, chosen, waits }: ChoicesProps) {
  const [search] = useSearchParams();
  if (choices.length === 0)
    return <p className="review__text">Nothing is left here to decide about.</p>;
  return (
    <>
      {!waits && (
        <p className="review__text">
          The payment needs no decision. Money that you have sent back can be recorded.
        </p>
      )}
      <div className="review__choices">
        <SegmentedLinks
          label="Decision"
          items={choices.map((choice) => ({
            to: panelPath(subject, search, { decide: choice }),
            label: choiceWords[choice].name,
            current: choice === chosen,
          }))}
        />
      </div>
    </>
  );
}
