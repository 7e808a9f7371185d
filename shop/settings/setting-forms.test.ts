import { expect, test } from "vitest";
import { defaultLegalTexts } from "./legal/legal.ts";
import { parseSettingsForm } from "./setting-forms.ts";

const errorsOf = (...args: Parameters<typeof parseSettingsForm>) => {
  const read = parseSettingsForm(...args);
  return read.ok ? {} : read.error;
};

test("a switch of the form that is not sent is off", () => {
  const switches = "orderConfirmation orderCompleted orderFailed marketingEmails";
  expect(
    parseSettingsForm("email", { switches, orderFailed: "on", newslettersPerMinute: "60" }),
  ).toEqual({
    ok: true,
    value: {
      orderConfirmation: false,
      orderCompleted: false,
      orderFailed: true,
      marketingEmails: false,
      newslettersPerMinute: 60,
    },
  });
});

test("what the form of an older version lacks is left out, so that it stays as it is", () => {
  const older = new FormData();
  older.set("switches", "orderConfirmation orderCompleted");
  older.set("orderCompleted", "on");
  expect(parseSettingsForm("email", older)).toEqual({
    ok: true,
    value: { orderConfirmation: false, orderCompleted: true },
  });
});

test("settings that other screens change are read from no form", () => {
  const form = { confirmedWallet: "x", setupList: "hidden", shopName: "Mine" };
  expect(parseSettingsForm("wallet", form)).toEqual({ ok: true, value: {} });
  expect(parseSettingsForm("setup", form)).toEqual({ ok: true, value: {} });
});

const shop = {
  shopName: " Münzen & Co ",
  supportEmail: "help@example.com",
  timeZone: "Europe/Berlin",
};

test("shop: a name, an address and a time zone", () => {
  expect(parseSettingsForm("shop", shop)).toEqual({
    ok: true,
    value: { ...shop, shopName: "Münzen & Co" },
  });
  expect(
    errorsOf("shop", { shopName: " ", supportEmail: "help", timeZone: "Mars/Olympus" }),
  ).toEqual({
    shopName: "Shop name is required",
    supportEmail: "Please enter a valid email address",
    timeZone: "Please choose a time zone",
  });
});

test.each(["+01:00", "", "Europe/Berlin; drop table orders"])("%j is no time zone", (timeZone) => {
  expect(errorsOf("shop", { ...shop, timeZone })).toEqual({
    timeZone: "Please choose a time zone",
  });
});

const payment = {
  paypalEmail: "",
  bankName: "",
  accountName: "",
  accountNumber: "",
  iban: "",
};

test("payment: empty fields are valid, invalid values are not", () => {
  expect(parseSettingsForm("payment", payment)).toMatchObject({ ok: true, value: { iban: "" } });
  expect(
    parseSettingsForm("payment", { ...payment, iban: "gb29 nwbk 6016 1331 9268 19" }),
  ).toMatchObject({
    ok: true,
    value: { iban: "GB29NWBK60161331926819" },
  });
  expect(
    errorsOf("payment", { ...payment, paypalEmail: "me@", iban: "GB29NWBK60161331926818" }),
  ).toEqual({
    paypalEmail: "Please enter a valid email address",
    iban: "This IBAN is mistyped: its check digits do not match",
  });
});

test("payment: bank transfer needs an account name, and an IBAN or account number", () => {
  const on = { ...payment, switches: "bankTransferEnabled", bankTransferEnabled: "on" };
  expect(errorsOf("payment", on)).toEqual({
    accountName: "Account name is required, or switch bank transfer off",
    iban: "IBAN or account number is required, or switch bank transfer off",
  });
  const named = { ...on, accountName: "Example Ltd" };
  expect(errorsOf("payment", { ...named, accountNumber: "12345678" })).toEqual({});
  expect(errorsOf("payment", { ...named, iban: "GB29NWBK60161331926819" })).toEqual({});
  const { bankTransferEnabled: _, ...off } = on;
  expect(errorsOf("payment", off)).toEqual({});
});

