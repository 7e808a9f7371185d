import { Counter, Histogram, type Registry } from "prom-client";

const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts one response. `seconds` is the time until the response began. */
export type ObserveRequest = (request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}) => void;

/** Registers the counter of responses and the histogram of their durations. */
export function registerRequestMetrics(registry: Registry): ObserveRequest {
  const registers = [registry];
  const responses = new Counter({
    name: "satchel_http_requests_total",
    help: "Answered requests.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "satchel_http_request_duration_seconds",
    help: "Time until the answer began.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  return ({ method, route, status, seconds }) => {
    // Clients can invent methods, and each label value creates a time series.
    responses.inc({ method: METHODS.has(method) ? method : "other", route, status });
    durations.observe({ route }, seconds);
  };
}
