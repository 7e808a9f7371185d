import { goodsText } from "#shop/catalog/goods.ts";
import type { ReactNode } from "react";
import { Form, href, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { GoodsArt } from "#app/routes/shop/shared/goods-art.tsx";
import { GoodsName, Price } from "#app/routes/shop/shared/package-card.tsx";
import type { AdminPackage, Placement } from "#shop/catalog/package.ts";
import { editLinkId } from "./package-form.tsx";
import { saleState } from "./sale-state.ts";

export interface PackageTileProps {
  pkg: AdminPackage;
  /** The day in the shop's time zone. */
  today: string;
  /** Drag handle beside the picture. */
  grip?: ReactNode;
  /** Below the buttons. */
  children: ReactNode;
}

/** A package as customers see it, with the administrator's actions. */
export function PackageTile({ pkg, today, grip, children }: PackageTileProps) {
  const state = saleState(pkg, today);
  const name = `, ${goodsText(pkg)}`;
  return (
    <article className={pkg.popular ? "card pkg pkg--popular" : "card pkg"}>
      <div className="pkg__top">
        {pkg.popular && <div className="pkg__banner">MOST POPULAR</div>}
        {grip}
        <div className="pkg__art">
          <GoodsArt goods={pkg} />
        </div>
      </div>
      <div className="pkg__body">
        <h3 className="coin-count">
          <GoodsName goods={pkg} />
        </h3>
        <p className="pkg__desc">{pkg.description}</p>
        <Price pkg={pkg} />
        {state && <p className="office-pkg__state">{state}</p>}
        <div className="office-pkg__row">
          <EditLink pkg={pkg} name={name} />
          <ButtonLink
            to={`${href("/admin/packages")}?delete=${pkg.id}`}
            variant="danger-quiet"
            preventScrollReset
          >
            <Icon name="trash" />
            <span>
              Delete<span className="sr">{name}</span>
            </span>
          </ButtonLink>
        </div>
        <div className="office-pkg__foot">{children}</div>
      </div>
    </article>
  );
}

function EditLink({ pkg, name }: { pkg: AdminPackage; name: string }) {
  return (
    <ButtonLink id={editLinkId(pkg.id)} to={`${href("/admin/packages")}?edit=${pkg.id}`}>
      <Icon name="edit" />
      <span>
        Edit<span className="sr">{name}</span>
      </span>
    </ButtonLink>
  );
}

export interface PlaceButtonProps {
  pkg: AdminPackage;
  placement: Placement;
  icon: IconName;
  label: string;
}

/** Moves a package to another placement. */
export function PlaceButton({ pkg, placement, icon, label }: PlaceButtonProps) {
  return (
    <Form method="post" action={href("/admin/packages")} preventScrollReset>
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="id" value={pkg.id} />
      <input type="hidden" name="version" value={pkg.version} />
      <input type="hidden" name="placement" value={placement} />
      <Button type="submit" variant="ghost" size="sm">
        <Icon name={icon} size="sm" />
        <span>
          {label}
          <span className="sr">, {goodsText(pkg)}</span>
        </span>
      </Button>
    </Form>
  );
}

const QUESTION = "Are you sure you want to delete this package? This action cannot be undone.";

/** Confirms deletion: in a dialog, or in the page without JavaScript. */
export function DeletePackage({ pkg }: { pkg: AdminPackage }) {
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

function title(pkg: AdminPackage): string {
  return `Delete ${goodsText(pkg)}?`;
}
