import { expect, test } from "vitest";
import { readFields } from "#lib/fields.ts";
import { endpointFields } from "./webhook.ts";

const formOf = (url: string, events: string[]) => {
  const form = new FormData();
  form.set("url", url);
  for (const event of events) form.append("events", event);
  return form;
};

test.each([
  ["https://a.example", null],
  [" https://a.example/hook?key=1 ", null],
  ["http://a.example", null],
  ["", "URL is required"],
  ["a.example", "URL must begin with https:// or http://"],
  ["ftp://a.example", "URL must begin with https:// or http://"],
  ["file:///etc/passwd", "URL must begin with https:// or http://"],
  ["https://", "URL must begin with https:// or http://"],
  ["https://me:secret@a.example", "URL must not hold a user or a password"],
  ["https://me@a.example", "URL must not hold a user or a password"],
  ["https://a.example/#top", "URL must not have a # in it"],
  [`https://a.example/${"a".repeat(2000)}`, "URL is too long (at most 2000 characters)"],
])("the URL %s: %s", (url, problem) => {
  const read = readFields(endpointFields, formOf(url, ["order.placed"]));
  expect(read.ok ? null : read.error.url).toBe(problem);
});

test("events are those that there are, each once, at least one", () => {
  const read = readFields(
    endpointFields,
    formOf("https://a.example", ["order.status_changed", "order.placed", "order.placed"]),
  );
  expect(read).toEqual({
    ok: true,
    value: {
      url: "https://a.example/",
      events: ["order.placed", "order.status_changed"],
      enabled: false,
    },
  });
  expect(readFields(endpointFields, formOf("https://a.example", []))).toMatchObject({
    error: { events: "Choose at least one event" },
  });
  expect(readFields(endpointFields, formOf("https://a.example", ["order.note"])).ok).toBe(false);
});
