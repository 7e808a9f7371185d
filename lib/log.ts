/** Tells the operator what happened; with an error, that it failed, and why. */
export type Log = (message: string, error?: unknown) => void;