test("delivery: the URL may be empty while it is switched off", () => {
  const delivery = { switches: "deliveryEnabled", deliveryUrl: " ", deliveryMinutes: "60" };
  expect(parseSettingsForm("delivery", delivery)).toEqual({
    ok: true,
    value: { deliveryEnabled: false, deliveryUrl: "", deliveryMinutes: 60 },
  });
  expect(errorsOf("delivery", { ...delivery, deliveryEnabled: "on" })).toEqual({
    deliveryUrl: "URL is required",
  });
  expect(errorsOf("delivery", { switches: "deliveryEnabled", deliveryEnabled: "on" })).toEqual({
    deliveryUrl: "URL is required",
  });
  expect(errorsOf("delivery", { deliveryUrl: "ftp://a.example", deliveryMinutes: "0" })).toEqual({
    deliveryUrl: "URL must begin with https:// or http://",
    deliveryMinutes: "Minutes must be a whole number from 1 to 10080",
  });
});

const bitcoin = {
  lightningBelowCents: "50",
  confirmationsThresholdCents: "100.00",
  confirmationsBelow: "0",
  confirmationsFrom: "3",
  tolerancePercent: "0.5",
  rateMarginPercent: "1.25",
  lateGraceMinutes: "90",
  gapLimit: "100",
  rejectUnpaid: "on",
  rejectUnpaidAfterHours: "48",
  blockExplorer: "https://explorer.example/tx/{txid}",
};

test("bitcoin: numbers within their ranges", () => {
  expect(parseSettingsForm("bitcoin", bitcoin)).toEqual({
    ok: true,
    value: {
      lightningBelowCents: 5000,
      confirmationsThresholdCents: 10_000,
      confirmationsBelow: 0,
      confirmationsFrom: 3,
      tolerancePercent: 0.5,
      rateMarginPercent: 1.25,
      lateGraceMinutes: 90,
      gapLimit: 100,
      rejectUnpaid: true,
      rejectUnpaidAfterHours: 48,
      blockExplorer: "https://explorer.example/tx/{txid}",
    },
  });
  expect(
    errorsOf("bitcoin", {
      lightningBelowCents: "-1",
      confirmationsThresholdCents: "free",
      confirmationsBelow: "-1",
      confirmationsFrom: "7",
      tolerancePercent: "10.5",
      rateMarginPercent: "20.01",
      lateGraceMinutes: "1.5",
      gapLimit: "19",
      rejectUnpaidAfterHours: "0",
      blockExplorer: "https://explorer.example/tx/",
    }),
  ).toEqual({
    lightningBelowCents: "Please enter an amount from $0.00 to $1,000,000.00, such as 100.00",
    confirmationsThresholdCents:
      "Please enter an amount from $0.01 to $1,000,000.00, such as 100.00",
    confirmationsBelow: "Confirmations must be a whole number from 0 to 6",
    confirmationsFrom: "Confirmations must be a whole number from 0 to 6",
    tolerancePercent: "Tolerance must be between 0 and 10 percent, with at most one decimal",
    rateMarginPercent: "Rate margin must be between 0 and 20 percent, with at most two decimals",
    lateGraceMinutes: "Minutes must be a whole number from 0 to 1440",
    gapLimit: "Gap limit must be a whole number from 20 to 10000",
    rejectUnpaidAfterHours: "Hours must be a whole number from 1 to 720",
    blockExplorer: "The address must begin with https:// and contain {txid}",
  });
});

test("bitcoin: a decimal comma is read, and never taken for thousands", () => {
  const typed = { confirmationsThresholdCents: "99,50", tolerancePercent: "0,5" };
  expect(parseSettingsForm("bitcoin", typed)).toEqual({
    ok: true,
    value: { confirmationsThresholdCents: 9950, tolerancePercent: 0.5 },
  });
  expect(errorsOf("bitcoin", { confirmationsThresholdCents: "1,000", gapLimit: "1,000" })).toEqual({
    confirmationsThresholdCents: "1,000 can be read in two ways. For thousands, write 1000.",
    gapLimit: "Gap limit must be a whole number from 20 to 10000",
  });
});

