import { goodsText } from "#shop/catalog/goods.ts";
import type { ReactNode } from "react";
import { href } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { AskedAct } from "#app/office/asked-act.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
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
    <ActButton
      variant="ghost"
      size="sm"
      action={href("/admin/packages")}
      intent="place"
      values={{ id: pkg.id, version: String(pkg.version), placement }}
    >
      <Icon name={icon} size="sm" />
      <span>
        {label}
        <span className="sr">, {goodsText(pkg)}</span>
      </span>
    </ActButton>
  );
}

/** Asks whether to delete a package. */
export function DeletePackage({ pkg }: { pkg: AdminPackage }) {
  return (
    <AskedAct
      title={`Delete ${goodsText(pkg)}?`}
      question="Are you sure you want to delete this package? This action cannot be undone."
      confirm="Delete package"
      decline="Keep package"
      action={href("/admin/packages")}
      intent="delete"
      values={{ id: pkg.id, version: String(pkg.version) }}
    />
  );
}
