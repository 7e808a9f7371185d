/** Writes a line to the operator's log: at level `error` when an error is given, else `info`. */
export type Log = (message: string, error?: unknown) => void;
