import { expect, test } from "vitest";
import { bulkStatusTexts } from "./bulk-status.ts";

const completed = { status: "completed", paymentStatus: "paid", mailsHeld: false } as const;
const unpaid = { status: "pending", paymentStatus: "pending", mailsHeld: false } as const;
const paid = { status: "processing", paymentStatus: "paid", mailsHeld: false } as const;

const on = { completed: true, rejected: true };

test("counts and mails only the orders that change", () => {
  const one = bulkStatusTexts([completed, completed, unpaid], "completed", on);
  expect(one.label).toBe("Set 1 order to Completed");
  expect(one.question).toBe(
    "2 orders have this status already. 1 order is not paid. The customer gets an email.",
  );
  const two = bulkStatusTexts([paid, unpaid], "completed", on);
  expect(two.label).toBe("Set 2 orders to Completed");
  expect(two.question).toBe("1 order is not paid. The customers get an email.");
});

test("says so when nothing would change", () => {
  expect(bulkStatusTexts([completed, completed], "completed", on)).toMatchObject({
    label: "Already Completed",
    idle: true,
  });
  expect(bulkStatusTexts([paid], "completed", on).idle).toBe(false);
});

test("is red for a rejection only", () => {
  const rejection = bulkStatusTexts([paid, unpaid], "rejected", on);
  expect([rejection.tone, rejection.question]).toEqual([
    "danger",
    "1 order is paid, and not refunded. The customers get an email.",
  ]);
  for (const status of ["pending", "processing", "completed"] as const)
    expect(bulkStatusTexts([paid], status, on).tone).toBe("primary");
  expect(bulkStatusTexts([completed], "processing", on).question).toBe(
    "The customer gets no email.",
  );
});

test("promises no email that is switched off, or held", () => {
  const off = { completed: false, rejected: false };
  expect(bulkStatusTexts([paid], "completed", off).question).toBe(
    "The customer gets no email: it is switched off in Settings.",
  );
  const rejected = (held: boolean[]) =>
    bulkStatusTexts(
      held.map((mailsHeld) => ({ ...unpaid, mailsHeld })),
      "rejected",
      on,
    ).question;
  expect(rejected([true, false])).toBe("The customers get an email, except for 1 order.");
  expect(rejected([true])).toBe(
    "The customer gets no email: too many were sent about unpaid orders.",
  );
  expect(bulkStatusTexts([{ ...unpaid, mailsHeld: true }], "completed", on).question).toBe(
    "1 order is not paid. The customer gets an email.",
  );
});
