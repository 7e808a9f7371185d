/** `20 Nov 2026, 08:02 UTC`: a moment in a time zone (IANA name), with that zone's name. */
export function momentText(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(moment);
}
