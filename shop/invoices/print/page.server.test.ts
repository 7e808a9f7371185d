import fc from "fast-check";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, test } from "vitest";
import { inLanguage } from "#messages/current.server.ts";
import { currencies } from "#messages/currencies.ts";
import { languageCodes } from "#messages/languages.ts";
import { type Invoice, meaningOf, noteTexts, stampOf } from "../invoice.ts";
import { printInvoice } from "./page.server.ts";
import { runs } from "../../../tests/runs.ts";

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const TXID = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

function someInvoice(changes: Partial<Invoice> = {}): Invoice {
  const order = { status: "processing", paymentStatus: "paid", settledAt: at("08:12") } as const;
  return {
    language: "en",
    number: "INV-000123",
    orderId: "7KQ2M9X",
    placedAt: at("08:01"),
    issuedAt: at("08:12"),
    changedAt: at("08:12"),
    timeZone: "UTC",
    shopName: "Satchel",
    supportEmail: "support@satchel.example",
    sandbox: false,
    seller: {
      sellerName: "Holt & Daughters Ltd",
      sellerAddress: "12 Harbour Street\nCork T12 W8KH",
      sellerTaxId: "VAT ID IE1234567FA",
      invoiceNote: "No VAT is charged.",
    },
    buyer: {
      email: "mira@example.com",
      tiktokUsername: "mira.holt",
      tiktokUid: "68120447",
      countryName: null,
    },
    package: {
      id: "2",
      coins: 350,
      priceCents: 1499,
      discount: 10,
      popular: true,
      description: "Most popular option",
    },
    ...{ couponCode: null, couponCents: 0, creditCents: 0, shownIn: null },
    ...{ vatBasisPoints: 0, vatCents: 0 },
    totalCents: 1499,
    stamp: stampOf(order),
    meaning: meaningOf(order),
    creditNote: null,
    bitcoin: {
      address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      dueSats: 14_990,
      receivedSats: 14_990,
      rateCents: 10_000_000,
      rateAt: at("08:00"),
      heldUntil: null,
      lightning: [],
      transactions: [{ txid: TXID, sats: 14_990, seenAt: at("08:05"), gone: false }],
      refunds: [],
    },
    otherMethod: null,
    ...changes,
  };
}

async function read(pdf: Uint8Array) {
  // The reader transfers the buffer, so it gets a copy.
  const document = await getDocumentProxy(pdf.slice());
  const { totalPages, text } = await extractText(document, { mergePages: true });
  const { info } = await getMeta(document);
  const markInfo = await document.getMarkInfo();
  return { totalPages, text: text.normalize("NFC"), info, tagged: markInfo?.Marked };
}

const textOf = async (invoice: Invoice) => (await read(await printInvoice(invoice))).text;

/** Removes the spaces, which readers guess from the gaps on the page. */
const unspaced = (text: string) => text.replaceAll(/\s/g, "");

