/** The start cannot go on, for a reason that a person can mend: told without a stack trace. */
export class StartRefused extends Error {}
