import { goodsText } from "#shop/catalog/goods.ts";
import { useState } from "react";
import { Form, href, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { AdminPackage } from "#shop/catalog/package.ts";
import { PackageTile, PlaceButton } from "./package-tile.tsx";
import { ADD_LINK_ID } from "./package-form.tsx";
import { useDrag } from "./use-drag.ts";
import { useKeepFocus, useOrder } from "./use-order.ts";

/** The packages of the grid, which can be reordered by dragging or by buttons, and a tile to add one. */
export function PackageGrid({
  packages,
  today,
}: {
  packages: readonly AdminPackage[];
  today: string;
}) {
  const order = useOrder(packages.map(({ id }) => id));
  const keepFocusOn = useKeepFocus(order.ids);
  const [announcement, setAnnouncement] = useState("");
  const byId = new Map(packages.map((pkg) => [pkg.id, pkg]));
  const shown = order.ids.flatMap((id) => byId.get(id) ?? []);

  const moveTo = (pkg: AdminPackage, position: number) => {
    order.move(pkg.id, position);
    const place = `${position + 1} of ${shown.length}`;
    setAnnouncement(`${goodsText(pkg)}, now ${place}`);
  };
  const drag = useDrag(order, (id, position) => {
    const pkg = byId.get(id);
    if (pkg) moveTo(pkg, position);
  });

  return (
    <>
      <p className="sr" role="status">
        {announcement}
      </p>
      <ul className="office-pkgs">
        {shown.map((pkg, index) => (
          <li
            key={pkg.id}
            data-package={pkg.id}
            className={drag.id === pkg.id ? "office-pkgs__item is-dragged" : "office-pkgs__item"}
          >
            <PackageTile
              pkg={pkg}
              today={today}
              grip={
                shown.length > 1 && (
                  <span
                    className="office-pkg__grip needs-script"
                    title="Drag to change the order"
                    onPointerDown={drag.startOf(pkg.id)}
                  />
                )
              }
            >
              {shown.length > 1 && (
                <div className="row">
                  {([-1, 1] as const).map((step) => (
                    <MoveButton
                      key={step}
                      pkg={pkg}
                      step={step}
                      position={index + step}
                      ids={order.ids}
                      onMove={(position) => {
                        const end = position === 0 || position === shown.length - 1;
                        keepFocusOn(moveButtonId(pkg, end ? -step : step));
                        moveTo(pkg, position);
                      }}
                    />
                  ))}
                </div>
              )}
              <PlaceButton pkg={pkg} placement="promotion" icon="star" label="Promote" />
            </PackageTile>
          </li>
        ))}
        <li className="office-pkgs__item">
          <Link id={ADD_LINK_ID} className="office-pkgs__add" to={`${href("/admin/packages")}?new`}>
            <Icon name="plus" />
            Add New Package
          </Link>
        </li>
      </ul>
    </>
  );
}

interface MoveButtonProps {
  pkg: AdminPackage;
  step: -1 | 1;
  position: number;
  ids: readonly string[];
  onMove: (position: number) => void;
}

/** Moves a package by one place: in the page, or by a form without JavaScript. */
function MoveButton({ pkg, step, position, ids, onMove }: MoveButtonProps) {
  const direction = step < 0 ? "earlier" : "later";
  return (
    <Form
      method="post"
      action={href("/admin/packages")}
      onSubmit={(event) => {
        event.preventDefault();
        onMove(position);
      }}
    >
      <HiddenFields
        values={{
          ...{ intent: "move", id: pkg.id },
          ...{ position: String(position), seen: ids.join(" ") },
        }}
      />
      <Button
        id={moveButtonId(pkg, step)}
        type="submit"
        variant="ghost"
        size="sm"
        iconOnly
        disabled={position < 0 || position >= ids.length}
        aria-label={`Move ${goodsText(pkg)} ${direction}`}
        title={`Move ${direction}`}
      >
        <Icon name={step < 0 ? "left" : "right"} size="sm" />
      </Button>
    </Form>
  );
}

function moveButtonId(pkg: AdminPackage, step: number): string {
  return `move-${pkg.id}-${step < 0 ? "earlier" : "later"}`;
}
