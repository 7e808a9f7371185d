import type { Messages } from "./catalog.ts";
import { isLanguage, type Language } from "./languages.ts";

type Section = keyof Messages;

/** What every hydrated page may show: its frame, errors, toasts and shared parts. */
const shared: readonly Section[] = [
  "frame",
  "errors",
  "goods",
  "method",
  "newsletter",
  "notices",
  "rules",
  "ui",
];

/** Pages that load their texts together, by the path they begin with, and the sections that they have besides. */
const screens = {
  packages: { path: /^\/(?:packages\/[^/]+)?$/, sections: ["home", "package"] },
  checkout: { path: /^\/checkout$/, sections: ["checkout", "payment"] },
  again: { path: /^\/orders\/[^/]+\/again$/, sections: ["checkout", "order"] },
  order: {
    path: /^\/(?:track-order(?:\/links)?|orders\/[^/]+\/(?:withdraw|stop))$/,
    sections: ["order", "orderLinks", "payment", "withdraw"],
  },
  "back-office": { path: /^\/admin(?:\/|$)/, sections: ["order", "payment"] },
  others: {
    path: /^/,
    sections: ["signIn", "account", "myOrders", "credit", "loyalty"],
  },
} as const satisfies Record<string, { path: RegExp; sections: readonly Section[] }>;

export type Screen = keyof typeof screens;

export const screenNames = Object.keys(screens) as Screen[];

/** Returns whose texts a page needs, by its path without the prefix of a language. */
export function screenOf(path: string): Screen {
  return screenNames.find((name) => screens[name].path.test(path)) ?? "others";
}

/** Returns the sections of the texts that these pages load. */
export function sectionsOf(screen: Screen): Section[] {
  return [...shared, ...screens[screen].sections];
}

/** Returns where the texts of these pages are; without a hash in the version of the server. */
export function textsPath(language: Language, screen: Screen, hash = ""): string {
  return `/messages/${[language, screen, ...(hash ? [hash] : [])].join(".")}.json`;
}

/** Returns what the name of such a file stands for; null for no such file. */
export function readTextsPath(path: string): { language: Language; screen: Screen } | null {
  const [, language = "", name = ""] = /^\/messages\/([\w-]+)\.([\w-]+)\./.exec(path) ?? [];
  const screen = screenNames.find((screen) => screen === name);
  return isLanguage(language) && screen ? { language, screen } : null;
}
