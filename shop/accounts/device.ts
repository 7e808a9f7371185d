import { t } from "#messages/translate.ts";

type UserAgentRule = readonly [pattern: RegExp, name: string];

/** Derived browsers come first, because their user agents contain the name of the original as well. */
const browsers: readonly UserAgentRule[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bDuckDuckGo\//, "DuckDuckGo"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly UserAgentRule[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Returns browser and system in English, such as `Chrome on Linux`. User agents can be forged, so this is only a hint. */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (!browser && !system) return "Unknown browser";
  return `${browser ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}

/** Returns what `deviceName` does in the language of the page. */
export function deviceText(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (!system) return browser ?? t("account.unknownBrowser");
  return browser
    ? t("account.browserOn", { browser, system })
    : t("account.unknownBrowserOn", { system });
}

function deviceOf(userAgent: string | null) {
  const find = (rules: readonly UserAgentRule[]) =>
    rules.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  return { browser: find(browsers), system: find(systems) };
}
