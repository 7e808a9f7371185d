import { z } from "zod";

/** The path of the API reference, which explains each problem. */
export const REFERENCE_PATH = "/api";

/** The error responses of the API: status and title by name. */
export const problems = {
  malformed: { status: 400, title: "The request cannot be read" },
  unauthorized: { status: 401, title: "A valid API key is needed" },
  forbidden: { status: 403, title: "This key has not the right to do that" },
  "not-found": { status: 404, title: "There is nothing at this address" },
  "method-not-allowed": { status: 405, title: "This address takes other methods" },
  stale: { status: 412, title: "The order has changed meanwhile" },
  "too-long": { status: 413, title: "The body is too long" },
  "address-too-long": { status: 414, title: "The address is too long" },
  "unsupported-media-type": { status: 415, title: "The body has to be JSON" },
  invalid: { status: 422, title: "Something that was sent cannot be used" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Something went wrong here" },
  unavailable: { status: 503, title: "The shop cannot reach its database" },
} as const;

export type ProblemName = keyof typeof problems;

export const problemNames = Object.keys(problems) as ProblemName[];

/** A problem details object (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().describe("Which problem: its place in the reference"),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe("What it is this time, for whoever reads the log of the program"),
  requestId: z.string().describe("Names the request in the log of the shop"),
  errors: z
    .record(z.string(), z.string())
    .optional()
    .describe("What is wrong, by the name of the field or parameter"),
});

export type Problem = z.infer<typeof problemSchema>;

export function problemType(name: ProblemName): string {
  return `${REFERENCE_PATH}#${name}`;
}
