// A process that is the built shop and can also render its screens alone, without request, session and database.
// Told `{ path, cookie, ms }`, it renders that page over and over for so long, and tells how often a second.
import { join, resolve } from "node:path";
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_decodeViaTurboStream as decode,
} from "react-router";
import { rootDir } from "../scripts/lib/prepare.mjs";

const { build } = (await import(resolve(join(rootDir, "build/server/index.js")))) as {
  build: ServerBuild;
};
const origin = `http://127.0.0.1:${process.env.PORT}`;
const { default: renderPage } = build.entry.module;

type RenderArgs = Parameters<typeof renderPage>;

process.on("message", (order: { path: string; cookie: string; ms: number }) => {
  render(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function render({ path, cookie, ms }: { path: string; cookie: string; ms: number }) {
  const args = await argumentsFor(path, cookie);
  await renderPage(...args);
  const until = performance.now() + ms;
  const began = performance.now();
  let count = 0;
  while (performance.now() < until) {
    await renderPage(...args);
    count += 1;
  }
  process.send?.((1000 * count) / (performance.now() - began));
}

/** What React Router would call the renderer with for this page, its data asked for once and then fixed. */
async function argumentsFor(path: string, cookie: string): Promise<RenderArgs> {
  const data = await loaderDataOf(path, cookie);
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const module = { ...route?.module, middleware: undefined, action: undefined };
      return [id, { ...route, module: { ...module, loader: module.loader && (() => data[id]) } }];
    }),
  );
  const caught: { context: EntryContext | null } = { context: null };
  const handle = createRequestHandler(
    {
      ...build,
      routes,
      entry: {
        module: {
          ...build.entry.module,
          default: (
            _request: unknown,
            _status: unknown,
            _headers: unknown,
            context: EntryContext,
          ) => {
            caught.context = context;
            return new Response();
          },
        },
      },
    } as ServerBuild,
    "production",
  );
  const request = new Request(`${origin}${path}`);
  await handle(request, new RouterContextProvider());
  if (!caught.context) throw new Error(`${path} was not rendered`);
  // Without the loader data as text at the end of the page: the components alone.
  const { serverHandoffStream: _stream, ...context } = caught.context;
  const nonce = { get: () => "nonce", set: () => {} } as unknown as RouterContextProvider;
  return [request, 200, new Headers(), context, nonce];
}

async function loaderDataOf(path: string, cookie: string): Promise<Record<string, unknown>> {
  const url = new URL(path, origin);
  url.pathname = url.pathname === "/" ? "/_.data" : `${url.pathname}.data`;
  const response = await fetch(url, { headers: { cookie } });
  if (!response.body || response.status !== 200) throw new Error(`${url.href}: ${response.status}`);
  const { value, done } = await decode(response.body, globalThis);
  await done;
  return Object.fromEntries(
    Object.entries(value as Record<string, { data: unknown }>).map(([id, { data }]) => [id, data]),
  );
}
