/** Returns a proxy of a PGlite client or transaction with these methods in place of its own. */
export function withMethods<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      const replaced: unknown = Reflect.get(methods, key);
      if (replaced) return replaced;
      const value: unknown = Reflect.get(target, key, target);
      // PGlite's private fields are only reachable on the client itself, not through the proxy.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
