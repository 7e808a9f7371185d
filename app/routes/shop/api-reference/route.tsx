import { apiReference } from "#app/api/reference.server.ts";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { Code, Fields, Words, OperationSection } from "./api-parts.tsx";
import "./api.css";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `API · ${loaderData?.shopName ?? "Satchel"}` },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { appUrl } = context.get(servicesContext);
  const { shopName } = await settingsOf(context);
  return { shopName, reference: apiReference(appUrl()) };
}

/** The API reference for developers. */
export default function Api({ loaderData }: Route.ComponentProps) {
  const { operations, scopes, problems, limits, origin, documentPath } = loaderData.reference;
  return (
    <article className="container api">
      <header className="api__head">
        <h1 className="display">API</h1>
        <p className="api__lead">
          The shop owner’s programs use it to list orders, deliver the coins and set orders to
          completed. It speaks JSON. For tools:{" "}
          <a className="link" href={documentPath}>
            OpenAPI 3.1
          </a>
          .
        </p>
        <nav aria-label="On this page">
          <ul className="api__contents">
            {operations.map(({ id, summary }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {summary}
                </a>
              </li>
            ))}
            <li>
              <a className="link" href="#errors">
                Errors
              </a>
            </li>
          </ul>
        </nav>
      </header>
      <section aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <div className="api__text">
          <p>
            Administrators create keys in the back office, under API keys. A key is sent in a header
            with every request and has the rights it was created with. It works only for this API;
            being signed in to the shop does not.
          </p>
          <Code label="The header with the key">Authorization: Bearer satchel_live_…</Code>
          <Fields
            fields={scopes.map(({ scope, text }) => ({ name: scope, type: "right", text }))}
          />
        </div>
      </section>
      {operations.map((operation) => (
        <OperationSection key={operation.id} {...operation} />
      ))}
      <section aria-labelledby="changes">
        <h2 id="changes">Two at once</h2>
        <div className="api__text">
          <p>
            <Words>
              Each order has a `version`, which goes up with every change. An answer about one order
              has it as `ETag`. Sent back as `If-Match`, it says which version was looked at: an
              order that has changed since is refused with 412, and can be read again. Setting the
              status that an order has already is answered with 200 and changes nothing, so a
              request that had no answer can be sent again.
            </Words>
          </p>
        </div>
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits">Limits</h2>
        <div className="api__text">
          <p>
            <Words>
              {`A key has ${limits.byKey} requests a minute. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how many there are, how many are left, and in how many seconds the next minute begins. From one network address ${limits.refused} requests a minute may come without a key that is good. What is more gets 429, with \`Retry-After\` in seconds. A body may have 16 kB.`}
            </Words>
          </p>
        </div>
      </section>
      <section aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <div className="api__text">
          <p>
            <Words>
              What is refused is answered with `application/problem+json` (RFC 9457). `type` says
              which of these it is, `detail` what it is this time, and `errors` what is wrong with
              each field. `requestId` names the request in the log of the shop.
            </Words>
          </p>
          <Code label="A refused request">{`curl -i "${origin}/api/v1/orders"

HTTP/1.1 401 Unauthorized
Content-Type: application/problem+json
WWW-Authenticate: Bearer realm="Satchel"

{
  "type": "/api#unauthorized",
  "title": "A valid API key is needed",
  "status": 401,
  "detail": "Send a key: \\"Authorization: Bearer satchel_live_…\\".",
  "requestId": "7KQ2M9XB4T"
}`}</Code>
          <dl className="api__fields">
            {problems.map(({ name, status, title }) => (
              <div key={name} id={name}>
                <dt>
                  <code className="mono">{name}</code> <span className="muted">{status}</span>
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </article>
  );
}
