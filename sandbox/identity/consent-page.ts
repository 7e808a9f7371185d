import type { Context } from "hono";
import { html } from "hono/html";
import { noteBox, rows, sendPage } from "../pages/layout.ts";
import type { Html } from "../pages/layout.ts";
import type { Person, Provider } from "./people.ts";

const TITLES = {
  google: "Sign in with Google (sandbox)",
  facebook: "Sign in with Facebook (sandbox)",
} as const;
const EMPTY_PERSON: Person = { name: "", email: "", verified: true };

type Consent = {
  provider: Provider;
  /** Recent accounts, to sign in again by one click. */
  recent: readonly Person[];
  /** The origin of the redirect URI. */
  origin: string;
  /** The rejected input, and its error. */
  again?: { person: Person; wrong: string } | undefined;
};

/** Sends the consent page. Its forms post to its own URL. */
export async function sendConsentPage(
  c: Context,
  { provider, recent, origin, again }: Consent,
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const action = pathname + search;
  const body = html`${again === undefined ? "" : noteBox("error", again.wrong)}
    <p class="muted">
      ${origin} wants to know who you are. There are no passwords here: use any name and email.
    </p>
    <section class="card" aria-label="Your account">
      ${accountForm(action, provider, again?.person ?? EMPTY_PERSON)}
    </section>
    ${recent.length === 0 ? "" : recentPeople(action, recent)}`;
  const status = again === undefined ? 200 : 400;
  const page = await sendPage(c, { title: TITLES[provider], body, status });
  // Browsers hold a form to its policy through the redirects that follow it, and those lead to the
  // shop: anywhere on this machine, since it may send on from one of the two names to the other.
  const policy = page.headers.get("content-security-policy") ?? "";
  const local = ["http:", "https:"].flatMap((to) => [`${to}//127.0.0.1:*`, `${to}//localhost:*`]);
  page.headers.set(
    "content-security-policy",
    policy.replace("form-action 'self'", `form-action 'self' ${local.join(" ")}`),
  );
  return page;
}

/** Sends a page with the problem of an authorization request that cannot be redirected. */
export function sendErrorPage(
  c: Context,
  provider: Provider,
  problem: string,
): Response | Promise<Response> {
  const body = html`${noteBox("error", problem)}
    <p class="muted">The application that sent you here must correct its request.</p>`;
  return sendPage(c, { title: TITLES[provider], body, status: 400 });
}

function accountForm(action: string, provider: Provider, { name, email, verified }: Person): Html {
  const isGoogle = provider === "google";
  // Without the browser's email validation, so that unusual addresses can be tried.
  return html`<form method="post" action="${action}">
    <div class="field">
      <label for="name">Name</label>
      <input
        type="text"
        id="name"
        name="name"
        value="${name}"
        maxlength="100"
        autocomplete="off"
        required
      />
    </div>
    <div class="field">
      <label for="email">Email</label>
      <input
        type="text"
        id="email"
        name="email"
        value="${email}"
        maxlength="254"
        inputmode="email"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        ${isGoogle ? "required" : html`aria-describedby="email-hint"`}
      />
      ${
        isGoogle
          ? ""
          : html`<span class="hint" id="email-hint">
              Leave empty for an account made with a phone number: Facebook then shares no email.
            </span>`
      }
    </div>
    ${
      isGoogle
        ? html`<div class="choices">
            <label>
              <input type="checkbox" name="verified" value="yes" ${verified ? "checked" : ""} />
              Email is verified
            </label>
          </div>`
        : html`<input type="hidden" name="verified" value="yes" />`
    }
    <div class="buttons">
      <button class="main" name="answer" value="continue">Continue</button>
      <button name="answer" value="refuse" formnovalidate>Refuse</button>
    </div>
  </form>`;
}

function recentPeople(action: string, recent: readonly Person[]): Html {
  const items = recent.map(
    ({ name, email, verified }) =>
      html`<div class="row">
        <span class="small muted">
          ${email === "" ? "no email" : html`<code>${email}</code>`}${verified ? "" : " (not verified)"}
        </span>
        <form method="post" action="${action}">
          <input type="hidden" name="name" value="${name}" />
          <input type="hidden" name="email" value="${email}" />
          ${verified ? html`<input type="hidden" name="verified" value="yes" />` : ""}
          <button>Sign in as ${name}</button>
        </form>
      </div>`,
  );
  return html`<section class="card" aria-labelledby="recent">
    <h2 id="recent">Signed in before</h2>
    ${rows(items, "")}
  </section>`;
}
