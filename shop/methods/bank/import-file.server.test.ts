import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { boss, insertBoss, insertOrder } from "../../loyalty/test-orders.ts";
import { listEntries } from "./entries.server.ts";
import { camt, kindOf } from "./test-statements.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import {
  type ImportResult,
  importColumns,
  importFile,
  type UnknownColumns,
} from "./import-file.server.ts";

const now = new Date("2026-11-23T08:00:00Z");
const by = { actor: boss, now, choose: false };
const ID = "K7M2P9Q";

/** What a person answers: roles and meanings by heading and value, and whether the example came in. */
interface Answers {
  roles?: Record<string, string>;
  meanings?: Record<string, string>;
  told?: "in" | "out";
  currency?: string;
  allBooked?: boolean;
}

function submit(shown: UnknownColumns, answers: Answers): FormData {
  const { draft, columns, words, text, fileName, previewed } = shown;
  const form = new FormData();
  const set = (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
  };
  const { dateOrder, decimal } = draft;
  const currency = answers.currency ?? (draft.currency || "USD");
  set({
    text,
    fileName,
    previewed,
    dateOrder: dateOrder || "ymd",
    decimal: decimal || ".",
    currency,
  });
  for (const { head, role } of columns) set({ role: answers.roles?.[head] ?? role });
  for (const { key, word } of words)
    set({ word: key, meaning: answers.meanings?.[word] ?? draft.words[key] ?? "" });
  if (shown.example) set({ told: answers.told ?? draft.told });
  if (answers.allBooked) set({ allBooked: "1" });
  return form;
}

