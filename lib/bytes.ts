const units = ["bytes", "kB", "MB", "GB", "TB"];

/** Formats a number of bytes with at most one decimal: `1.2 MB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.floor(value)} ${units[step]}`;
}
