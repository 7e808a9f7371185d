/** A payment method as people read it: `bank_transfer` → `Bank transfer`. */
export function methodText(method: string): string {
  const words = method.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
