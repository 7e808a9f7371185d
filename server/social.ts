import type { SocialConfig } from "#shop/accounts/social.server.ts";
import type { Env } from "./env.server.ts";
import { type Sandbox, sandboxSocialConfigs } from "./sandbox.ts";

/** Returns the social sign-in providers: those that are configured, else the stand-ins of the sandbox. */
export function socialConfigs(env: Env, sandbox: Sandbox | null): SocialConfig[] {
  const { google, facebook } = env;
  if (sandbox && !google && !facebook) return sandboxSocialConfigs(sandbox);
  return [
    ...(google ? [{ provider: "google" as const, ...google }] : []),
    ...(facebook ? [{ provider: "facebook" as const, ...facebook }] : []),
  ];
}
