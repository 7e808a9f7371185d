import { z } from "zod";

/** The path of the API reference, which explains each problem. */
export const REFERENCE_PATH = "/api";

/** The error responses of the API: status and title by name. */
export const problems = {
  malformed: { status: 400, title: "The request cannot be read" },
  unauthorized: { status: 401, title: "A valid API key is needed" },
  forbidden: { status: 403, title: "This key does not have the required right" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  stale: { status: 412, title: "The order has changed in the meantime" },
  "too-long": { status: 413, title: "The body is too long" },
  "address-too-long": { status: 414, title: "The address is too long" },
  "unsupported-media-type": { status: 415, title: "The body must be JSON" },
  invalid: { status: 422, title: "Invalid input" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Something went wrong here" },
  unavailable: { status: 503, title: "The shop cannot reach its database" },
} as const;

export type ProblemName = keyof typeof problems;

export const problemNames = Object.keys(problems) as ProblemName[];

/** A problem details object (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().describe("The kind of problem, as a link into the reference"),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe("Details of this occurrence"),
  requestId: z.string().describe("Identifies the request in the shop's log"),
  errors: z
    .record(z.string(), z.string())
    .optional()
    .describe("What is wrong, by the name of the field or parameter"),
});

export type Problem = z.infer<typeof problemSchema>;

export function problemType(name: ProblemName): string {
  return `${REFERENCE_PATH}#${name}`;
}