describe("the printed invoice", () => {
  test("shows the receipts of another method, and no unpaid amount in Bitcoin", async () => {
    const receipts = [
      {
        method: "bank_transfer",
        reference: "2026112200017",
        cents: 1499,
        currency: "USD",
        refundedCents: 500,
        creditedCents: 300,
        receivedAt: at("08:05"),
      },
    ];
    const otherMethod = { method: "bank_transfer", receipts };
    const text = unspaced(await textOf(someInvoice({ bitcoin: null, otherMethod })));
    const back = ["sent back $5.00", "to credit $3.00"];
    for (const words of ["Payment by bank transfer", "$14.99", "2026112200017", ...back])
      expect(text).toContain(unspaced(words));
    expect(text).not.toContain("BTC");
    const many = Array.from({ length: 30 }, () => receipts).flat();
    const full = unspaced(
      await textOf(someInvoice({ otherMethod: { ...otherMethod, receipts: many } })),
    );
    expect(full).toMatch(/and\d+more/);
  });

  test.each(
    currencies.map((currency, index) => ({
      currency,
      language: languageCodes[index % languageCodes.length],
    })),
  )("shows in $language what the buyer saw in $currency", async ({ currency, language = "en" }) => {
    const text = await textOf(someInvoice({ language, shownIn: { currency, perDollar: 4.1275 } }));
    expect(text).toContain("≈");
    expect(unspaced(text)).toMatch(/4[.,]1275/);
  });

  test("has a line each for the coupon and the credit", async () => {
    const text = unspaced(
      await textOf(
        someInvoice({
          couponCode: "SPRING15",
          couponCents: 225,
          creditCents: 420,
          totalCents: 854,
        }),
      ),
    );
    for (const words of ["Coupon SPRING15", "−$2.25", "Credit", "−$4.20", "Total", "$8.54"])
      expect(text).toContain(unspaced(words));
  });

  test("has net, VAT and gross, also where credit paid a part, and the country", async () => {
    const buyer = { ...someInvoice().buyer, countryName: "Åland Islands" };
    const vat = { vatBasisPoints: 2550, vatCents: 305, buyer };
    const text = unspaced(await textOf(someInvoice({ ...vat, creditCents: 500, totalCents: 999 })));
    const lines = ["Total $9.99", "Net $11.94", "VAT 25.5% $3.05", "Price with VAT $14.99"];
    for (const words of [...lines, "Åland Islands"])
      for (const word of words.split(" ")) expect(text).toContain(word);
    expect(unspaced(await textOf(someInvoice()))).not.toContain("Pricewith");
  });

  test("says everything that an invoice has to say", async () => {
    const text = await textOf(someInvoice());
    for (const words of [
      ...["Invoice", "INV-000123", "7KQ2M9X", "Paid", "20 Nov 2026, 08:12 UTC"],
      ...["Satchel", "Holt & Daughters Ltd", "12 Harbour Street", "Cork T12 W8KH"],
      ...["VAT ID IE1234567FA", "No VAT is charged.", "support@satchel.example"],
      ...["mira@example.com", "@mira.holt", "68120447"],
      ...["350 TikTok coins", "Most popular option", "$16.66", "Discount 10%", "−$1.67", "$14.99"],
      ...["0.00014990 BTC", "1 BTC = $100,000.00", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
      TXID,
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("sandbox");
  });

  test("lists what came by Lightning with its payment hash, and no address where none was given", async () => {
    const invoice = someInvoice();
    const paymentHash = "0c".repeat(32);
    const paid = { paymentHash, sats: 14_990, dueSats: 14_990, firstSeenAt: at("08:03") };
    if (invoice.bitcoin)
      Object.assign(invoice.bitcoin, { address: null, lightning: [paid], transactions: [] });
    const text = await textOf(invoice);
    expect(text).toContain("0.00014990 BTC by Lightning, 20 Nov 2026, 08:03 UTC");
    expect(text).toContain(paymentHash);
    expect(text).not.toContain("Address");
  });

  test("has a title, a language, tags, and its order's own time", async () => {
    const pdf = await printInvoice(someInvoice());
    const { info, tagged, totalPages } = await read(pdf);
    expect(info).toMatchObject({
      Title: "Invoice INV-000123",
      Author: "Holt & Daughters Ltd",
      Language: "en",
      CreationDate: "D:20261120081200Z",
    });
    expect(tagged).toBe(true);
    expect(totalPages).toBe(1);
  });

  test("is the same to the byte for the same state, and another one for another", async () => {
    const [first, second] = await Promise.all([
      printInvoice(someInvoice()),
      printInvoice(someInvoice()),
    ]);
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    for (const shopName of ["ffi Łódź", "öl ẫẩ", "ضتبي لا"]) {
      await printInvoice(someInvoice({ shopName }));
      const again = await printInvoice(someInvoice());
      expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true);
    }
    const changed = await printInvoice(someInvoice({ changedAt: at("09:00") }));
    expect(Buffer.from(first).equals(Buffer.from(changed))).toBe(false);
  });

  test.each(languageCodes)("prints in %s what no language changes", async (language) => {
    const { text, info, totalPages } = await read(
      await printInvoice(
        inLanguage(language, () =>
          someInvoice({ language, couponCents: 225, couponCode: "SPRING15" }),
        ),
      ),
    );
    expect(info.Language).toBe(language);
    expect(totalPages).toBe(1);
    const parts = ["INV-000123", "7KQ2M9X", "mira@example.com", "0.00014990 BTC", "68120447"];
    for (const words of [...parts, "SPRING15", TXID])
      expect(unspaced(text)).toContain(unspaced(words));
    expect(text).not.toMatch(/[\u2066-\u2069]/);
  });

  test("without a number it is a proforma invoice, and says that it proves nothing", async () => {
    const order = { status: "pending", paymentStatus: "pending", settledAt: null } as const;
    const invoice = someInvoice({
      number: null,
      issuedAt: null,
      sandbox: true,
      stamp: stampOf(order),
      meaning: meaningOf(order),
      creditNote: null,
    });
    const { text, info } = await read(await printInvoice(invoice));
    expect(text).toContain("Proforma invoice");
    expect(text).toContain("Awaiting payment");
    expect(text).toContain("not a proof of payment");
    expect(text).toContain("no real money moved");
    expect(text).not.toContain("Invoice number");
    expect(info.Title).toBe("Proforma invoice for order 7KQ2M9X");
  });

  test("a proforma invoice says what went back, and where to", async () => {
    const order = { status: "rejected", paymentStatus: "refunded", settledAt: null } as const;
    const invoice = someInvoice({
      ...{ number: null, issuedAt: null },
      ...{ stamp: stampOf(order), meaning: meaningOf(order) },
    });
    const refund = {
      sats: 14_500,
      address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
      txid: TXID,
    };
    if (invoice.bitcoin) invoice.bitcoin.refunds = [refund];
    const text = await textOf(invoice);
    expect(text).toContain("Refunded");
    expect(text).toContain(`0.00014500 BTC to ${refund.address}`);
  });

  test("a credit note names its invoice, and what it takes off with the VAT", async () => {
    const creditNote = {
      ...{ invoice: "INV-000123", reason: "refund" as const, issuedAt: at("09:00") },
      ...{ grossCents: -499, vatCents: -79 },
    };
    const note = { ...noteTexts("refund"), creditNote, bitcoin: null, vatBasisPoints: 1900 };
    const text = await textOf(someInvoice({ number: "CN-000012", ...note }));
    for (const words of ["Credit note", "CN-000012", "INV-000123", "−$4.99", "−$4.20", "−$0.79"])
      expect(text).toContain(words);
    const more = { ...creditNote, reason: "restored" as const, grossCents: 499, vatCents: 79 };
    const correction = await textOf(someInvoice({ ...note, creditNote: more }));
    expect(correction).toContain("Correction");
    expect(correction).toContain("+$4.99");
  });

  test("names who gets a gift code, or whose account gets credit", async () => {
    const bought = (kind: "credit" | "gift_code", giftEmail: string | null) => {
      const { buyer, package: item } = someInvoice();
      return someInvoice({
        buyer: { ...buyer, tiktokUsername: null, giftEmail },
        package: { ...item, coins: 0, kind, valueCents: 2500 },
      });
    };
    const code = await textOf(bought("gift_code", "sam@example.com"));
    expect(code).toContain("Gift code for sam@example.com");
    expect(code).toContain("$25.00 gift code");
    const credit = await textOf(bought("credit", null));
    expect(credit).toContain("Credit for the account");
    expect(code + credit).not.toMatch(/null|@ /);
  });

  test("stays one page whatever is written, and counts what it has no room for", async () => {
    const long = "W".repeat(300);
    const invoice = someInvoice({
      shopName: long,
      supportEmail: `${long}@example.com`,
      seller: {
        sellerName: long,
        sellerAddress: `${long}\n`.repeat(5),
        sellerTaxId: long,
        invoiceNote: `${long}\n`.repeat(3),
      },
      buyer: {
        ...{ email: `${long}@example.com`, tiktokUsername: long },
        ...{ tiktokUid: long, countryName: long },
      },
      package: { ...someInvoice().package, description: long },
    });
    const [transaction] = invoice.bitcoin?.transactions ?? [];
    if (invoice.bitcoin && transaction)
      invoice.bitcoin.transactions = Array.from({ length: 12 }, () => transaction);
    const { text, totalPages } = await read(await printInvoice(invoice));
    expect(totalPages).toBe(1);
    const listed = text.split(TXID).length - 1;
    expect(listed).toBeGreaterThan(0);
    expect(text).toContain(`and ${12 - listed} more`);
    expect(text).toContain("…");
  });

  test.each([
    ["Latin with marks", "Łódź Çağrı Þórður"],
    ["Greek", "Ελένη Παπαδοπούλου"],
    ["Cyrillic", "Олена Ґалаґан Щука"],
    ["Vietnamese", "Nguyễn Thị Ất Dậu"],
    ["Arabic", "شركة العملات الذهبية"],
    ["Arabic with letters that only Persian and Urdu have", "پرویز گلچین ٹکٹ"],
    ["Hebrew", "חנות המטבעות שלי"],
    ["Devanagari", "क्षत्रिय सिक्का दुकान"],
    ["Thai", "ร้านเหรียญกรุงเทพฯ"],
    ["Simplified Chinese", "深圳市硬币有限公司"],
    ["Traditional Chinese", "臺灣金幣商店"],
    ["Japanese", "東京コインショップ株式会社"],
    ["Korean", "서울 코인 상점"],
    ["emoji", "🎉🪙🦊"],
    ["what only the last resort has", "ქართული ᚠᛇᚻ"],
  ])("writes %s", async (_script, name) => {
    const invoice = someInvoice({
      shopName: name,
      seller: { ...someInvoice().seller, sellerName: name, sellerAddress: `1 ${name}` },
    });
    const text = await textOf(invoice);
    const found = unspaced(text).split(unspaced(name.normalize("NFC"))).length - 1;
    expect(found).toBe(3);
  });

  test("writes from right to left around numbers and words that go the other way", async () => {
    const text = await textOf(someInvoice({ shopName: "רחוב 12 (קומה 3) TikTok" }));
    expect(unspaced(text)).toContain(unspaced("TikTok (3 קומה) 12 רחוב"));
  });

  test("prints whatever characters there are", async () => {
    const anything = fc.string({ unit: "grapheme", maxLength: 30 });
    const rare = fc.string({ unit: "binary", maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, rare), async (shopName) => {
        const { totalPages } = await read(await printInvoice(someInvoice({ shopName })));
        expect(totalPages).toBe(1);
      }),
      { numRuns: runs(15), examples: [["򶰝󊳍曋뷞਍ݕ⛵𮓝ู메"], ["ݠ🝺๢֒֒ح뉊"]] },
    );
  });

  test("bidirectional controls neither reverse the text that follows nor overwrite it", async () => {
    const text = await textOf(
      someInvoice({
        seller: { ...someInvoice().seller, sellerName: "Holt\u202e drawkcab \u0007\u2066Ltd" },
      }),
    );
    expect(text).toContain("Holt drawkcab Ltd");
  });
});
