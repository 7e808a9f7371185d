import { expect, test } from "vitest";
import { isConnectionError } from "./errors.ts";

const coded = (code: string) => Object.assign(new Error("no"), { code });

test.each([
  ["a refused connection", coded("ECONNREFUSED")],
  ["a server that shuts down", coded("57P01")],
  ["a server with no connection to spare", coded("53300")],
  ["a line that was cut", new Error("Connection terminated unexpectedly")],
  ["a pool that gets no line", new Error("timeout exceeded when trying to connect")],
  ["a server that does not answer", new Error("Query read timeout")],
  ["a server that accepts no connection", new Error("timeout expired")],
  ["a query that failed for that", new Error("Failed query", { cause: coded("ECONNRESET") })],
])("%s is a database that is lost", (_what, error) => expect(isConnectionError(error)).toBe(true));

test.each([
  ["a row that is there already", coded("23505")],
  ["a mistake in a program", new TypeError("undefined is not a function")],
  ["no error at all", "Connection terminated"],
])("%s is none", (_what, error) => expect(isConnectionError(error)).toBe(false));