test.each(["http://explorer.example/{txid}", "javascript:alert({txid})", "{txid}"])(
  "%s is no block explorer",
  (blockExplorer) => {
    expect(errorsOf("bitcoin", { ...bitcoin, blockExplorer })).toHaveProperty("blockExplorer");
  },
);

test("security: only the offered values", () => {
  expect(
    parseSettingsForm("security", { sessionTimeout: "240", passwordExpiration: "never" }),
  ).toEqual({ ok: true, value: { sessionTimeout: "240", passwordExpiration: "never" } });
  expect(errorsOf("security", { sessionTimeout: "0", passwordExpiration: "1" })).toEqual({
    sessionTimeout: "Please choose one of the times",
    passwordExpiration: "Please choose one of the times",
  });
});

test("the seller's address and note accept CR LF and a limited number of lines", () => {
  const seller = { sellerName: " Holt Ltd ", sellerAddress: "", sellerTaxId: "", invoiceNote: "" };
  expect(
    parseSettingsForm("invoice", { ...seller, sellerAddress: "12 Harbour Street \r\nCork\r\n" }),
  ).toEqual({
    ok: true,
    value: { ...seller, sellerName: "Holt Ltd", sellerAddress: "12 Harbour Street\nCork" },
  });
  expect(
    errorsOf("invoice", {
      sellerName: "x\ny",
      sellerAddress: "1\n2\n3\n4\n5\n6",
      sellerTaxId: "7".repeat(61),
      invoiceNote: "\u0007",
    }),
  ).toEqual({
    sellerName: "Seller contains characters that cannot be used",
    sellerAddress: "Address can have at most 5 lines",
    sellerTaxId: "Tax ID is too long (at most 60 characters)",
    invoiceNote: "Note contains characters that cannot be used",
  });
});

const legal = { termsText: "Mine", privacyText: "", refundsText: "" };

test("legal pages: lines are unchanged; the default text is stored as empty", () => {
  const sent = { ...legal, termsText: " ## Mine\r\n\r\n\tcode  \r\nnext ", privacyText: "" };
  const refundsText = ` ${defaultLegalTexts.refundsText.replaceAll("\n", "\r\n")}\r\n`;
  expect(parseSettingsForm("legal", { ...sent, refundsText })).toEqual({
    ok: true,
    value: { termsText: "## Mine\n\n\tcode  \nnext", privacyText: "", refundsText: "" },
  });
});

test("legal pages: at most 50,000 characters, without invisible ones", () => {
  expect(errorsOf("legal", { ...legal, privacyText: "x".repeat(50_000) })).toEqual({});
  expect(
    errorsOf("legal", { ...legal, privacyText: "x".repeat(50_001), refundsText: "a\u0000b" }),
  ).toEqual({
    privacyText: "Privacy is too long (at most 50000 characters)",
    refundsText: "Refunds contains characters that cannot be used",
  });
});

test("selling in the EU: a rate with at most two decimals, which VAT by country needs", () => {
  const eu = { switches: "vatByCountry", vatBasisPoints: "7.7" };
  expect(parseSettingsForm("eu", eu)).toEqual({
    ok: true,
    value: { vatBasisPoints: 770, vatByCountry: false },
  });
  expect(parseSettingsForm("eu", { ...eu, vatBasisPoints: "25,5" })).toMatchObject({
    value: { vatBasisPoints: 2550 },
  });
  for (const wrong of ["", "-1", "7.125", "51", "x"])
    expect(errorsOf("eu", { vatBasisPoints: wrong })).toEqual({
      vatBasisPoints: "VAT must be between 0 and 50 percent, with at most two decimals",
    });
  expect(errorsOf("eu", { ...eu, vatBasisPoints: "0", vatByCountry: "on" })).toEqual({
    vatBasisPoints: "Enter a rate, or switch VAT by country off",
  });
});
