/** The database cannot be opened as it is, for a reason that a person can mend: told without a stack trace. */
export class DatabaseRefused extends Error {}
