// Before all others: it says in which order the layers stand, and the first word counts.
import "./styles/index.css";
import { type ReactNode, use } from "react";
import besley from "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url";
import geist from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { currentCheckout } from "#shop/checkout/checkouts.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/root";
import { servicesContext } from "./context.ts";
import { NonceContext } from "./nonce.ts";
import { useNotice } from "./notices.ts";
import { LoadingView } from "./routes/account/account/loading-view.tsx";
import { ErrorView } from "./routes/shop/error-view.tsx";
import { NotFoundView } from "./routes/shop/not-found-view.tsx";
import { UnreachableView } from "./routes/shop/unreachable-view.tsx";
import { SandboxBanner, SiteFooter, SiteHeader, SkipLink } from "./routes/shop/site.tsx";
import { readSessionOnce, signedInOf } from "./session.server.ts";
import { CoinDefs } from "./ui/coin-defs.tsx";
import { themeScript } from "./ui/theme.ts";
import { Toaster } from "./ui/toaster.tsx";
import { readVisitor } from "./visitor.server.ts";

/** The two that the first screen shows; the others come when they are needed. */
const preloadedFonts = [geist, besley].map((font) => ({
  rel: "preload",
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous" as const,
  href: font,
}));

export const middleware: Route.MiddlewareFunction[] = [readSessionOnce];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  ...preloadedFonts,
];

// For pages without a title of their own: those that say that something is missing or broken.
export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  const shopName = loaderData?.shopName ?? defaultSettings.shopName;
  if (!error) return [{ title: shopName }];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: `${missing ? "Page Not Found" : "Something went wrong"} · ${shopName}` }];
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, mode } = context.get(servicesContext);
  const { shopName, supportEmail } = await readSettings(db);
  const checkout = await currentCheckout(db, await readVisitor(request));
  const account = signedInOf(context)?.account;
  return {
    shopName,
    supportEmail,
    account: account ? { name: account.name, role: account.role } : null,
    sandbox: mode === "sandbox",
    hasCheckout: checkout !== null,
    year: new Date().getUTCFullYear(),
  };
}

// The page for an unknown address has no loader data.
const yearOfStart = new Date().getUTCFullYear();

/** For the sandbox: the payment that the page asks for, so that its wallet is filled in already. */
function paymentUri(loaderData: unknown): string | null {
  const data = loaderData as { payment?: { uri: string; missingSats: number } | null } | undefined;
  return data?.payment && data.payment.missingSats > 0 ? data.payment.uri : null;
}

/** Routes whose first section is a deep band ask for a bar that belongs to it. */
export interface ShopHandle {
  deepHeader?: boolean;
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = use(NonceContext);
  const shopName = data?.shopName ?? defaultSettings.shopName;
  const matches = useMatches();
  const deep = matches.some((match) => (match.handle as ShopHandle | undefined)?.deepHeader);
  return (
    // The script below sets data-theme before React sees the element.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
      </head>
      <body>
        <SkipLink />
        <CoinDefs />
        {data?.sandbox && <SandboxBanner paymentUri={paymentUri(matches.at(-1)?.loaderData)} />}
        <SiteHeader
          shopName={shopName}
          hasCheckout={data?.hasCheckout ?? false}
          account={data?.account ?? null}
          deep={deep}
        />
        <Toaster />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter
          shopName={shopName}
          supportEmail={data?.supportEmail ?? defaultSettings.supportEmail}
          year={data?.year ?? yearOfStart}
        />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  useNotice();
  const { pathname } = useLocation();
  const { location: onTheWayTo } = useNavigation();
  const guarded = onTheWayTo && isGuarded(onTheWayTo.pathname) && !isGuarded(pathname);
  return guarded ? <LoadingView /> : <Outlet />;
}

/** Pages that open only once it is known who is there. */
function isGuarded(pathname: string): boolean {
  return /^\/(orders|account|admin)(\/|$)/.test(pathname);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
  if (isUnreachable(error)) return <UnreachableView />;
  return <ErrorView />;
}

/** A load failed on its way: the server is being started anew, or the connection is gone. */
function isUnreachable(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return [502, 503, 504].includes(error.status);
  return (
    typeof document !== "undefined" &&
    error instanceof TypeError &&
    /fetch|network|load failed/i.test(error.message)
  );
}
