/** Returns the year of the search parameters, from the year 2000 to that of `today` (`YYYY-MM-DD`); else the current one. */
export function yearOf(search: URLSearchParams, today: string): number {
  const year = search.get("year") ?? "";
  const thisYear = Number(today.slice(0, 4));
  return /^20\d\d$/.test(year) ? Math.min(Number(year), thisYear) : thisYear;
}
