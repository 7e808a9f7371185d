/** Remembers what was made for each arguments: creating a formatter of `Intl` takes longer than all of the rest of a text. */
export function remembered<A extends unknown[], R>(create: (...args: A) => R): (...args: A) => R {
  const made = new Map<string, R>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = made.get(key) ?? create(...args);
    made.set(key, found);
    return found;
  };
}
