import { type Family, type Labels, sample } from "./exposition.ts";

const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export interface RequestMetrics {
  add: (request: { method: string; route: string; status: number; seconds: number }) => void;
  families: () => Family[];
}

/** Counts answers by route and status, and how long they took by route, since this process began. */
export function countRequests(): RequestMetrics {
  const answers = new Map<string, { labels: Labels; count: number }>();
  const durations = new Map<string, { counts: number[]; count: number; sum: number }>();

  return {
    add({ method, route, status, seconds }) {
      // A method can be any word: each would be a series of its own.
      const labels = {
        method: METHODS.has(method) ? method : "other",
        route,
        status: String(status),
      };
      const key = Object.values(labels).join(" ");
      const answered = answers.get(key) ?? { labels, count: 0 };
      answered.count += 1;
      answers.set(key, answered);

      const took = durations.get(route) ?? { counts: BUCKETS.map(() => 0), count: 0, sum: 0 };
      BUCKETS.forEach((bound, i) => {
        if (seconds <= bound) took.counts[i] = (took.counts[i] ?? 0) + 1;
      });
      took.count += 1;
      took.sum += seconds;
      durations.set(route, took);
    },
    families: () => [
      {
        name: "satchel_http_requests_total",
        type: "counter",
        help: "Answered requests.",
        samples: [...answers.values()].map(({ labels, count }) => sample(count, labels)),
      },
      {
        name: "satchel_http_request_duration_seconds",
        type: "histogram",
        help: "Time until the answer began.",
        samples: [...durations].flatMap(([route, { counts, count, sum }]) => [
          ...BUCKETS.map((le, i) => sample(counts[i] ?? 0, { route, le: String(le) }, "_bucket")),
          sample(count, { route, le: "+Inf" }, "_bucket"),
          sample(sum, { route }, "_sum"),
          sample(count, { route }, "_count"),
        ]),
      },
    ],
  };
}
