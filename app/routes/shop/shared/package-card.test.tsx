import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { inLanguage } from "#messages/current.server.ts";
import { type Goods, goodsText, recipientText } from "#shop/catalog/goods.ts";
import { GoodsArt } from "./goods-art.tsx";
import { BuyNow, GoodsName, Price } from "./package-card.tsx";
import { priceRows, vatRows } from "./price-rows.ts";

const coins: Goods = { coins: 1400 };
const credit: Goods = { coins: 0, kind: "credit", valueCents: 2000 };
const gift: Goods = { coins: 0, kind: "gift_code", valueCents: 1950 };

test("each kind of package has its name, large and in a sentence", () => {
  expect([coins, credit, gift].map(goodsText)).toEqual([
    "1,400 coins",
    "$20.00 credit",
    "$19.50 gift code",
  ]);
  const headings = [coins, credit, gift].map((goods) =>
    renderToStaticMarkup(<GoodsName goods={goods} />),
  );
  expect(headings).toEqual([
    "1,400 <small>coins</small>",
    "$20.00 <small>credit</small>",
    "$19.50 <small>gift code</small>",
  ]);
  expect(recipientText({ tiktokUsername: null, giftEmail: "sam@example.com" })).toBe(
    "Gift code for sam@example.com",
  );
});

test("a card shows its value, without cents where there are none", () => {
  expect(renderToStaticMarkup(<GoodsArt goods={credit} />)).toContain(">$20</text>");
  expect(renderToStaticMarkup(<GoodsArt goods={gift} />)).toContain(">$19.50</text>");
  const german = inLanguage("de", () => renderToStaticMarkup(<GoodsArt goods={credit} />));
  expect(german).toContain(">20\u00a0$</text>");
});

test("the button names the package for screen readers only", () => {
  const Page = createRoutesStub([
    { path: "/", Component: () => <BuyNow pkg={{ ...coins, id: "4" }} /> },
  ]);
  expect(renderToStaticMarkup(<Page />)).toContain(
    '<span>Buy Now<span class="sr">, 1,400 coins</span></span>',
  );
});

test("prices, discounts and VAT are as in the language", () => {
  const pkg = { id: "4", ...coins, priceCents: 5999, discount: 12.5 };
  expect(renderToStaticMarkup(<Price pkg={pkg} />)).toBe(
    '<p class="price"><b>$59.99</b><s><span class="sr">Original price </span>$68.56</s><span class="tag">12.5% off</span></p>',
  );
  const priced = {
    package: { ...pkg, popular: false, description: "" },
    ...{ couponCode: "SPRING", couponCents: 500, creditCents: 0 },
  };
  const rows = () =>
    [...priceRows(priced), ...vatRows({ vatBasisPoints: 770, vatCents: 393 })].map(
      ({ label, value }) => [label, value],
    );
  expect(rows()).toEqual([
    ["Price", "$68.56"],
    ["Discount, 12.5%", "−$8.57"],
    ["Coupon SPRING", "−$5.00"],
    ["Total", "$54.99"],
    ["Includes 7.7% VAT", "$3.93"],
  ]);
  expect(inLanguage("de", rows)[1]?.[1]).toBe("−8,57\u00a0$");
});
