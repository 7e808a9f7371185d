import { describe, expect, test } from "vitest";
import type { AuditSubject } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";
import { auditChanges, auditWords } from "./audit-words.ts";

const sentence = (
  action: AuditAction,
  subject: AuditSubject,
  subjectId: string | null,
  data: Record<string, unknown> = {},
) => {
  const words = auditWords({ action, subject, subjectId, data });
  return [words.before, words.subject, words.after].filter(Boolean).join(" ");
};

describe("an entry of the audit log", () => {
  test("is described as a sentence", () => {
    expect(sentence("order.status", "order", "7KQ2M9X", { from: "pending", to: "completed" })).toBe(
      "set order 7KQ2M9X from pending to completed",
    );
    expect(sentence("order.note", "order", "7KQ2M9X", { from: "Gift", to: "" })).toBe(
      "removed the note of order 7KQ2M9X",
    );
    expect(sentence("payment.accepted", "order", "7KQ2M9X")).toBe(
      "accepted the payment of order 7KQ2M9X",
    );
    expect(sentence("customer.role", "customer", "mira@example.com", { to: "admin" })).toBe(
      "made mira@example.com an owner",
    );
    expect(sentence("customer.role", "customer", "mira@example.com", { to: "delivery" })).toBe(
      "gave mira@example.com the role delivery",
    );
    expect(
      sentence("report.exported", "report", null, { from: "2026-11-01", to: "2026-11-20" }),
    ).toBe("exported orders from 2026-11-01 to 2026-11-20");
    expect(sentence("package.moved", "package", "2", { from: "grid", to: "promotion" })).toBe(
      "moved package 2 from grid to promotion",
    );
  });

  const changes = (action: AuditAction, data: Record<string, unknown>) =>
    auditChanges({ action, data });

  test("lists changed fields with formatted amounts, and other data", () => {
    expect(
      changes("package.updated", {
        before: { priceCents: 1499, popular: false, coins: 350, description: "" },
        after: { priceCents: 1599, popular: true, coins: 350, description: "New" },
        receivedSats: 15_388,
        replaced: ["1", "2"],
        reason: "Paid late",
      }),
    ).toEqual([
      { label: "Price", before: "$14.99", after: "$15.99" },
      { label: "Popular", before: "off", after: "on" },
      { label: "Description", before: "nothing", after: "New" },
      { label: "Received", before: null, after: "0.00015388 BTC" },
      { label: "Replaced", before: null, after: "1, 2" },
      { label: "Reason", before: null, after: "Paid late" },
    ]);
    expect(changes("order.note", { from: "", to: "Gift" })).toEqual([
      { label: "Note", before: "nothing", after: "Gift" },
    ]);
    // The words have sentence that.
    expect(changes("order.status", { from: "pending", to: "rejected", reason: "Fraud" })).toEqual([
      { label: "Reason", before: null, after: "Fraud" },
    ]);
  });
});
