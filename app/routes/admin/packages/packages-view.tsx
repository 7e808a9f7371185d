import { useEffect } from "react";
import { Form, href, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { formatCount } from "#lib/money.ts";
import type { OfficePackage } from "#shop/catalog/package.ts";
import { OfficeCard, PlaceButton } from "./package-tile.tsx";
import { PackageForm } from "./package-form.tsx";
import { PackageGrid } from "./package-grid.tsx";
import type { PackagesAnswer } from "./packages-form.ts";
import "./packages.css";

const QUESTION = "Are you sure you want to delete this package? This action cannot be undone.";

export interface PackagesViewProps {
  packages: readonly OfficePackage[];
  adding: boolean;
  editingId: string | null;
  deletingId: string | null;
  answer: PackagesAnswer | undefined;
}

/** All packages: those in the grid, the promotion, and those that are not for sale. */
export function PackagesView(props: PackagesViewProps) {
  const { packages, adding, editingId, deletingId, answer } = props;
  const editing = packages.find(({ id }) => id === editingId) ?? null;
  const deleting = packages.find(({ id }) => id === deletingId) ?? null;
  const grid = packages.filter(({ placement }) => placement === "grid");
  const promotion = packages.filter(({ placement }) => placement === "promotion");
  const off = packages.filter(({ placement }) => placement === "off");
  const onSale = grid.length + promotion.length;

  useEffect(() => {
    const said = answer?.message ?? Object.values(answer?.errors ?? {})[0];
    if (said) notify.error(said);
  }, [answer]);

  return (
    <>
      <PageHead title="Packages">
        {onSale === 1 ? "1 package on sale" : `${onSale} packages on sale`}
      </PageHead>
      {answer?.message && (
        <Notice tone="rejected" className="office-notice">
          {answer.message}
        </Notice>
      )}
      {(editing || adding) && (
        <PackageForm
          key={editing?.id ?? "new"}
          pkg={editing}
          typed={answer?.typed}
          errors={answer?.errors}
          told={answer?.message !== undefined}
        />
      )}
      {deleting && <DeletePackage pkg={deleting} />}
      <section aria-labelledby="grid">
        <h2 className="office-pkgs__title" id="grid">
          In the grid
        </h2>
        <PackageGrid packages={grid} />
      </section>
      <section aria-labelledby="promotion">
        <h2 className="office-pkgs__title" id="promotion">
          Promotion
        </h2>
        <p className="office-pkgs__about">
          Stands alone below the grid. There is one at the most; without one the place stays empty.
        </p>
        <div className="office-pkgs">
          {promotion.map((pkg) => (
            <OfficeCard key={pkg.id} pkg={pkg}>
              <PlaceButton pkg={pkg} placement="off" icon="x" label="Switch off" />
              <PlaceButton pkg={pkg} placement="grid" icon="coins" label="To the grid" />
            </OfficeCard>
          ))}
        </div>
      </section>
      {off.length > 0 && (
        <section aria-labelledby="off">
          <h2 className="office-pkgs__title" id="off">
            Not for sale
          </h2>
          <div className="office-pkgs">
            {off.map((pkg) => (
              <OfficeCard key={pkg.id} pkg={pkg}>
                <PlaceButton pkg={pkg} placement="promotion" icon="star" label="Promote" />
                <PlaceButton pkg={pkg} placement="grid" icon="coins" label="To the grid" />
              </OfficeCard>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

/** Asks in a dialog; where no script runs, in the page. */
function DeletePackage({ pkg }: { pkg: OfficePackage }) {
  const navigate = useNavigate();
  const action = href("/admin/packages");
  return (
    <>
      <noscript>
        <Form method="post" action={action} className="card office-delete">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={pkg.id} />
          <input type="hidden" name="version" value={pkg.version} />
          <h2>{title(pkg)}</h2>
          <p>{QUESTION}</p>
          <div className="row">
            <Button type="submit" variant="danger-quiet">
              Delete package
            </Button>
            <ButtonLink to={action}>Keep package</ButtonLink>
          </div>
        </Form>
      </noscript>
      <ConfirmDialog
        open
        title={title(pkg)}
        question={QUESTION}
        action={action}
        intent="delete"
        values={{ id: pkg.id, version: String(pkg.version) }}
        confirm="Delete package"
        decline="Keep package"
        onDecline={() => void navigate(action, { preventScrollReset: true, replace: true })}
      />
    </>
  );
}

function title(pkg: OfficePackage): string {
  return `Delete ${formatCount(pkg.coins)} coins?`;
}
