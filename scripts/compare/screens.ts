import { apiRoutes, pages } from "../../tests/e2e/access-routes.ts";
import { formsOf } from "../../tests/requests/hostile/site-map.ts";
import { normalize, unstyled } from "./normalize.ts";
import type { Story } from "./story.ts";
import type { Reply } from "./visitor.ts";

/** URLs that open a dialog or another part of a page. */
const opened = [
  "/checkout?step=account",
  "/checkout?step=payment",
  "/checkout?step=confirm",
  "/login?next=%2Fadmin",
  "/two-factor?method=recovery",
  "/admin/orders?q=mira&status=completed",
  "/admin/review?view=decided",
  "/admin/bank?view=recorded",
  "/admin/packages?new",
  "/admin/packages?edit=1",
  "/admin/packages?delete=1",
  "/admin/reports?period=year",
  "/admin/customers/mira%40example.com",
  "/admin/newsletter/1",
  "/admin/newsletter/1?send=1",
  "/admin/newsletter/1?delete=1",
  "/admin/webhooks?new=1",
  "/admin/webhooks/1",
  "/sandbox/mail/messages",
];

/**
 * Returns whether a form is left out: it ends the session, starts background work, or would use up the rate limit of
 * order tracking, whose window depends on the time.
 */
const isSkipped = (action: string, intent: string) =>
  /^\/(sign-out|account\/sessions|track-order\?)/.test(action) ||
  ["again", "send", "test"].includes(intent);

/**
 * Requests every route with `only` in its path as every kind of visitor, then posts each form that was found: empty, and
 * with wrong values.
 */
export async function readScreens(story: Story, only: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const styles = new Map<string, string>();
  const readStyles = async (path: string) => {
    const css = styles.get(path) ?? (await story.visitors.anonymous.get(path)).text;
    styles.set(path, css);
    return css;
  };
  const all = new Set([
    ...pages.filter((path) => !path.startsWith("/live/") && !path.startsWith("/sign-out")),
    ...apiRoutes.filter(({ method }) => method === "GET").map(({ path }) => path),
    ...opened,
    ...story.paths,
  ]);
  const paths = [...all].filter((path) => path.includes(only));
  const posts = new Map<string, () => Promise<void>>();
  for (const [role, visitor] of Object.entries(story.visitors)) {
    const add = async (request: string, reply: Reply) => {
      const [id] = /(?<=orderId=)[A-Z0-9]{7}(?=&notice=placed)/.exec(reply.location) ?? [];
      if (id) story.names.set(id, "ORDER-new");
      let name = `${role}: ${normalize(request, story.names)}`;
      while (found.has(name)) name += " again";
      found.set(name, await describe(reply, story.names, readStyles));
    };
    for (const path of paths) {
      if (role === "program" && !path.startsWith("/api/v1/")) continue;
      const reply = await visitor.get(path);
      await add(`GET ${path}`, reply);
      for (const { action, fields } of formsOf(path, reply.text)) {
        const { intent = "" } = fields;
        if (isSkipped(action, intent)) continue;
        const hidden = new Set(
          [...reply.text.matchAll(/type="hidden" name="(\w+)"/g)].map(([, name]) => name),
        );
        const names = Object.keys(fields).filter((name) => !hidden.has(name));
        for (const value of ["", "?"]) {
          const wrong = Object.fromEntries(names.map((field) => [field, value]));
          const request = `POST ${action} ${intent} with "${value}"`;
          posts.set(`${role}: ${request}`, async () =>
            add(request, await visitor.post(action, { ...fields, ...wrong })),
          );
        }
      }
    }
  }
  for (const post of posts.values()) await post();
  return found;
}

/** Returns a response as it is compared. A page includes the classes for which none of its stylesheets has a rule. */
async function describe(
  { status, location, type, text }: Reply,
  names: Story["names"],
  readStyles: (path: string) => Promise<string>,
): Promise<string> {
  const head = normalize(`${status} ${type} ${location}`, names);
  if (type.startsWith("application/pdf")) return head;
  if (!type.startsWith("text/html"))
    return `${head}\n${normalize(text, names).replaceAll(/([,{])"/g, '$1\n"')}\n`;
  let css = "";
  for (const [, path = ""] of text.matchAll(/<link\b[^>]*\brel="stylesheet" href="([^"]+)"/g))
    css += await readStyles(path);
  return `${head}\nwithout a style: ${unstyled(text, css).join(" ")}\n${normalize(text, names)}\n`;
}
