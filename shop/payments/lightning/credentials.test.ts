import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeMacaroon } from "../../../tests/macaroon.ts";
import { runeCanSpend, spendingRightsOfMacaroon } from "./credentials.ts";
import { macaroonRights } from "./macaroon.ts";
import { runeRestrictions } from "./rune.ts";

/** A readonly.macaroon that lnd wrote. */
const READ_ONLY =
  "0201036c6e64028a01030a10184ded6e22a77b04dc159d8f92c9c12f1201301a0f0a07616464726573731204726561641a0c0a04696e666f1204726561641a100a08696e766f696365731204726561641a0f0a076d6573736167651204726561641a100a086f6666636861696e1204726561641a0f0a076f6e636861696e1204726561641a0d0a05706565727312047265616400000620b52e70826cb6371aefef9e7870dbb64210d412e560e1172a0c4b5900e2b91783";
/** One that lnd wrote with the caveats `time-before` and `ipaddr`. */
const WITH_CAVEATS =
  "0201036c6e640224030a10f1c3ac8f073a46b6474e24b780a96c3f1201301a0c0a04696e666f12047265616400022974696d652d6265666f726520323032322d30382d30385430383a31303a30342e38383933303336335a00020e69706164647220312e322e332e34000006201495fe7fe048b47ff26abd66a56393869aec2dcb249594ebea44d398f58f26ec";

/** What `lnd` puts into its macaroons: rpcserver.go, `invoicePermissions` and the others. */
const INVOICE = [
  "invoices:read",
  "invoices:write",
  "address:read",
  "address:write",
  "onchain:read",
];
const ADMIN = [
  ...INVOICE,
  ...["info:read", "info:write", "message:read", "message:write", "peers:read", "peers:write"],
  ...["offchain:read", "offchain:write", "onchain:write", "signer:generate", "signer:read"],
  ...["macaroon:generate", "macaroon:read", "macaroon:write"],
];

describe("a macaroon", () => {
  test("names its rights", () => {
    const read = (...entities: string[]) => entities.map((entity) => `${entity}:read`);
    expect(macaroonRights(Buffer.from(READ_ONLY, "hex"))).toEqual({
      ok: true,
      value: read("address", "info", "invoices", "message", "offchain", "onchain", "peers"),
    });
    expect(macaroonRights(Buffer.from(WITH_CAVEATS, "hex"))).toEqual({
      ok: true,
      value: ["info:read"],
    });
  });

  test.each([
    ["readonly.macaroon", READ_ONLY],
    ["invoice.macaroon", makeMacaroon(INVOICE)],
    [
      "one baked for three methods",
      makeMacaroon(
        ["AddInvoice", "LookupInvoice", "SubscribeInvoices"].map(
          (method) => `uri:/lnrpc.Lightning/${method}`,
        ),
      ),
    ],
  ])("that is harmless: %s", (_, macaroon) => {
    expect(spendingRightsOfMacaroon(macaroon)).toEqual({ ok: true, value: [] });
  });

  test.each([
    ["admin.macaroon", ADMIN, ["offchain:write", "onchain:write", "signer:generate"]],
    ["paying", [...INVOICE, "offchain:write"], ["offchain:write"]],
    ["making others", [...INVOICE, "macaroon:generate"], ["macaroon:generate"]],
    [
      "one paying method",
      ["uri:/routerrpc.Router/SendPaymentV2"],
      ["uri:/routerrpc.Router/SendPaymentV2"],
    ],
    ["what is not known", ["tapd:write"], ["tapd:write"]],
  ])("that could spend: %s", (_, rights, named) => {
    const spending = spendingRightsOfMacaroon(makeMacaroon(rights));
    expect(spending).toEqual({ ok: true, value: expect.arrayContaining(named) });
  });

  test("that is cut off or of another form has no rights that can be read", () => {
    for (let length = 0; length < 142; length += 1)
      expect(macaroonRights(Buffer.from(READ_ONLY, "hex").subarray(0, length)).ok).toBe(false);
    // The form before version 2 of lnd's macaroons: a bare identifier.
    expect(macaroonRights(Uint8Array.of(2, 2, 1, 48, 0, 0)).ok).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, isHidden) => {
        macaroonRights(isHidden ? Uint8Array.of(2, 2, bytes.length + 1, 3, ...bytes) : bytes);
      }),
    );
  });
});

