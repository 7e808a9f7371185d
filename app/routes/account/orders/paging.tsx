import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatCount } from "#lib/money.ts";
import { ordersPath } from "./orders-path.ts";

export interface PagingProps {
  search: string;
  page: number;
  pages: number;
}

/** Newer orders to the left, older ones to the right. */
export function Paging({ search, page, pages }: PagingProps) {
  return (
    <nav className="orders__paging" aria-label="Pages">
      {page > 1 && (
        <ButtonLink className="orders__newer" to={ordersPath(search, page - 1)}>
          <Icon name="left" />
          Newer
        </ButtonLink>
      )}
      <p aria-current="page">
        Page {formatCount(page)} of {formatCount(pages)}
      </p>
      {page < pages && (
        <ButtonLink className="orders__older" to={ordersPath(search, page + 1)}>
          Older
          <Icon name="right" />
        </ButtonLink>
      )}
    </nav>
  );
}
