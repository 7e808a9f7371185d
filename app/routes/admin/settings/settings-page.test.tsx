import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { defaultSettings, settingGroups } from "#shop/settings/settings.ts";
import SettingsPage from "./route.tsx";
import { type FormGroup, fieldLabels } from "./setting-sections.ts";

const page = renderPage();
const groups = Object.keys(fieldLabels) as FormGroup[];

test.each(groups)("the form %s has a field for each of its settings, and no other", (group) => {
  const [, form = ""] =
    new RegExp(`<form [^>]*aria-labelledby="${group}-title".*?>(.*?)</form>`, "s").exec(page) ?? [];
  const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name = ""]) => name);
  const settings = names.filter((name) => name !== "intent" && name !== "version");
  expect([...new Set(settings)].toSorted()).toEqual([...settingGroups[group]].toSorted());
});

/** Returns the HTML of the settings of a new shop. */
function renderPage(): string {
  const loaderData = {
    settings: defaultSettings,
    offers: [],
    hosted: [],
    versions: {},
    timeZones: ["UTC"],
    addresses: { kind: "fixed", script: null, first: [] },
    hosts: [],
    lightning: null,
    price: { rateCents: null, sources: [] },
    ownTwoFactor: false,
  };
  const Component = SettingsPage as ComponentType;
  const Page = createRoutesStub([{ id: "settings", path: "/admin/settings", Component }]);
  return renderToStaticMarkup(
    <Page
      initialEntries={["/admin/settings"]}
      hydrationData={{ loaderData: { settings: loaderData } }}
    />,
  );
}
