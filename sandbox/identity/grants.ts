import { createHash, randomBytes } from "node:crypto";
import type { AuthorizationRequest } from "./authorization.ts";
import type { Person } from "./people.ts";

const CODE_MS = 60_000;

/** A person's consent to a client's request. */
export type Grant = { request: AuthorizationRequest; person: Person };

/** The reason why a code cannot be exchanged. */
export type CodeProblem = "unknown" | "used" | "expired" | "redirect" | "verifier";

/** The parameters that must match to exchange a code. */
type Proof = { clientId: string; redirectUri: string; verifier: string | undefined };

/** The codes and access tokens of one provider; they do not outlive the process. */
export class Grants {
  readonly #now: () => number;
  readonly #tokenMs: number;
  // Used and expired codes stay, so that errors can name the reason.
  readonly #codes = new Map<string, Grant & { until: number; used: boolean }>();
  readonly #tokens = new Map<string, Grant & { until: number }>();

  /** `now` gives the time in milliseconds, `tokenSeconds` is how long access tokens last. */
  constructor(now: () => number, tokenSeconds: number) {
    this.#now = now;
    this.#tokenMs = tokenSeconds * 1000;
  }

  /** A code that can be exchanged once, in the next minute. */
  issueCode(grant: Grant): string {
    const code = randomBytes(32).toString("base64url");
    this.#codes.set(code, { ...grant, until: this.#now() + CODE_MS, used: false });
    return code;
  }

  /** Exchanges a code for its grant. Each attempt uses the code up, even a failed one. */
  redeem(code: string, proof: Proof): { grant: Grant } | { problem: CodeProblem } {
    const found = this.#codes.get(code);
    if (found === undefined || found.request.clientId !== proof.clientId) {
      return { problem: "unknown" };
    }
    if (found.used) return { problem: "used" };
    found.used = true;
    if (this.#now() >= found.until) return { problem: "expired" };
    if (found.request.redirectUri !== proof.redirectUri) return { problem: "redirect" };
    if (!isVerifier(proof.verifier, found.request.challenge)) return { problem: "verifier" };
    return { grant: { request: found.request, person: found.person } };
  }

  /** Issues an access token for a grant. */
  issueToken({ request, person }: Grant): string {
    const token = randomBytes(32).toString("base64url");
    this.#tokens.set(token, { request, person, until: this.#now() + this.#tokenMs });
    return token;
  }

  /** Returns the grant of a valid access token. */
  access(token: string): Grant | undefined {
    const found = this.#tokens.get(token);
    return found !== undefined && this.#now() < found.until ? found : undefined;
  }
}

/** RFC 7636, 4.6; a verifier without a challenge is an attack on a client that sent one. */
function isVerifier(verifier: string | undefined, challenge: string | undefined): boolean {
  if (verifier === undefined || challenge === undefined) return verifier === challenge;
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}
