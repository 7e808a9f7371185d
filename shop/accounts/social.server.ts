import { setTimeout as delay } from "node:timers/promises";
import type { AuthContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { genericOAuth, type GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import type { SocialProvider } from "./account.ts";

/** A place to sign in with, spoken to by OAuth 2 (Facebook) or OpenID Connect (Google). */
export type SocialConfig =
  | { provider: "google"; issuer: string; clientId: string; clientSecret: string }
  | {
      provider: "facebook";
      dialogUrl: string;
      graphUrl: string;
      clientId: string;
      clientSecret: string;
    };

/** How long somebody who signs in waits for what the provider says about itself. */
const DISCOVERY_MS = 5000;

/** Which of them the sign-in screens offer. */
export function socialProviders(social: readonly SocialConfig[]): SocialProvider[] {
  return social.map(({ provider }) => provider);
}

/**
 * Better Auth's generic OAuth. By itself it reads what providers say about themselves at start, waits for that
 * with everything, and leaves a provider out for good that does not answer. Here it is read when somebody
 * signs in with the provider, and read again until it was.
 */
export function socialSignIn(social: readonly SocialConfig[]) {
  const configs = social.map(oauthConfig);
  const underWay = new Map<string, Promise<void>>();

  const discover = async (config: GenericOAuthConfig, context: AuthContext): Promise<void> => {
    try {
      const alone = genericOAuth({ config: [config] });
      const found = await alone.init({ ...context, socialProviders: [] });
      // The list that all requests share.
      context.socialProviders.push(...found.context.socialProviders);
    } catch (error) {
      context.logger.error(`${config.providerId} cannot be reached`, error);
    } finally {
      underWay.delete(config.providerId);
    }
  };
  const beforeSignIn = {
    matcher: ({ path }: { path?: string }) =>
      path === "/sign-in/social" || path === "/callback/:id",
    handler: createAuthMiddleware(async ({ context, body, params }) => {
      const id: unknown = params?.id ?? (body as { provider?: unknown } | undefined)?.provider;
      const config = configs.find(({ providerId }) => providerId === id);
      if (!config || context.socialProviders.some((provider) => provider.id === id)) return;
      const known = underWay.get(config.providerId) ?? discover(config, context);
      underWay.set(config.providerId, known);
      await Promise.race([known, delay(DISCOVERY_MS, undefined, { ref: false })]);
    }),
  };
  return {
    ...genericOAuth({ config: configs.filter(({ discoveryUrl }) => !discoveryUrl) }),
    hooks: { before: [beforeSignIn] },
  };
}

function oauthConfig(config: SocialConfig): GenericOAuthConfig {
  const { provider, clientId, clientSecret } = config;
  const common = { providerId: provider, clientId, clientSecret, pkce: true };
  if (config.provider === "google") {
    return {
      ...common,
      discoveryUrl: `${config.issuer}/.well-known/openid-configuration`,
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
    // Facebook does not say whether an address is verified: such an account is made, but never linked.
    mapProfileToUser: (profile) => ({
      name: typeof profile.name === "string" ? profile.name : "",
      email: typeof profile.email === "string" ? profile.email : undefined,
      emailVerified: false,
    }),
  };
}
