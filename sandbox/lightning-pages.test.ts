import { expect, test } from "vitest";
import { readInvoice } from "./pages/payment-uri.ts";
import { openLightning, phoenixdClient } from "./test-lightning.ts";

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";

test("the wallet page pays lightning: links, invoices and BIP21 links with one", async () => {
  const { lightning, get, url, setFault } = await openLightning();
  const home = await get<string>("/sandbox");
  expect(home).toContain("Lightning: starts with the first invoice");
  expect(home).not.toContain("Faults are switched on");
  const phoenixd = phoenixdClient(lightning);
  const invoice = async () => (await phoenixd.create(3117)).serialized;
  const pay = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ sats: "", confirm: "0", pay: "exact", ...fields });
    const response = await fetch(`${url}/sandbox/wallet`, {
      method: "POST",
      body,
      redirect: "manual",
    });
    const to = response.headers.get("location");
    return { status: response.status, page: to ? await get<string>(to) : await response.text() };
  };

  const link = `lightning:${await invoice()}`;
  const form = await get<string>(`/sandbox/wallet?uri=${encodeURIComponent(link)}`);
  expect(form).toContain("Asks for 3,117 sats by Lightning for Satchel 7KQ2M9X.");
  expect(form).not.toContain("Pay short");
  const paid = await pay({ target: link });
  expect(paid.page.replaceAll(/\s+/g, " ")).toContain(
    "Paid 3,117 sats by Lightning for Satchel 7KQ2M9X.",
  );
  expect(await pay({ target: link })).toMatchObject({
    status: 400,
    page: expect.stringContaining("This invoice is already paid"),
  });

  const upperCase = (await invoice()).toUpperCase();
  expect((await pay({ target: upperCase, pay: "over" })).page).toContain("Paid 3,428.7 sats");
  const unified = `bitcoin:${address}?amount=0.00003117&lightning=${await invoice()}`;
  expect((await pay({ target: unified })).page).toContain("by Lightning");
  expect((await pay({ target: "lightning:nonsense" })).page).toContain("not a valid Lightning");
  const short = await pay({ target: await invoice(), pay: "short" });
  expect(short.page).toContain("paid in full or not at all");
  await setFault("node-down");
  const after = await get<string>("/sandbox");
  expect(after).toContain("Lightning: 1 channel, 3 payments");
  expect(after).toContain("Faults are switched on (lightning: node-down).");
});

test("an invoice is found in links of any case, and in nothing else", () => {
  const bolt11 = "lnbcrt31170n1p4swy8f";
  expect(readInvoice(` LIGHTNING:${bolt11.toUpperCase()} `)).toBe(bolt11.toUpperCase());
  expect(readInvoice(`lightning://${bolt11}`)).toBe(bolt11);
  expect(readInvoice(bolt11)).toBe(bolt11);
  expect(readInvoice(`BITCOIN:${address}?LIGHTNING=${bolt11}`)).toBe(bolt11);
  expect(readInvoice(`bitcoin:${address}?amount=1`)).toBeNull();
  expect(readInvoice(address)).toBeNull();
});
