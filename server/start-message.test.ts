import { createServer } from "node:http";
import { expect, test } from "vitest";
import { readEnv } from "./env.server.ts";
import { startLines } from "./start-message.ts";

const linesOf = (appUrl: string) => {
  const read = readEnv({
    SATCHEL_MODE: "live",
    APP_URL: appUrl,
    BITCOIN_ADDRESS: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    SMTP_URL: "smtp://mail.example",
    MAIL_FROM: "shop@shop.example",
    ADMIN_EMAIL: "owner@shop.example",
  });
  if (!("env" in read)) throw new Error(read.problems.join("\n"));
  return startLines(read.env, createServer());
};

test("a live shop with an http address warns at the start, an onion service does not", () => {
  const [open, warning] = linesOf("http://shop.example");
  expect(open).toBe("Satchel is open at http://shop.example");
  expect(warning).toContain("WARNING: APP_URL begins with http:");
  expect(linesOf("https://shop.example")).toEqual(["Satchel is open at https://shop.example"]);
  expect(linesOf("http://satchel.onion")).toEqual(["Satchel is open at http://satchel.onion"]);
});
