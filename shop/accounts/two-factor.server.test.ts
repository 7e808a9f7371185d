import { expect, test } from "vitest";
import { secondStepPath } from "./two-factor.server.ts";

test.each([
  ["/orders", "/two-factor?next=%2Forders"],
  ["/es?notice=signed-in", "/es/two-factor?next=%2F%3Fnotice%3Dsigned-in"],
  ["/pt/account?a=b", "/pt/two-factor?next=%2Faccount%3Fa%3Db"],
])("a sign-in that leads to %s asks for the code in its language", (destination, path) => {
  expect(secondStepPath(destination)).toBe(path);
});
