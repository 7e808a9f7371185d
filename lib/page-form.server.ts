import { fillGzip, type GzippedForm, gzipForm } from "./gzip-blanks.server.ts";

/** A rendered page that can be given again: all but the nonce is the same. */
export interface PageForm {
  html: Buffer;
  /** How long a nonce is, and where in the HTML it stands. */
  blank: number;
  places: readonly number[];
  /** Made when it is first asked for. */
  gzipped?: GzippedForm;
}

/** Makes a form of a page that was rendered with this nonce, which nobody knew before. */
export function pageForm(html: Buffer, nonce: string): PageForm {
  const places: number[] = [];
  for (let at = html.indexOf(nonce); at >= 0; at = html.indexOf(nonce, at + nonce.length))
    places.push(at);
  return { html, blank: nonce.length, places };
}

/** The page with this nonce, in a copy of its HTML. */
export function fillPage(
  form: PageForm,
  nonce: string,
  copy: Buffer<ArrayBuffer> = Buffer.from(form.html),
): Buffer<ArrayBuffer> {
  for (const place of form.places) copy.write(nonce, place, "latin1");
  return copy;
}

/** The same page as a gzip file; `filled` is what `fillPage` gave. */
export function gzipPage(form: PageForm, nonce: string, filled: Buffer): Buffer<ArrayBuffer> {
  form.gzipped ??= gzipForm(form.html, form.places, form.blank);
  return fillGzip(form.gzipped, Buffer.from(nonce, "latin1"), filled);
}
