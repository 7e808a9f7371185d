import { randomBytes } from "node:crypto";

type Detail = { issue: string; description: string; field?: string };

/** An error response in PayPal's format (https://developer.paypal.com/api/rest/responses/). */
export class PaypalProblem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 422;
  readonly body: object;

  constructor(status: 400 | 401 | 403 | 404 | 422, details: readonly Detail[]) {
    const { name, message } = WORDS[status];
    super(message);
    this.name = "PaypalProblem";
    this.status = status;
    this.body = { name, message, debug_id: randomBytes(7).toString("hex"), details, links: [] };
  }
}

const WORDS = {
  400: {
    name: "INVALID_REQUEST",
    message: "Request is not well-formed, syntactically incorrect, or violates schema.",
  },
  401: { name: "AUTHENTICATION_FAILURE", message: "Authentication failed." },
  403: { name: "NOT_AUTHORIZED", message: "Authorization failed due to insufficient permissions." },
  404: { name: "RESOURCE_NOT_FOUND", message: "The specified resource does not exist." },
  422: {
    name: "UNPROCESSABLE_ENTITY",
    message: "The requested action could not be performed, semantically incorrect, or failed.",
  },
} as const;

export function notFound(): PaypalProblem {
  const description = "Specified resource ID does not exist. Please check the resource ID.";
  return new PaypalProblem(404, [{ issue: "INVALID_RESOURCE_ID", description }]);
}

/** A well-formed request that cannot be processed. */
export function unprocessable(issue: string, description: string): PaypalProblem {
  return new PaypalProblem(422, [{ issue, description }]);
}
