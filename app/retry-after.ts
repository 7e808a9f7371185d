import type { HeadersArgs } from "react-router";

/** The `headers` export of routes that are rate limited: passes `Retry-After` on. */
export function headers({ loaderHeaders, actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const wait = actionHeaders.get("retry-after") ?? loaderHeaders.get("retry-after");
  if (wait !== null) headers.set("retry-after", wait);
  return headers;
}
