import { setTimeout as delay } from "node:timers/promises";
import type { AuthContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { genericOAuth, type GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import type { SocialProvider } from "./account.ts";

/** The configuration of a sign-in provider: OpenID Connect (Google) or OAuth 2 (Facebook). */
export type SocialConfig =
  | { provider: "google"; issuer: string; clientId: string; clientSecret: string }
  | {
      provider: "facebook";
      dialogUrl: string;
      graphUrl: string;
      clientId: string;
      clientSecret: string;
    };

/** How long a sign-in waits for the provider's discovery document. */
const DISCOVERY_TIMEOUT_MS = 5000;

/** Returns the providers that the sign-in screens offer. */
export function socialProviders(social: readonly SocialConfig[]): SocialProvider[] {
  return social.map(({ provider }) => provider);
}

/**
 * Returns Better Auth's generic OAuth plugin with lazy discovery. On its own it fetches discovery documents at start,
 * delays every request until then, and drops unreachable providers until the next restart. Here a document is fetched
 * at the first sign-in with its provider, and retried at the next one if that failed.
 */
export function socialSignIn(social: readonly SocialConfig[]) {
  const configs = social.map(oauthConfig);
  const pending = new Map<string, Promise<void>>();

  const discover = async (config: GenericOAuthConfig, context: AuthContext): Promise<void> => {
    try {
      const plugin = genericOAuth({ config: [config] });
      const found = await plugin.init({ ...context, socialProviders: [] });
      const issuer = found.context.socialProviders[0]?.issuer;
      if (issuer && discoveryOf(issuer) !== config.discoveryUrl)
        throw new Error(`the discovery document names another issuer: ${issuer}`);
      // All requests share this list.
      context.socialProviders.push(...found.context.socialProviders);
    } catch (error) {
      context.logger.error(`${config.providerId} cannot be reached`, error);
    } finally {
      pending.delete(config.providerId);
    }
  };
  const beforeSignIn = {
    matcher: ({ path }: { path?: string }) =>
      path === "/sign-in/social" || path === "/callback/:id",
    handler: createAuthMiddleware(async ({ context, body, params }) => {
      const id: unknown = params?.id ?? (body as { provider?: unknown } | undefined)?.provider;
      const config = configs.find(({ providerId }) => providerId === id);
      if (!config || context.socialProviders.some((provider) => provider.id === id)) return;
      const discovery = pending.get(config.providerId) ?? discover(config, context);
      pending.set(config.providerId, discovery);
      await Promise.race([discovery, delay(DISCOVERY_TIMEOUT_MS, undefined, { ref: false })]);
    }),
  };
  return {
    ...genericOAuth({ config: configs.filter(({ discoveryUrl }) => !discoveryUrl) }),
    hooks: { before: [beforeSignIn] },
  };
}

/** Returns the URL of the issuer's discovery document (OpenID Connect Discovery 1.0, section 4). */
function discoveryOf(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

function oauthConfig(config: SocialConfig): GenericOAuthConfig {
  const { provider, clientId, clientSecret } = config;
  const common = { providerId: provider, clientId, clientSecret, pkce: true };
  if (config.provider === "google") {
    return {
      ...common,
      discoveryUrl: discoveryOf(config.issuer),
      scopes: ["openid", "email", "profile"],
      prompt: "select_account",
      requireIdTokenVerification: true,
    };
  }
  return {
    ...common,
    authorizationUrl: `${config.dialogUrl}/dialog/oauth`,
    tokenUrl: `${config.graphUrl}/oauth/access_token`,
    userInfoUrl: `${config.graphUrl}/me?fields=id,name,email`,
    accountSubject: ({ profile }) => String(profile.id),
    scopes: ["email", "public_profile"],
    // Facebook does not report whether an address is verified: it creates accounts, but is never linked to one.
    mapProfileToUser: (profile) => ({
      name: typeof profile.name === "string" ? profile.name : "",
      email: typeof profile.email === "string" ? profile.email : undefined,
      emailVerified: false,
    }),
  };
}
