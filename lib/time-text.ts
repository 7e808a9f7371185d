/** `short` omits the year, for places where the page shows it elsewhere. */
export type TimeFormat = "time" | "date" | "short" | "datetime";

const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** Formats a date in UTC. Does not use `Intl`, whose output may differ between server and browser. */
export function timeText(value: Date, format: TimeFormat): string {
  const iso = value.toISOString();
  const clock = iso.slice(11, 16);
  const day = `${value.getUTCDate()} ${months[value.getUTCMonth()]}`;
  const date = `${day} ${iso.slice(0, 4)}`;
  if (format === "time") return clock;
  if (format === "date") return date;
  return `${format === "short" ? day : date}, ${clock}`;
}
