/** An expected error at start, such as wrong configuration: printed without a stack trace. */
export class StartRefused extends Error {}
