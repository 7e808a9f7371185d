/** A success or an expected error, which the caller has to check; unexpected errors are thrown. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };

/** Returns a success with this value. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** Returns an expected error. */
export function err<E>(error: E): { ok: false; error: E } {
  return { ok: false, error };
}