const runeOf = (restrictions: string) =>
  Buffer.concat([Buffer.alloc(32, 9), Buffer.from(restrictions)]).toString("base64url");

describe("a rune", () => {
  // From the published vectors: https://github.com/rustyrussell/runes, tests/test_vectors.csv.
  test.each([
    ["N0cI__dxndWXnsh11WzSKG9tPPfsMXo7JWMqqyjsN7s=", []],
    ["YDVzGiy7Aiy-tnZFqg-KJmU9jMRU4OCH1NGdKCuNpL09MQ==", [["=1"]]],
    ["RSB3NAfJZYZGMm_f_mhf-8PIY5oIDa5DELNxgwogXPE9Mi0x", [["=2-1"]]],
    ["ZKkmtxhdfPmOEKB9_E6D0qgmiW69sRKslkVm-i1QtGRmMSE=", [["f1!"]]],
    ["WxPf-72fexkbBVdZXRCyLArOwMVn-O_rodfQR5J9e85mMV52MQ==", [["f1^v1"]]],
    [
      "Ht9AaOKwseTgdeZnUcLT9cn8RRXRFPh15txuPmcE76lmMT0xfGYyPTMmZjN-djE=",
      [["f1=1", "f2=3"], ["f3~v1"]],
    ],
  ])("has the restrictions of the vector %s", (rune, restrictions) => {
    const read = runeRestrictions(rune);
    const texts = read.ok
      ? read.value.map((each) =>
          each.map(({ field, condition, value }) => `${field}${condition}${value}`),
        )
      : null;
    expect(texts).toEqual(restrictions);
  });

  test.each([
    ["unique id must use = not !", "YDVzGiy7Aiy-tnZFqg-KJmU9jMRU4OCH1NGdKCuNpL0hMQ=="],
    ["unique id cannot be overridden", "emOilm045v7YklbUpumDpoE78ITU_Gwguc2u8ksj-n49MS0yJj0z"],
    ["Bad condition &", "dr3WJd4OEgWJVubIoHysWNfcIlNgmmv7lZ-HzAlPPw9mMSYxMQ=="],
    ["Bad condition \\", "dr3WJd4OEgWJVubIoHysWNfcIlNgmmv7lZ-HzAlPPw9mMVwxMQ=="],
    ["Bad condition _", "dr3WJd4OEgWJVubIoHysWNfcIlNgmmv7lZ-HzAlPPw9mMV8xMQ=="],
    ["not base64url", "dr3WJd4OEgWJVubIoHysWNfcIlNgmmv7lZ+HzAlPPw9mMVwxMQ=="],
    ["too short", "N0cI__dxndWXnsh11WzSKG9tPPfs"],
  ])("is refused: %s", (_, rune) => {
    expect(runeRestrictions(rune).ok).toBe(false);
  });

  test.each([
    ["=3&method=invoice|method=listinvoices|method=waitanyinvoice", false],
    ["=3&method=invoice|method=listinvoices|method=waitanyinvoice|method=getinfo&rate=60", false],
    ["=3&method^list|method^get|method=invoice&method/listdatastore", false],
    ["", true],
    ["=3", true],
    ["=3&rate=60", true],
    ["=3&method=invoice|method=pay", true],
    ["=3&method=invoice|rate=60", true],
    ["=3&method=invoice|method#a comment is always true", true],
    ["=3&method/pay", true],
    ["=3&method^", true],
    ["=3&method^i", true],
    ["=3&method~list", true],
    // An escaped separator belongs to the value.
    ["=3&method=invoice\\|method=pay", true],
  ])("with the restrictions %s can spend: %s", (restrictions, expected) => {
    expect(runeCanSpend(runeOf(restrictions))).toEqual({ ok: true, value: expected });
  });
});
