import { expect, test } from "vitest";
import { transactionLink } from "./payment-lines.tsx";

test("a transaction has a link if there is a block explorer", () => {
  expect(transactionLink("https://mempool.space/tx/{txid}", "ab12")).toBe(
    "https://mempool.space/tx/ab12",
  );
  expect(transactionLink("", "ab12")).toBeNull();
});
