/** What a log may keep of an error. */
export interface ErrorFacts {
  type: string;
  message: string;
  code?: string;
  /** The lines of the stack, without the message that it begins with. */
  stack?: string;
  cause?: ErrorFacts;
}

/** How deep causes are followed: errors may name each other in a circle. */
const CAUSES = 4;

/** An error as the log keeps it: all that helps to find the fault, without customers' data. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersons(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const frames = stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: withoutPersons(message),
    ...(code !== undefined && { code }),
    ...(frames && frames.length > 0 && { stack: frames.join("\n") }),
    ...(cause !== undefined && depth < CAUSES && { cause: errorFacts(cause, depth + 1) }),
  };
}

/**
 * A text without what it may tell of customers: mail addresses, what follows the `?` of an address (orders' keys,
 * tokens), and the values that Drizzle puts behind a query that failed.
 */
export function withoutPersons(text: unknown): string {
  return String(text)
    .replace(/\nparams: [^]*$/, "")
    .replace(/[^\s<>"'(),;:=/]+@[^\s<>"'(),;:/]+/g, "[address]")
    .replace(/(https?:\/\/[^\s?"']+|\/[\w./-]+)\?[^\s"']+/g, "$1?[…]");
}
