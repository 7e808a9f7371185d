/**
 * Keeps what was read last, with the version that it was read for: who asks with the same version is given that.
 * What is read may be newer than the version that was asked for, but never older; no version may come back once it
 * has passed. A read that fails is forgotten.
 */
export function keptByVersion<Value, Asked extends unknown[]>(
  read: (...asked: Asked) => Promise<Value>,
): (version: string, ...asked: Asked) => Promise<Value> {
  let kept: { version: string; value: Promise<Value> } | null = null;

  return (version, ...asked) => {
    if (kept?.version === version) return kept.value;
    const reading = { version, value: read(...asked) };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.value;
  };
}