describeOnBothDatabases("importing a bank statement", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    const buyer = { buyer: "mira", status: "pending", bitcoinWallet: null } as const;
    await insertOrder(db, { ...buyer, id: ID, paymentMethod: "bank_transfer" });
  });
  afterEach(() => database.close());

  const upload = (text: string) => importFile(db, new File([text], "a.csv"), by);
  /** Uploads a file and answers, as often as it is asked. Returns the form that was shown first. */
  const bring = async (text: string, answers: Answers = {}) => {
    const first = await upload(text);
    let shown: ImportResult | "forbidden" = first;
    for (let times = 0; times < 4 && shown !== "forbidden" && shown.kind === "columns"; times += 1)
      shown = await importColumns(db, submit(shown.columns, answers), by);
    expect(shown).toMatchObject({ kind: "imported" });
    return first !== "forbidden" && first.kind === "columns" ? first.columns : null;
  };
  const certain = async () =>
    (await listEntries(db, "new", null)).rows.filter(({ proposal }) => proposal?.certain);

  const known: Answers = { told: "in", allBooked: true };
  const row = (...cells: string[]) => cells.join(",");

  test("an account in dollars does not answer for one in euros under the same headings", async () => {
    const table = `Date;Name;Text;Amount\n2026-11-20;Mira;${ID};14.99\n2026-11-21;Jo;x;-3.20`;
    await bring(table, known);
    expect(await certain()).toHaveLength(1);
    // The next file of this account asks nothing.
    expect(await upload(table.replace("2026-11-20", "2026-11-22"))).toMatchObject({
      kind: "imported",
    });
    const euros = `Account;12345678\nCurrency;EUR\n\n${table.replaceAll("2026-11-2", "2026-11-1")}`;
    expect(await bring(euros, known)).toMatchObject({ draft: { currency: "EUR" } });
    expect((await certain()).map(({ currency }) => currency)).not.toContain("EUR");
    // Nor does another account in the column that names it.
    const named = (account: string, day: string) =>
      `Account,Date,Name,Text,Amount,Currency\n${account},2026-10-${day},Mira,${ID},14.99,USD\n${account},2026-10-${day},Jo,x,-3.20,USD`;
    expect(await bring(named("111-222", "01"), known)).not.toBeNull();
    expect(await bring(named("111-222", "02"), known)).toBeNull();
    expect(await bring(named("333-444", "03"), known)).not.toBeNull();
  });

  /** Files with a row for an order that is no payment; whoever answers, and however hastily, it is not certain. */
  const attacks: [what: string, text: string, answers: Answers][] = [
    ...["Reversal", "Devolución", "Reversed payment 2", "Chargeback"].map(
      (word): [string, string, Answers] => [
        `the type ${word}`,
        `Date,Type,Name,Text,Amount,Currency\n2026-11-20,${word},Mira,${ID},14.99,USD\n2026-11-21,Transfer,Jo,x,-3.20,USD`,
        { ...known, meanings: { [word]: "returned", Transfer: "nothing" } },
      ],
    ),
    [
      "a pending row beside “Completed (ref 2)”",
      `Date,Name,Text,Amount,Currency,Status\n2026-11-20,Mira,${ID},14.99,USD,Pending\n2026-11-21,Jo,x,-3.20,USD,Completed (ref 2)`,
      { told: "in", meanings: { "Completed (ref 2)": "booked" } },
    ],
    [
      "a debit beside a credit with a number",
      `Date,Name,Text,Amount,Currency,D/C\n2026-11-20,Mira,${ID},14.99,USD,D\n2026-11-21,Jo,x,3.20,USD,C 1`,
      { told: "in", allBooked: true, meanings: { "C 1": "in" } },
    ],
    ...[
      "Amount Debit|Amount Credit",
      "Montant débit|Montant crédit",
      "Betrag Soll|Betrag Haben",
      "Importe debe|Importe haber",
      "Kwota obciążenia|Kwota uznania",
      "Amount out|Amount in",
      "Spent|Received",
      "Payments|Receipts",
      "Väljaminekud|Laekumised",
      "出金|入金",
    ].map((heads): [string, string, Answers] => [
      `a refund under ${heads}`,
      `Date;Name;Text;${heads.replace("|", ";")};Currency\n2026-11-20;Mira;${ID};14.99;;USD\n2026-11-21;Jo;x;;3.20;USD`,
      { allBooked: true, told: "out", roles: { Name: "payer", Text: "text" } },
    ]),
    ...[
      ["Flow", "Outbound", "Inbound"],
      ["Type", "Outgoing transfer", "Incoming transfer"],
      ["Liik", "Väljaminev", "Sissetulev"],
    ].map(([head = "", out = "", into = ""]): [string, string, Answers] => [
      `an unsigned row with ${head} ${out}`,
      `Date,${head},Name,Text,Amount,Currency\n2026-11-20,${out},Mira,${ID},14.99,USD\n2026-11-21,${into},Jo,x,3.20,USD`,
      { told: "out", allBooked: true, meanings: { [out]: "out", [into]: "in" } },
    ]),
    ...[
      ["Pending", "true", "false"],
      ["Booked", "no", "yes"],
      ["Cleared", "N", "Y"],
      ["Gebucht", "0", "1"],
    ].map(([head = "", open = "", done = ""]): [string, string, Answers] => [
      `a row with ${head} ${open}`,
      `Date,Name,Text,Amount,Currency,${head}\n2026-11-20,Mira,${ID},14.99,USD,${open}\n2026-11-21,Jo,x,-3.20,USD,${done}`,
      { told: "in", meanings: { [open]: "pending", [done]: "booked" } },
    ]),
    [
      "a row of another account in the same file",
      `Account,Date,Name,Text,Amount\n111,2026-11-20,Al,x,-1.00\n111,2026-11-20,Al,y,2.00\n222,2026-11-20,Mira,${ID},14.99\n222,2026-11-21,Jo,z,-3.20`,
      known,
    ],
    [
      "a balance that did not change",
      `Date,Name,Text,Amount,Currency,Balance\n2026-11-19,Al,x,5.00,USD,105.00\n2026-11-20,Mira,${ID},14.99,USD,105.00\n2026-11-21,Jo,x,-3.20,USD,101.80`,
      known,
    ],
  ];

  test.each(attacks)("%s pays no order", async (_what, text, answers) => {
    // Somebody hasty tells only what must be told.
    await bring(text, { told: answers.told });
    expect(await certain()).toEqual([]);
    await bring(text.replaceAll("2026-11", "2026-10"), answers);
    expect(await certain()).toEqual([]);
  });

  test.each(attacks.filter(([what]) => /refund|unsigned/.test(what)))(
    "beside %s, the payment is certain",
    async (_what, text, answers) => {
      const swapped = text.replace(ID, "back").replace(row("x", "3.20"), row(ID, "14.99"));
      await bring(swapped.replace("x;;3.20", `${ID};;14.99`), answers);
      expect((await certain()).map(({ payer, purpose }) => `${payer} ${purpose}`)).toEqual([
        expect.stringContaining(ID),
      ]);
    },
  );

  test("“Sent” of a transfer that came in loses no payment", async () => {
    const text = `Date,Name,Text,Amount,Currency,Status\n2026-11-20,Mira,${ID},14.99,USD,Sent\n2026-11-21,Jo,x,-3.20,USD,Sent`;
    await bring(text, { told: "in" });
    expect((await listEntries(db, "new", null)).rows).toHaveLength(1);
    const days = text.replaceAll("2026-11", "2026-10");
    await bring(days, { told: "in", meanings: { Sent: "booked" } });
    expect(await certain()).toMatchObject([
      { evidence: "account in USD, came in by its sign, booked by “Sent”" },
    ]);
  });

  test("a value that was never seen asks about its rows, and the others need no question", async () => {
    const file = (day: string, state: string) =>
      `Date,Name,Text,Amount,Currency,State\n2026-11-${day},Mira,${ID},14.99,USD,${state}\n2026-11-${day},Jo,x,-3.20,USD,Done`;
    const meanings = { Done: "booked" };
    await bring(file("01", "Done"), { told: "in", meanings });
    expect(await upload(file("02", "Done"))).toMatchObject({ kind: "imported" });
    const before = await certain();
    const shown = await bring(file("03", "Parked"), {});
    expect(shown).toMatchObject({ problem: expect.stringContaining("not shown before") });
    expect(shown?.draft).toMatchObject({ words: { "5 done": "booked", "5 parked": "" } });
    expect(await certain()).toHaveLength(before.length);
    const { rows } = await listEntries(db, "new", null);
    expect(rows.at(-1)?.doubt).toContain("“Parked” in “State” has no meaning yet");
  });

  test("the example is shown together with all other questions", async () => {
    const shown = await upload(
      `Wann,Wieviel,Wozu\n01/02/2026,"EUR 1,50",x\n02/02/2026,"EUR -2,00",y`,
    );
    expect(shown).toMatchObject({
      columns: { example: expect.stringContaining("EUR 1,50"), draft: { dateOrder: "" } },
    });
  });

  test("two columns that an example tells apart are shown as what they are, and stay so", async () => {
    const file = (day: string) =>
      `Date;Name;Text;Wpl;Wyp;Currency\n2026-11-${day};Mira;${ID};;14.99;USD\n2026-11-${day};Jo;x;3.20;;USD`;
    const first = await upload(file("01"));
    if (first === "forbidden" || first.kind !== "columns") throw new Error("nothing is asked");
    const rolesOf = ({ columns }: UnknownColumns) => columns.map(({ role }) => role).join(" ");
    expect(rolesOf(first.columns)).toBe("date payer text in out currency");
    const shown = await importColumns(
      db,
      submit(first.columns, { told: "in", allBooked: true }),
      by,
    );
    if (shown === "forbidden" || shown.kind !== "columns") throw new Error("not shown again");
    expect(rolesOf(shown.columns)).toBe("date payer text out in currency");
    await importColumns(db, submit(shown.columns, { allBooked: true }), by);
    expect(await certain()).toMatchObject([{ bookedOn: "2026-11-01" }]);
    expect(await upload(file("02"))).toMatchObject({ kind: "imported" });
    expect(await certain()).toHaveLength(1);
    expect((await listEntries(db, "new", null)).rows).toHaveLength(2);
  });

  test("balances that agree need no other question, and a later single row none either", async () => {
    const file = (rows: string[]) => ["Data,Nazwa,Tytuł,Kwota,Saldo,Waluta", ...rows].join("\n");
    const roles = { Nazwa: "payer", Tytuł: "text" };
    const first = file([
      `2026-11-19,Al,x,"5,00","105,00",USD`,
      `2026-11-20,Mira,${ID},"14,99","119,99",USD`,
      `2026-11-21,Jo,y,"-3,20","116,79",USD`,
    ]);
    expect(await bring(first, { roles })).toMatchObject({ example: null });
    expect(await certain()).toMatchObject([
      { evidence: "account in USD, came in by the balance and its sign, booked by the balance" },
    ]);
    expect(await upload(file([`2026-11-25,Mira,${ID} again,"14,99","200,00",USD`]))).toMatchObject({
      kind: "imported",
    });
  });

  test.each([
    [
      "a direct debit",
      camt(8, [{ amount: "14.99", kind: "PMNT/IDDT/UPDD", details: [{ purpose: ID }] }]),
    ],
    [
      "a direct debit by priority",
      camt(8, [{ amount: "14.99", kind: "PMNT/IDDT/PRDD", details: [{ purpose: ID }] }]),
    ],
    [
      "an issued transfer inside a credit",
      camt(8, [{ amount: "14.99", details: [{ purpose: ID }] }]).replace(
        "<Refs>",
        `${kindOf("PMNT/ICDT/ESCT")}<Refs>`,
      ),
    ],
    ["the text STORNO", camt(8, [{ amount: "14.99", details: [{ purpose: `STORNO ${ID}` }] }])],
    [
      "a return in MT940",
      `:20:A\n:25:1\n:60F:C261119USD100,00\n:61:2611201120C14,99NTRFX\n:86:/RTYP/RETN/REMI/${ID}\n:62F:C261120USD114,99`,
    ],
  ])("%s pays no order", async (_what, text) => {
    await bring(text);
    expect(await certain()).toEqual([]);
    expect((await listEntries(db, "new", null)).rows).toMatchObject([
      { proposal: { orderId: ID } },
    ]);
  });

  const own = (code: string, day = "20") =>
    camt(8, [{ amount: "14.99", day: `2026-11-${day}`, kind: null, details: [{ purpose: ID }] }])
      .replace("<BookgDt>", `<BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd><BookgDt>`)
      .replace("12345678", "888");
  const mt940 = (type: string, text: string, day = "20") =>
    `:20:A\n:25:1\n:60F:C261101USD100,00\n:61:2611${day}C14,99${type}X\n:86:${text}${ID}\n:62F:C2611${day}USD114,99`;

  test.each<[string, string, (day: string) => string]>([
    ["a code of the bank's own in CAMT", "586", (day) => own("586", day)],
    [
      "ISO's “not available” in CAMT",
      "PMNT/NTAV/NTAV",
      (day) =>
        own("", day).replace("<BkTxCd><Prtry><Cd></Cd></Prtry></BkTxCd>", kindOf("PMNT/NTAV/NTAV")),
    ],
    ["a line without a code in CAMT", "", (day) => own("", day)],
    ["a type of SWIFT", "NMSC", (day) => mt940("NMSC", "", day)],
    ["a German code", "GVC 169", (day) => mt940("NTRF", "169?20", day)],
    ["a code word", "BUSP", (day) => mt940("NTRF", "/BUSP/X/REMI/", day)],
  ])("%s is explained once for an account", async (_what, code, file) => {
    const shown = await bring(file("10"));
    expect(shown?.words).toMatchObject([{ word: code, example: expect.stringContaining(ID) }]);
    expect(shown).toMatchObject({ columns: [], problem: expect.stringContaining("not shown") });
    expect(await certain()).toEqual([]);
    await bring(file("11"), { meanings: { [code]: "returned" } });
    expect(await certain()).toEqual([]);
    // The account knows the code now; an administrator may look at it again.
    expect(await upload(file("12"))).toMatchObject({ kind: "imported" });
    expect(await certain()).toEqual([]);
    const again = await importFile(db, new File([file("13")], "a"), { ...by, choose: true });
    if (again === "forbidden" || again.kind !== "columns") throw new Error("nothing is asked");
    const answers = submit(again.columns, { meanings: { [code]: "in" } });
    const checked = await importColumns(db, answers, by);
    if (checked === "forbidden" || checked.kind !== "columns") throw new Error("not shown again");
    expect(checked.columns.preview).toMatchObject([{ kind: "received" }]);
    await importColumns(db, submit(checked.columns, {}), by);
    expect(await certain()).toMatchObject([{ bookedOn: "2026-11-13" }]);
    expect(await upload(file("14"))).toMatchObject({ kind: "imported" });
    // Another account has codes of its own.
    const other = file("15").replace("888", "999").replace(":25:1", ":25:2");
    expect(await bring(other)).not.toBeNull();
  });

  test("a code that says nothing proves nothing, and one that is known as a return is never asked about", async () => {
    await bring(own("586"), { meanings: { "586": "nothing" } });
    await bring(mt940("NMSC", "169?20"), { meanings: { NMSC: "nothing", "GVC 169": "nothing" } });
    expect(await certain()).toEqual([]);
    await bring(mt940("NMSC", "166?20", "21"), {});
    expect(await certain()).toMatchObject([{ evidence: expect.stringContaining("as GVC 166") }]);
    const returned = camt(8, [{ amount: "14.99", kind: "PMNT/RCDT/RRTN" }]);
    expect(await upload(returned)).toMatchObject({ kind: "imported" });
  });
});
