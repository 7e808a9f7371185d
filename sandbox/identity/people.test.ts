import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../journal.ts";
import { temporaryDir } from "../test-sandbox.ts";
import { People, signInRecord } from "./people.ts";

test("recent sign-ins survive a restart with their latest data", () => {
  const path = join(temporaryDir(), "people.jsonl");
  const first = new People(openJournal(path, signInRecord));
  first.remember("google", { name: "Ann", email: "ann@example.test", verified: true });
  first.remember("google", { name: "Bob", email: "bob@example.test", verified: true });
  first.remember("google", { name: "Ann E.", email: "ANN@example.test", verified: false });
  first.remember("facebook", { name: "Cleo", email: "", verified: true });

  const second = new People(openJournal(path, signInRecord));
  expect(second.recent("google")).toEqual([
    { name: "Ann E.", email: "ANN@example.test", verified: false },
    { name: "Bob", email: "bob@example.test", verified: true },
  ]);
  expect(second.recent("facebook")).toEqual([{ name: "Cleo", email: "", verified: true }]);
});
