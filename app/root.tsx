// First: it declares the order of the cascade layers.
import "./styles/index.css";
import { type ReactNode, use } from "react";
import besley from "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url";
import geistExtended from "@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2?url";
import geist from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import vazirmatn from "@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url";
import { Links, Meta, Outlet, ScrollRestoration, useMatches } from "react-router";
import { currentCatalog, currentlyShown } from "#messages/current";
import { writeShown } from "#messages/currencies.ts";
import { type Language, languages } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";
import { defaultNames } from "#shop/settings/default-names.ts";
import type { Route } from "./+types/root";
import { servicesContext, NonceContext, requestContext } from "./context.ts";
import { checkoutOf, readCheckoutOnce } from "./current-checkout.server.ts";
import { FailedDocument } from "./hydration/failed-request.ts";
import pageScript from "./hydration/page-script.js?raw";
// oxlint-disable-next-line import/default -- Vite makes its address the default export.
import passkeySignInUrl from "./passkey-sign-in.ts?worker&url";
import { type PageHandle, SentDocument, useHydration } from "./hydration/static-page.ts";
import { useNotice } from "./notices.ts";
import { loadTextsOf } from "./hydration/page-texts.ts";
import { type RootData, useRootData } from "./root-data.ts";
import { PageScripts, SandboxBanner, SkipLink } from "./hydration/document-parts.tsx";
import { ErrorMessage, isForbidden, isMissing } from "#app/routes/errors/error-message.tsx";
import { paidText } from "#app/routes/shop/method/method-labels.ts";
import { ShopFrame } from "#app/routes/shop/layout/shop-frame.tsx";
import { readSessionOnce, refuseUnreachable, signedInOf } from "./session.server.ts";
import { readShopVersionOnce, settingsOf, offersIn } from "./shop-cache.server.ts";
import { CoinDefs } from "./ui/coin-defs.tsx";
import { Toaster } from "./ui/toaster.tsx";

/** The fonts of the first screen in every language, and those that its letters need; the others load on demand. */
const latinFonts = [geist, besley];
const furtherFonts: Partial<Record<Language, string>> = { ar: vazirmatn, tr: geistExtended };

function preloadedFonts(language: Language) {
  const further = furtherFonts[language];
  return (further ? [...latinFonts, further] : latinFonts).map((href) => ({
    rel: "preload",
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  }));
}

// Zod would probe for eval, which the Content-Security-Policy blocks and browsers report.
const zodScript = "window.__zod_globalConfig={jitless:true};";

/** Loads `passkey-sign-in.ts` where the browser has passkeys and the page offers them. Before the first paint it shows its button. */
const passkeyScript = `if("PublicKeyCredential"in window){document.documentElement.dataset.passkeys="";addEventListener("DOMContentLoaded",()=>{if(document.querySelector("[data-passkey]"))import(${JSON.stringify(passkeySignInUrl)})})}`;

const noteRoute: Route.MiddlewareFunction = ({ context, pattern }) => {
  context.get(requestContext).route = `/${pattern.replace(/^\//, "")}`;
};

export const middleware: Route.MiddlewareFunction[] = [
  noteRoute,
  refuseUnreachable,
  readShopVersionOnce,
  readSessionOnce,
  readCheckoutOnce,
];

/** Loads the texts of the page that a navigation leads to: of another screen, they are not in this document. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ url }, next) => {
    await loadTextsOf(url);
    return next();
  },
];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  ...preloadedFonts(currentCatalog().language),
];

// For pages without a title of their own, such as error pages.
export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  const shopName = loaderData?.shopName ?? defaultNames.shopName;
  if (!error) return [{ title: shopName }];
  return [
    {
      title: `${t(isMissing(error) ? "errors.notFound" : isForbidden(error) ? "errors.forbidden" : "errors.failed")} · ${shopName}`,
    },
  ];
};

export async function loader({ request, context }: Route.LoaderArgs): Promise<RootData> {
  const { mode, reachesNobody } = context.get(servicesContext);
  const [{ shopName, supportEmail }, checkout] = await Promise.all([
    settingsOf(context),
    checkoutOf(context, request),
  ]);
  const account = signedInOf(context)?.account;
  return {
    shopName,
    supportEmail,
    paid: paidText(await offersIn(context)),
    account: account ? { name: account.name, role: account.role } : null,
    sandbox: mode === "sandbox",
    reachesNobody,
    hasCheckout: checkout !== null,
    year: new Date().getUTCFullYear(),
  };
}

/** Returns the BIP 21 URI of the outstanding payment on this page, which prefills the wallet of the sandbox. */
function paymentUri(loaderData: unknown): string | null {
  const data = loaderData as { payment?: { uri: string; missingSats: number } | null } | undefined;
  return data?.payment && data.payment.missingSats > 0 ? data.payment.uri : null;
}

/** The HTML document. The layouts of the shop and of the admin render the frame around a page. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRootData();
  const { language } = currentCatalog();
  const shown = currentlyShown();
  const nonce = use(NonceContext);
  const failedRequest = use(FailedDocument);
  const matches = useMatches();
  const hydration = useHydration();
  const sent = use(SentDocument);
  const prefetched =
    hydration === "never" ? sent?.checkoutFiles : hydration === "when-used" ? sent?.ownFiles : null;
  const hasPasskeys = (matches.at(-1)?.handle as PageHandle | undefined)?.passkeys === true;
  // The browser has them from the document, which runs them.
  const headScript = import.meta.env.SSR
    ? zodScript + pageScript + (hasPasskeys ? passkeyScript : "")
    : "";
  return (
    // The script below sets data-theme before React sees the element.
    <html
      lang={language}
      dir={languages[language].dir}
      data-currency={shown ? writeShown(shown) : undefined}
      data-texts={sent?.textsPath}
      data-failed-request={failedRequest}
      data-prefetch={prefetched?.join(" ")}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {/* Styles are allowed by their origin. React Router's nonce would differ in the browser, which hides it. */}
        <Links nonce="" />
        {sent && (hydration === "at-once" || hydration === "when-painted") && (
          <link rel="preload" as="fetch" href={sent.textsPath} crossOrigin="anonymous" />
        )}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: headScript }}
        />
      </head>
      <body>
        <SkipLink />
        <CoinDefs />
        {data?.sandbox && (
          <SandboxBanner
            paymentUri={paymentUri(matches.at(-1)?.loaderData)}
            reachesNobody={data.reachesNobody}
          />
        )}
        <Toaster />
        {children}
        {hydration !== "never" && (
          <>
            <ScrollRestoration nonce={nonce} />
            <PageScripts nonce={nonce} hydration={hydration} />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  useNotice();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ShopFrame>
      <ErrorMessage error={error} />
    </ShopFrame>
  );
}
