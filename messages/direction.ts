import { currentCatalog } from "#messages/current";
import { languages } from "./languages.ts";

/** Returns whether this request, page or mail is in a language that is written from right to left. */
export function isRightToLeft(): boolean {
  return languages[currentCatalog().language].dir === "rtl";
}
