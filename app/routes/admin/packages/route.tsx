import { useEffect } from "react";
import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import type { NoticeName } from "#app/notices.ts";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { notSent, useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { withFallback } from "#app/office/with-fallback.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { notify } from "#app/ui/toaster.tsx";
import { localDate } from "#lib/days.ts";
import { textOf } from "#lib/form.ts";
import { type Placement, placements } from "#shop/catalog/package.ts";
import {
  createPackage,
  deletePackage,
  movePackage,
  placePackage,
  updatePackage,
} from "#shop/catalog/package-changes.server.ts";
import { packageFields, parsePackageForm } from "#shop/catalog/package-form.ts";
import { listAllPackages } from "#shop/catalog/packages.server.ts";
import type { Route } from "./+types/route";
import { PackageForm } from "./package-form.tsx";
import { PackageGrid } from "./package-grid.tsx";
import { DeletePackage, PackageTile, PlaceButton } from "./package-tile.tsx";
import { PackagesHead } from "./packages-head.tsx";
import { readPackagesView, rememberPackagesView } from "./view.server.ts";
import "./packages.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Packages", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db, secure } = args.context.get(servicesContext);
  const { search, searchParams } = args.url;
  if (search === "" && (await readPackagesView(args.request, { secure })) === "table")
    throw redirect(href("/admin/packages/table"));
  const { timeZone } = await settingsOf(args.context);
  const loaded = {
    packages: await listAllPackages(db),
    today: localDate(new Date(), timeZone),
    adding: searchParams.has("new"),
    editingId: searchParams.get("edit"),
    deletingId: searchParams.get("delete"),
  };
  if (searchParams.get("view") !== "cards") return data(loaded);
  return data(loaded, { headers: await rememberPackagesView("cards", { secure }) });
}

const placedNotice = {
  grid: "package-in-grid",
  promotion: "package-promoted",
  off: "package-off",
} as const satisfies Record<Placement, NoticeName>;

function packageIn({ form, version, who }: Given) {
  return { id: textOf(form, "id"), version, ...who };
}

/** Leads back to the view of the packages that the form was opened from. */
async function backWith(notice: NoticeName, { services: { secure }, request }: Given) {
  const isTable = (await readPackagesView(request, { secure })) === "table";
  return leadTo(isTable ? href("/admin/packages/table") : href("/admin/packages"), notice);
}

function placementIn({ form }: Given): Placement {
  const placement = placements.find((name) => name === textOf(form, "placement"));
  if (!placement) throw data(null, { status: 400 });
  return placement;
}

const refused = {
  "not-found": "Someone deleted this package in the meantime.",
  stale: "Someone changed the packages in the meantime. Here is the current state.",
};

/** Adds, changes, moves or deletes a package. */
export const action = officeAction({
  create: act({
    fields: packageFields,
    read: parsePackageForm,
    run: ({ services: { db }, who }, values) => createPackage(db, { ...who, values }),
    done: (_, given) => backWith("package-created", given),
    refused: {},
  }),
  update: act({
    fields: packageFields,
    read: parsePackageForm,
    run: (given, values) => updatePackage(given.services.db, { ...packageIn(given), values }),
    done: (_, given) => backWith("package-updated", given),
    refused: {
      ...refused,
      stale:
        "Someone changed this package in the meantime: its card shows the current state. Update Package replaces it with what you typed.",
    },
  }),
  delete: act({
    run: (given) => deletePackage(given.services.db, packageIn(given)),
    done: (_, given) => backWith("package-deleted", given),
    refused,
  }),
  place: act({
    run: (given) =>
      placePackage(given.services.db, { ...packageIn(given), placement: placementIn(given) }),
    done: (_, given) => backWith(placedNotice[placementIn(given)], given),
    refused,
  }),
  move: act({
    run: (given) => {
      const position = Number(textOf(given.form, "position"));
      if (!Number.isInteger(position)) throw data(null, { status: 400 });
      const seen = textOf(given.form, "seen").split(" ");
      return movePackage(given.services.db, { ...packageIn(given), position, seen });
    },
    // A move by script is shown already, without a redirect.
    done: (_, given) => (given.form.has("script") ? null : backWith("package-moved", given)),
    refused,
  }),
});

/** Keeps the form open with its content on network and server errors. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFallback(serverAction, () => notSent("An error occurred while saving the package"));
}

/** Lists all packages: in the grid, the promotion, and not for sale. */
export default function PackagesPage({ loaderData }: Route.ComponentProps) {
  const { packages, today, adding, editingId, deletingId } = loaderData;
  const answer = useAnswer<typeof action>();
  const editing = packages.find(({ id }) => id === editingId) ?? null;
  const deleting = packages.find(({ id }) => id === deletingId) ?? null;
  const grid = packages.filter(({ placement }) => placement === "grid");
  const promotion = packages.filter(({ placement }) => placement === "promotion");
  const off = packages.filter(({ placement }) => placement === "off");
  const onSale = grid.length + promotion.length;

  useEffect(() => {
    const message = answer?.message ?? Object.values(answer?.errors ?? {})[0];
    if (message) notify.error(message);
  }, [answer]);

  return (
    <>
      <PackagesHead view="cards">
        {onSale === 1 ? "1 package on sale" : `${onSale} packages on sale`}
      </PackagesHead>
      <AnswerNotice answer={answer} />
      {(editing || adding) && (
        <PackageForm key={editing?.id ?? "new"} pkg={editing} answer={answer} />
      )}
      {deleting && <DeletePackage pkg={deleting} />}
      <section aria-labelledby="grid">
        <h2 className="office-pkgs__title" id="grid">
          Grid
        </h2>
        <PackageGrid packages={grid} today={today} />
      </section>
      <section aria-labelledby="promotion">
        <h2 className="office-pkgs__title" id="promotion">
          Promotion
        </h2>
        <p className="office-pkgs__about">Shown on its own below the grid. Only one at a time.</p>
        <div className="office-pkgs">
          {promotion.map((pkg) => (
            <PackageTile key={pkg.id} pkg={pkg} today={today}>
              <PlaceButton pkg={pkg} placement="off" icon="x" label="Switch off" />
              <PlaceButton pkg={pkg} placement="grid" icon="coins" label="Move to grid" />
            </PackageTile>
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
              <PackageTile key={pkg.id} pkg={pkg} today={today}>
                {!pkg.kind && (
                  <PlaceButton pkg={pkg} placement="promotion" icon="star" label="Promote" />
                )}
                <PlaceButton pkg={pkg} placement="grid" icon="coins" label="Move to grid" />
              </PackageTile>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
