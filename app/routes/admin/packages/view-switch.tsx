import { href } from "react-router";
import { SegmentedLinks } from "#app/ui/segmented.tsx";

/** Switches between the cards and the table of the packages. */
export function ViewSwitch({ view }: { view: "cards" | "table" }) {
  return (
    <SegmentedLinks
      label="View"
      items={[
        {
          to: `${href("/admin/packages")}?view=cards`,
          label: "Cards",
          current: view === "cards",
        },
        { to: href("/admin/packages/table"), label: "Table", current: view === "table" },
      ]}
    />
  );
}
