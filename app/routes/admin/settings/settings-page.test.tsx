import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { defaultLegalTexts } from "#shop/settings/legal/legal.ts";
import { defaultSettings, fieldsIn } from "#shop/settings/settings.ts";
import SettingsPage from "./route.tsx";
import { pageOf, pathOfFragment, settingsPages, settingsPath } from "./settings-pages.ts";

const groups = settingsPages.flatMap(({ group }) => group ?? []);

test.each(groups)("the form %s has a field for each of its settings, and no other", (group) => {
  const page = renderPage(pageOf(group).name);
  const [, form = ""] =
    new RegExp(`<form [^>]*aria-labelledby="${group}-title".*?>(.*?)</form>`, "s").exec(page) ?? [];
  const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name = ""]) => name);
  const settings = names.filter((name) => !["intent", "version", "switches"].includes(name));
  expect([...new Set(settings)].toSorted()).toEqual(
    fieldsIn(group)
      .map(([name]) => name)
      .toSorted(),
  );
});

const nothing = {
  nodeId: null,
  obstacle: null,
  network: null,
  alias: null,
  version: null,
  receivableSats: null,
};
const noCredit = { feeCreditSats: null, opensChannels: false };

test.each<[string, LightningStatus | null, string[], string[]]>([
  ["without a node", null, ["Not configured", "/admin/docs/lightning"], ["Can receive"]],
  [
    "with phoenixd",
    {
      kind: "phoenixd",
      problem: null,
      state: {
        ...{
          nodeId: null,
          obstacle: null,
          network: "mainnet",
          alias: null,
          version: "0.8.0",
          receivableSats: 1_900_000,
        },
        ...{ feeCreditSats: 12_000, opensChannels: true },
      },
    },
    ["phoenixd", "Answering", "0.8.0", "0.01900000 BTC", "opens a channel", "0.00012000 BTC"],
    ["Alias", "Not permitted"],
  ],
  [
    "with credentials that may read nothing",
    { kind: "lnd", problem: null, state: { ...nothing, ...noCredit } },
    ["LND", "Alias", "Not permitted to read", "Can receive now"],
    ["Fee credit"],
  ],
  [
    "with a node that is down",
    { kind: "core-lightning", problem: "It does not answer.", state: null },
    ["Core Lightning", "Checkout does not offer Lightning.", "It does not answer."],
    ["Answering", "Can receive"],
  ],
])("%s, its part of the settings says so", (_case, lightning, words, others) => {
  const [, part = ""] =
    /<section [^>]*id="lightning".*?>(.*?)<\/section>/s.exec(renderPage("lightning", lightning)) ??
    [];
  for (const text of words) expect(part).toContain(text);
  for (const text of others) expect(part).not.toContain(text);
});

test("the amount below which Lightning comes first is hidden without a node, and still sent", () => {
  const hidden = /<div hidden=""><div class="field">(?:(?!<\/div>).)*name="lightningBelowCents"/s;
  expect(renderPage("bitcoin")).toMatch(hidden);
  const shown = renderPage("bitcoin", { kind: "lnd", problem: null, state: null });
  expect(shown).not.toMatch(hidden);
  expect(shown).toContain('name="lightningBelowCents"');
});

test("the fragments of a page that had all settings lead to their pages", () => {
  const sections = [
    ...["email", "notification", "payment", "delivery", "delivery-adapter", "security", "shop"],
    ...["bitcoin", "addresses", "chain-hosts", "lightning", "price-sources", "invoice", "legal"],
  ].map((name) => `${name}-title`);
  for (const fragment of [...sections, "lightning", "chain-hosts", "price-sources", "iban"])
    expect(pathOfFragment(fragment), fragment).not.toBeNull();
  expect(pathOfFragment("price-sources")).toBe("/admin/settings/price");
  expect(pathOfFragment("gapLimit")).toBe("/admin/settings/bitcoin#gapLimit");
  expect(pathOfFragment("")).toBeNull();
  expect(pathOfFragment("undefined-title")).toBeNull();
});

/** Returns the HTML of a page of the settings of a new shop. */
function renderPage(page: string, lightning: LightningStatus | null = null): string {
  const loaderData = {
    settings: defaultSettings,
    offers: [],
    hosted: [],
    versions: {},
    timeZones: ["UTC"],
    addresses: { kind: "fixed", script: null, first: [] },
    legal: { texts: { ...defaultLegalTexts }, values: {} },
    hosts: [],
    lightning,
    price: { rateCents: null, sources: [] },
    ownTwoFactor: false,
    ownPasskey: false,
  };
  const Component = SettingsPage as ComponentType;
  const Page = createRoutesStub([{ id: "settings", path: "/admin/settings/:page", Component }]);
  return renderToStaticMarkup(
    <Page
      initialEntries={[settingsPath(page)]}
      hydrationData={{ loaderData: { settings: loaderData } }}
    />,
  );
}
