import { expect, test } from "vitest";
import { bulkStatusTexts } from "./bulk-status.ts";

const completed = { status: "completed", paymentStatus: "paid" } as const;
const unpaid = { status: "pending", paymentStatus: "pending" } as const;
const paid = { status: "processing", paymentStatus: "paid" } as const;

test("counts and mails only the orders that change", () => {
  const one = bulkStatusTexts([completed, completed, unpaid], "completed");
  expect(one.label).toBe("Set 1 order to Completed");
  expect(one.question).toBe(
    "2 orders have this status already. 1 order is not paid. The customer gets an email.",
  );
  const two = bulkStatusTexts([paid, unpaid], "completed");
  expect(two.label).toBe("Set 2 orders to Completed");
  expect(two.question).toBe("1 order is not paid. The customers get an email.");
});

test("says so when nothing would change", () => {
  expect(bulkStatusTexts([completed, completed], "completed")).toMatchObject({
    label: "Already Completed",
    idle: true,
  });
  expect(bulkStatusTexts([paid], "completed").idle).toBe(false);
});

test("is red for a rejection only", () => {
  const rejection = bulkStatusTexts([paid, unpaid], "rejected");
  expect([rejection.tone, rejection.question]).toEqual([
    "danger",
    "1 order is paid, and not refunded. The customers get an email.",
  ]);
  for (const status of ["pending", "processing", "completed"] as const)
    expect(bulkStatusTexts([paid], status).tone).toBe("primary");
  expect(bulkStatusTexts([completed], "processing").question).toBe("The customer gets no email.");
});
