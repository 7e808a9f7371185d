/** The message for a request that a full queue of passwords refused. */
export const BUSY_MESSAGE = "Too many sign-ins at once. Please try again in a few seconds.";
/** Their `Retry-After`. */
export const BUSY_SECONDS = 5;

/** Returns a page with a message and a link to what was requested, which costs far less than rendering a form. */
export function busyPage(
  message: string,
  { pathname, search }: URL,
  label = "Back to the form",
): string {
  const link = `${pathname}${search}`.replaceAll("&", "&amp;");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Please try again in a few seconds</title>
<h1>Please try again in a few seconds</h1>
<p>${message}</p>
<p><a href="${link}">${label}</a></p>
</html>
`;
}
