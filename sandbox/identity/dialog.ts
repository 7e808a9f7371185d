import { Hono } from "hono";
import type { Context } from "hono";
import { z } from "zod";
import { RequestError } from "../errors.ts";
import { formBody } from "../http/input.ts";
import { redirectUrl, readAuthorization } from "./authorization.ts";
import type { AuthorizationRequest } from "./authorization.ts";
import { sendConsentPage, sendErrorPage } from "./consent-page.ts";
import type { Grants } from "./grants.ts";
import type { People, Person, Provider } from "./people.ts";

const formSchema = z.object({
  name: z.string().trim().default(""),
  email: z.string().trim().default(""),
  verified: z.literal("yes").optional(),
  answer: z.enum(["continue", "refuse"]).default("continue"),
});

/** The differences between the providers' dialogs. */
type Dialog = {
  provider: Provider;
  people: People;
  grants: Grants;
  /** Returns the error parameters to redirect with for an invalid request, or throws RequestError to show a page. */
  problem: (query: URLSearchParams) => Record<string, string> | undefined;
  /** The error parameters if the person denies access. */
  denied: Record<string, string>;
  /** The fragment of the redirect URL. */
  fragment: string;
};

/** Serves the consent page at `path`, which redirects back with a code or an error. */
export function dialogRoutes(path: string, dialog: Dialog): Hono {
  const { provider, people, grants, problem, denied, fragment } = dialog;
  const app = new Hono({ strict: false });

  app.get(path, (c) => withAuthorization(c, (request) => showPage(c, request)));

  app.post(path, (c) =>
    withAuthorization(c, async (request) => {
      const form = await formBody(c, formSchema);
      if (form.answer === "refuse") return redirectBack(c, request, denied);
      const person = { name: form.name, email: form.email, verified: form.verified === "yes" };
      const wrong = validatePerson(person, provider);
      if (wrong !== undefined) return showPage(c, request, { person, wrong });
      people.remember(provider, person);
      return redirectBack(c, request, { code: grants.issueCode({ request, person }) });
    }),
  );
  return app;

  /** Handles a valid request with `next`, and responds to an invalid one itself. */
  async function withAuthorization(
    c: Context,
    next: (request: AuthorizationRequest) => Response | Promise<Response>,
  ): Promise<Response> {
    try {
      const query = new URL(c.req.url).searchParams;
      const request = readAuthorization(query);
      const error = problem(query);
      return await (error === undefined ? next(request) : redirectBack(c, request, error));
    } catch (error) {
      if (error instanceof RequestError) return sendErrorPage(c, provider, error.message);
      throw error;
    }
  }

  function showPage(
    c: Context,
    request: AuthorizationRequest,
    again?: { person: Person; wrong: string },
  ): Promise<Response> {
    const { origin } = new URL(request.redirectUri);
    return sendConsentPage(c, { provider, recent: people.recent(provider), origin, again });
  }

  function redirectBack(
    c: Context,
    request: AuthorizationRequest,
    parameters: Record<string, string>,
  ) {
    const url = redirectUrl(request, parameters);
    url.hash = fragment;
    c.header("cache-control", "no-store");
    return c.redirect(url.href, 303);
  }
}

function validatePerson({ name, email }: Person, provider: Provider): string | undefined {
  if (name === "") return "Give a name.";
  if (email === "" && provider === "facebook") return undefined;
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : "Give an email such as ann@example.com.";
}
