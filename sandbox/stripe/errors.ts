/** An error response in Stripe's format (https://docs.stripe.com/api/errors). */
export class StripeProblem extends Error {
  readonly status: 400 | 401 | 404;
  readonly body: { type: string; code?: string; param?: string; message: string };

  constructor(
    status: 400 | 401 | 404,
    message: string,
    marks: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.name = "StripeProblem";
    this.status = status;
    this.body = { type: "invalid_request_error", ...marks, message };
  }
}
