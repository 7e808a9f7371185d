import { expect, test } from "vitest";
import { fillTemplate, splitAnswers, unknownPlaceholder } from "./message-template.ts";
import { settingRecords } from "./settings.ts";
import { parseSettingsForm } from "./setting-forms.ts";

test("placeholders are filled in one pass, so that a name with braces is not filled again", () => {
  const values = { order: "7KQ2M9X", username: "{order}" };
  expect(fillTemplate("{order}: is @{username} right? {other}", values)).toBe(
    "7KQ2M9X: is @{order} right? {other}",
  );
});

test("answers have empty lines between them", () => {
  expect(splitAnswers("One\nmore\n\n  \nTwo\n")).toEqual(["One\nmore", "Two"]);
  expect(splitAnswers("")).toEqual([]);
});

test("a placeholder that is not known is refused, with its name", () => {
  expect(unknownPlaceholder("{order} {username}")).toBeNull();
  expect(unknownPlaceholder("{order} {Username}")).toBe("{Username}");
  const read = parseSettingsForm("message", {
    readyQuestion: "Is {name} right?",
    readyAnswers: "",
  });
  expect(read).toEqual({
    ok: false,
    error: { readyQuestion: "Question can have {order} and {username}, but not {name}" },
  });
});

test("the default texts pass their own rules", () => {
  const { readyQuestion, readyAnswers } = settingRecords;
  const texts = { readyQuestion: readyQuestion.default, readyAnswers: readyAnswers.default };
  expect(parseSettingsForm("message", texts)).toEqual({ ok: true, value: texts });
});
