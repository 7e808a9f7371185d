import { Hono } from "hono";
import type { Context } from "hono";
import { z } from "zod";
import { Refusal } from "../errors.ts";
import { formBody } from "../http/input.ts";
import { answerUrl, readAuthorization } from "./authorization.ts";
import type { AuthorizationRequest } from "./authorization.ts";
import { sendConsentPage, sendRefusedPage } from "./consent-page.ts";
import type { Grants } from "./grants.ts";
import type { People, Person, Provider } from "./people.ts";

const formSchema = z.object({
  name: z.string().trim().default(""),
  email: z.string().trim().default(""),
  verified: z.literal("yes").optional(),
  answer: z.enum(["continue", "refuse"]).default("continue"),
});

/** In what the providers differ while a person decides. */
type Dialog = {
  provider: Provider;
  people: People;
  grants: Grants;
  /** What to send back if the request cannot be put to anyone; throws Refusal to say it here. */
  problem: (query: URLSearchParams) => Record<string, string> | undefined;
  /** What to send back if the person refuses. */
  refused: Record<string, string>;
  /** Ends the address the browser is sent back to. */
  fragment: string;
};

/** The page at `path` where a person says who they are, or refuses, and is sent back. */
export function dialogRoutes(path: string, dialog: Dialog): Hono {
  const { provider, people, grants, problem, refused, fragment } = dialog;
  const app = new Hono({ strict: false });

  app.get(path, (c) => answer(c, (request) => showPage(c, request)));

  app.post(path, (c) =>
    answer(c, async (request) => {
      const form = await formBody(c, formSchema);
      if (form.answer === "refuse") return sendBack(c, request, refused);
      const person = { name: form.name, email: form.email, verified: form.verified === "yes" };
      const wrong = whatIsWrong(person, provider);
      if (wrong !== undefined) return showPage(c, request, { person, wrong });
      people.remember(provider, person);
      return sendBack(c, request, { code: grants.issueCode({ request, person }) });
    }),
  );
  return app;

  /** Answers a request that is in order with `next`, and any other by itself. */
  async function answer(
    c: Context,
    next: (request: AuthorizationRequest) => Response | Promise<Response>,
  ): Promise<Response> {
    try {
      const query = new URL(c.req.url).searchParams;
      const request = readAuthorization(query);
      const error = problem(query);
      return await (error === undefined ? next(request) : sendBack(c, request, error));
    } catch (error) {
      if (error instanceof Refusal) return sendRefusedPage(c, provider, error.message);
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

  function sendBack(c: Context, request: AuthorizationRequest, parameters: Record<string, string>) {
    const url = answerUrl(request, parameters);
    url.hash = fragment;
    c.header("cache-control", "no-store");
    return c.redirect(url.href, 303);
  }
}

function whatIsWrong({ name, email }: Person, provider: Provider): string | undefined {
  if (name === "") return "Give a name.";
  if (email === "" && provider === "facebook") return undefined;
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : "Give an email such as ann@example.com.";
}
