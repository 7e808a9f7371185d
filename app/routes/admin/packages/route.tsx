import { useEffect } from "react";
import {
  data,
  href,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { readForm } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { Notice } from "#app/ui/notice.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { localDate } from "#lib/days.ts";
import { textOf, textsOf, versionOf } from "#lib/form.ts";
import {
  createPackage,
  deletePackage,
  movePackage,
  type PackageError,
  placePackage,
  updatePackage,
} from "#shop/catalog/package-changes.server.ts";
import {
  packageFields,
  type Placement,
  parsePackageForm,
  placements,
} from "#shop/catalog/package.ts";
import { listAllPackages } from "#shop/catalog/packages.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { PackageForm, type PackagesActionData } from "./package-form.tsx";
import { PackageGrid } from "./package-grid.tsx";
import { DeletePackage, PackageTile, PlaceButton } from "./package-tile.tsx";
import { PackagesHead } from "./packages-head.tsx";
import { readPackagesView, rememberPackagesView } from "./view.server.ts";
import "#app/office/office.css";
import "./packages.css";

const SAVE_FAILED = "An error occurred while saving the package";

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

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409 || args.actionStatus === 404;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, secure } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const who = { actor: actorOf(args.context), now: new Date() };
  const isTable = (await readPackagesView(args.request, { secure })) === "table";
  const list = isTable ? href("/admin/packages/table") : href("/admin/packages");
  const done = (notice: NoticeName) => redirect(withNotice(list, notice));
  const which = { ...who, id: textOf(form, "id"), version: versionOf(form) };

  if (intent === "create" || intent === "update") {
    const read = parsePackageForm(form);
    const typed = textsOf(form, packageFields);
    if (!read.ok)
      return data<PackagesActionData>({ intent, typed, errors: read.error }, { status: 400 });
    const saved =
      intent === "create"
        ? await createPackage(db, { ...who, values: read.value })
        : await updatePackage(db, { ...which, values: read.value });
    if (!saved.ok) return errorResponse(saved.error, { intent, typed });
    return done(intent === "create" ? "package-created" : "package-updated");
  }
  if (intent === "delete") {
    const deleted = await deletePackage(db, which);
    return deleted.ok ? done("package-deleted") : errorResponse(deleted.error, { intent });
  }
  if (intent === "place") {
    const placement = placements.find((name) => name === textOf(form, "placement"));
    if (!placement) throw data(null, { status: 400 });
    const placed = await placePackage(db, { ...which, placement });
    return placed.ok ? done(placedNotice[placement]) : errorResponse(placed.error, { intent });
  }
  if (intent === "move") {
    const position = Number(textOf(form, "position"));
    if (!Number.isInteger(position)) throw data(null, { status: 400 });
    const seen = textOf(form, "seen").split(" ");
    const moved = await movePackage(db, { ...who, id: which.id, position, seen });
    if (!moved.ok) return errorResponse(moved.error, { intent });
    // A move by script is shown already, without a redirect.
    return form.has("script") ? data<PackagesActionData>({ intent }) : done("package-moved");
  }
  throw data(null, { status: 400 });
}

/** Keeps the form open with its content on network and server errors. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500))
      throw error;
    return { intent: "", message: SAVE_FAILED } satisfies PackagesActionData;
  }
}

function errorResponse(error: PackageError, actionData: PackagesActionData) {
  switch (error) {
    case "forbidden":
      throw redirect("/");
    case "not-found":
      return data<PackagesActionData>(
        { ...actionData, message: "Someone deleted this package in the meantime." },
        { status: 404 },
      );
    case "stale":
      return data<PackagesActionData>(
        {
          ...actionData,
          message:
            actionData.intent === "update"
              ? "Someone changed this package in the meantime: its card shows the current state. Update Package replaces it with what you typed."
              : "Someone changed the packages in the meantime. Here is the current state.",
        },
        { status: 409 },
      );
  }
}

/** Lists all packages: in the grid, the promotion, and not for sale. */
export default function PackagesPage({ loaderData }: Route.ComponentProps) {
  const { packages, today, adding, editingId, deletingId } = loaderData;
  const actionData = useActionData<PackagesActionData>();
  const editing = packages.find(({ id }) => id === editingId) ?? null;
  const deleting = packages.find(({ id }) => id === deletingId) ?? null;
  const grid = packages.filter(({ placement }) => placement === "grid");
  const promotion = packages.filter(({ placement }) => placement === "promotion");
  const off = packages.filter(({ placement }) => placement === "off");
  const onSale = grid.length + promotion.length;

  useEffect(() => {
    const message = actionData?.message ?? Object.values(actionData?.errors ?? {})[0];
    if (message) notify.error(message);
  }, [actionData]);

  return (
    <>
      <PackagesHead view="cards">
        {onSale === 1 ? "1 package on sale" : `${onSale} packages on sale`}
      </PackagesHead>
      {actionData?.message && (
        <Notice tone="rejected" className="office-notice">
          {actionData.message}
        </Notice>
      )}
      {(editing || adding) && (
        <PackageForm
          key={editing?.id ?? "new"}
          pkg={editing}
          typed={actionData?.typed}
          errors={actionData?.errors}
          rejected={actionData?.message !== undefined}
        />
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
