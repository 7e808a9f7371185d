import type { HeadersArgs } from "react-router";

/** For routes that may refuse for a while: when to come back is told to programs, too. */
export function headers({ loaderHeaders, actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const wait = actionHeaders.get("retry-after") ?? loaderHeaders.get("retry-after");
  if (wait !== null) headers.set("retry-after", wait);
  return headers;
}
