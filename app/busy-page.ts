/** The message for a request that a full queue of passwords refused. */
export const BUSY_MESSAGE = "Too many sign-ins at once. Please try again in a few seconds.";
/** Its `Retry-After`. */
export const BUSY_SECONDS = 5;

/** Returns a page with a message and a link to the form that was sent, which costs far less than rendering the form. */
export function busyPage(message: string, { pathname, search }: URL): string {
  const link = `${pathname}${search}`.replaceAll("&", "&amp;");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Please try again in a few seconds</title>
<h1>Please try again in a few seconds</h1>
<p>${message}</p>
<p><a href="${link}">Back to the form</a></p>
</html>
`;
}
