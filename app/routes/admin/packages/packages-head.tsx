import type { ReactNode } from "react";
import { href } from "react-router";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";

interface PackagesHeadProps {
  view: "cards" | "table";
  /** The line under the title. */
  children: ReactNode;
}

/** The head of both views of the packages, with the links between them. */
export function PackagesHead({ view, children }: PackagesHeadProps) {
  const links = (
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
  return (
    <PageHead title="Packages" actions={links}>
      {children}
    </PageHead>
  );
}
