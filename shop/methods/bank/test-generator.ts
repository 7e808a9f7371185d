/**
 * Invented bank statements with what is true of each row. Written from the rule of docs/decisions/045 alone, before the
 * importer that it tests: a row is a payment if money in the account's currency came in and is booked, and it is neither
 * a return nor a transfer of one's own.
 */

type GivenRole = "date" | "amount" | "in" | "out" | "words" | "currency" | "balance" | "text";
type GivenMeaning = "in" | "out" | "booked" | "pending" | "returned" | "nothing";

export interface GeneratedCsv {
  text: string;
  /** What a person who knows the bank answers. */
  roles: GivenRole[];
  meanings: Record<string, GivenMeaning>;
  currency: string;
  dateOrder: "dmy" | "mdy" | "ymd";
  decimal: "." | ",";
  /** Whether the file has booked rows only. */
  isAllBooked: boolean;
  /** Of each row, from the top: whether the money came in, and whether it is a payment. */
  rows: { cameIn: boolean; isPayment: boolean }[];
  /** Whether the balance, words or columns told apart prove the direction. */
  isProvable: boolean;
}

export type Random = () => number;

/** A generator of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks one of these by chance. */
export const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
};
const chance = (random: Random, share: number) => random() < share;

/** Date; payer; text; amount; in | out (pairs); balance; currency; status; type; in | out (words); booked; pending; returned. */
const LANGUAGES = [
  "Date;Name;Description;Amount;Paid in|Paid out,Amount Credit|Amount Debit,Amount in|Amount out,Received|Spent,Receipts|Payments,Deposits|Withdrawals;Balance;Currency;Status;Type;Incoming|Outgoing,Credit|Debit,Inbound|Outbound,Incoming transfer|Outgoing transfer,C|D,+|-;Completed,Posted,OK,Sent;Pending,Authorised,On hold;Reversal,Returned,Refund received",
  "Buchungstag;Name;Verwendungszweck;Betrag;Haben|Soll,Betrag Haben|Betrag Soll,Gutschriften|Belastungen,Zugang|Abgang;Saldo;Währung;Status;Art;Eingang|Ausgang,H|S,Zufluss|Abfluss;Gebucht,Erledigt;Vorgemerkt,Schwebend;Storno,Rückläufer",
  "Date;Bénéficiaire;Libellé;Montant;Crédit|Débit,Montant crédit|Montant débit,Recettes|Dépenses,Entrées|Sorties;Solde;Devise;Statut;Nature;Entrant|Sortant,C|D;Comptabilisé,Exécutée;En attente,A venir;Rejet,Contrepassation",
  "Fecha;Nombre;Concepto;Importe;Haber|Debe,Importe haber|Importe debe,Ingresos|Gastos,Cobros|Pagos;Saldo;Divisa;Estado;Tipo;Entrada|Salida,Abono|Adeudo;Contabilizado,Hecho;Pendiente,Retenido;Devolución,Retrocesión",
  "Data księgowania;Nadawca;Tytuł;Kwota;Uznania|Obciążenia,Kwota uznania|Kwota obciążenia,Wpływy|Wydatki;Saldo;Waluta;Stan;Rodzaj;Przychodzący|Wychodzący,Uznanie|Obciążenie;Zaksięgowano,Wykonany;Oczekująca,Blokada;Zwrot,Wycofana",
  "Boekdatum;Naam;Omschrijving;Bedrag;Bij|Af,Bedrag bij|Bedrag af,Ontvangen|Betaald;Saldo na boeking;Munt;Status;Soort;Inkomend|Uitgaand,Bij|Af;Geboekt,Verwerkt;In behandeling,Gereserveerd;Terugboeking,Storno",
  "Data;Nome;Descrizione;Importo;Entrate|Uscite,Avere|Dare,Accrediti|Addebiti;Saldo;Valuta conto;Stato;Causale;In entrata|In uscita;Contabilizzato,Fatto;In attesa,Da contabilizzare;Storno,Riaccredito",
  "Päivä;Nimi;Viesti;Määrä;Panot|Otot,Tulot|Menot;Saldo;Valuutta;Tila;Laji;Saapuva|Lähtevä,Tulo|Meno;Kirjattu,Valmis;Odottaa,Varattu;Palautus,Hylätty",
  "Kuupäev;Saaja;Selgitus;Summa;Laekumised|Väljaminekud,Sisse|Välja;Jääk;Valuuta;Olek;Liik;Sissetulev|Väljaminev,K|D;Tehtud,Kinnitatud;Ootel,Broneeritud;Tagastus,Tühistatud",
  "Tarih;Ad;Açıklama;Tutar;Alacak|Borç,Gelen|Giden;Bakiye;Para birimi;Durum;Tür;Gelen havale|Giden havale,A|B;Tamamlandı,İşlendi;Bekliyor,Provizyon;İade,İptal",
  "Dátum;Partner;Közlemény;Összeg;Jóváírás|Terhelés,Bejövő|Kimenő;Egyenleg;Devizanem;Állapot;Típus;Bejövő utalás|Kimenő utalás;Könyvelt,Teljesült;Függőben,Foglalt;Visszautalás,Sztornó",
  "日付;名前;摘要;金額;入金|出金,お預り|お引出し;残高;通貨;状態;種別;入|出,振込入金|振込出金;完了,済;保留,未処理;取消,返金",
].map((line) => {
  const [date = "", payer = "", text = "", amount = "", pairs = "", ...more] = line.split(";");
  const [balance = "", currency = "", status = "", type = "", ways = "", ...states] = more;
  const two = (list: string) => list.split(",").map((pair) => pair.split("|") as [string, string]);
  const [booked = "", pending = "", returned = ""] = states;
  return {
    ...{ date, payer, text, amount, balance, currency, status, type },
    ...{ pairs: two(pairs), ways: two(ways) },
    ...{ booked: booked.split(","), pending: pending.split(","), returned: returned.split(",") },
  };
});

type Kind = "payment" | "refund" | "purchase" | "pending" | "returned" | "foreign";
type Style = "signed" | "inverted" | "pair" | "words" | "unsigned";

/** Flags that say whether a row is booked: heading, value if it is, value if it is pending. */
const FLAGS: readonly [string, string, string][] = [
  ["Pending", "false", "true"],
  ["Pending", "No", "Yes"],
  ["Booked", "yes", "no"],
  ["Cleared", "Y", "N"],
  ["Verbucht", "ja", "nein"],
  ["Posted", "1", "0"],
];
const ACCOUNTS = ["USD", "EUR", "GBP", "PLN"] as const;

/** Invents a statement in CSV. */
export function inventCsv(random: Random): GeneratedCsv {
  const words = pick(random, LANGUAGES);
  const style = pick<Style>(random, [
    "signed",
    "signed",
    "pair",
    "pair",
    "words",
    "inverted",
    "unsigned",
  ]);
  const state = pick(random, ["none", "status", "status", "noisy", "flag"] as const);
  const hasBalance = chance(random, 0.45);
  const currency = pick(random, ACCOUNTS);
  const names = pick(random, ["column", "heading", "above", "nowhere"] as const);
  const decimal = pick(random, [".", ","] as const);
  const dateOrder = pick(random, ["dmy", "mdy", "ymd"] as const);
  const delimiter = decimal === "," ? ";" : pick(random, [",", ";", "\t"]);
  const pair = pick(random, words.pairs);
  const isOutFirst = chance(random, 0.5);
  const way = pick(random, words.ways);
  const flag = pick(random, FLAGS);
  const sign = pick(random, ["-5", "5-", "(5)", "\u22125", "- 5"]);
  const outSigned = chance(random, 0.3);
  const hasType = chance(random, 0.4);
  const count = 1 + Math.floor(random() * 24);
  const canSay = state !== "none";
  const kinds = Array.from({ length: count }, (): Kind => {
    const kind = pick<Kind>(random, [
      ...(["payment", "payment", "payment", "payment", "refund", "purchase"] as const),
      ...(["pending", "returned", "foreign"] as const),
    ]);
    if (kind === "pending" && !canSay) return "payment";
    if (kind === "returned" && !hasType && state !== "status" && state !== "noisy")
      return "payment";
    return kind === "foreign" && names !== "column" ? "refund" : kind;
  });

  let balance = 100_000 + Math.floor(random() * 500_000);
  const meanings: Record<string, GivenMeaning> = {};
  const mean = (word: string, meaning: GivenMeaning) => {
    // A word that already has another meaning in this file says nothing by itself.
    meanings[word] = (meanings[word] ?? meaning) === meaning ? meaning : "nothing";
    return word;
  };
  const rows = kinds.map((kind, at) => {
    const cameIn = kind !== "refund" && kind !== "purchase";
    const cents = chance(random, 0.4) ? 1499 : 100 + Math.floor(random() * 900_000);
    if (kind !== "pending") balance += cameIn ? cents : -cents;
    const day = new Date(Date.UTC(2026, 0, 14 + at + Math.floor(random() * 2)));
    return { kind, cameIn, cents, day, balance: kind === "pending" ? null : balance };
  });
  if (chance(random, 0.5)) rows.reverse();

  const written = (cents: number) => {
    const [whole = "", rest = ""] = (cents / 100).toFixed(2).split(".");
    const group = decimal === "." ? "," : ".";
    return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${decimal}${rest}`;
  };
  const negative = (text: string) => sign.replace("5", text);
  const date = (day: Date) => {
    const [y = "", m = "", d = ""] = day.toISOString().slice(0, 10).split("-");
    return { ymd: `${y}-${m}-${d}`, dmy: `${d}/${m}/${y}`, mdy: `${m}/${d}/${y}` }[dateOrder];
  };
  type Row = (typeof rows)[number];
  const columns: [heading: string, role: GivenRole, cell: (row: Row, at: number) => string][] = [
    [words.date, "date", ({ day }) => date(day)],
    [words.payer, "text", (_, at) => `Person ${"abcdefghij"[at % 10]}${at}`],
    [
      words.text,
      "text",
      ({ kind }, at) => `Order K7M2P9Q ${kind === "refund" ? "back" : "no"} ${at}`,
    ],
  ];
  const suffix = names === "heading" ? ` (${currency})` : "";
  if (style === "pair") {
    const cell = (isIn: boolean) => (row: Row) =>
      row.cameIn !== isIn
        ? ""
        : !isIn && outSigned
          ? negative(written(row.cents))
          : written(row.cents);
    const both: typeof columns = [
      [pair[0] + suffix, "in", cell(true)],
      [pair[1] + suffix, "out", cell(false)],
    ];
    columns.push(...(isOutFirst ? both.toReversed() : both));
  } else
    columns.push([
      words.amount + suffix,
      "amount",
      ({ cameIn, cents }) => {
        const isNegative = style === "signed" ? !cameIn : style === "inverted" ? cameIn : false;
        return isNegative ? negative(written(cents)) : written(cents);
      },
    ]);
  if (style === "words")
    columns.push([
      pick(random, [words.type, "Flow", "Direction", "CdtDbtInd"]),
      "words",
      ({ cameIn }) => mean(cameIn ? way[0] : way[1], cameIn ? "in" : "out"),
    ]);
  if (hasType)
    columns.push([
      "Kind",
      "words",
      ({ kind }, at) =>
        kind === "returned"
          ? mean(words.returned[at % words.returned.length] ?? "", "returned")
          : mean(["Transfer", "SEPA", "Zahlung 7"][at % 3] ?? "", "nothing"),
    ]);
  if (state === "flag")
    columns.push([
      flag[0],
      "words",
      ({ kind }) => (kind === "pending" ? mean(flag[2], "pending") : mean(flag[1], "booked")),
    ]);
  else if (state !== "none")
    columns.push([
      words.status,
      "words",
      ({ kind }, at) => {
        const noise = state === "noisy" && at % 4 === 2 ? ` (ref ${at})` : "";
        if (kind === "pending")
          return mean(`${words.pending[at % 2] ?? words.pending[0]}${noise}`, "pending");
        if (kind === "returned")
          return mean(`${words.returned[at % 2] ?? words.returned[0]}`, "returned");
        return mean(`${words.booked[at % 2] ?? words.booked[0]}${noise}`, "booked");
      },
    ]);
  if (hasBalance)
    columns.push([
      words.balance,
      "balance",
      ({ balance: after }) =>
        after === null ? "" : after < 0 ? `-${written(-after)}` : written(after),
    ]);
  if (names === "column")
    columns.push([
      words.currency,
      "currency",
      ({ kind }) => (kind === "foreign" ? "CHF" : currency),
    ]);

  const quoted = (cell: string) =>
    cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: readonly string[]) => cells.map(quoted).join(delimiter);
  const table = [
    columns.map(([heading]) => heading),
    ...rows.map((row, at) => columns.map(([, , cell]) => cell(row, at))),
  ].map(line);
  const above =
    names === "above" ? [`Account${delimiter}12345678`, `Currency${delimiter}${currency}`, ""] : [];
  const isBothWays = new Set(rows.map(({ cameIn }) => cameIn)).size === 2;
  return {
    text: [...above, ...table, ""].join("\n"),
    roles: columns.map(([, role]) => role),
    ...{ meanings, currency, dateOrder, decimal, isAllBooked: !canSay },
    rows: rows.map(({ kind, cameIn }) => ({ cameIn, isPayment: kind === "payment" })),
    isProvable:
      (hasBalance && count > 2 && isBothWays) ||
      ["pair", "words"].includes(style) ||
      (["signed", "inverted"].includes(style) && isBothWays),
  };
}

/** A statement in CAMT or MT940, with what is true of each entry, money out included. */
export interface GeneratedStatement {
  text: string;
  entries: { isPayment: boolean }[];
}

type Code = [family: string, sub: string];
/** ISO 20022 codes of the domain PMNT for credits: payments from customers, and everything else. */
const CUSTOMER: Code[] = ["ESCT", "DMCT", "XBCT"].map((sub) => ["RCDT", sub]);
const OTHER: Code[] = [
  ...["RRTN", "RPCR", "BOOK", "AUTT", "CHRG", "FEES", "INTR", "OTHR", "TTLS"].map((sub): Code => [
    "RCDT",
    sub,
  ]),
  ...["UPDD", "PRDD", "ESDD", "RCDD"].map((sub): Code => ["IDDT", sub]),
  ...["ESCT", "RRTN", "RPCR", "SALA"].map((sub): Code => ["ICDT", sub]),
  ...["PMDD", "BBDD", "UPDD"].map((sub): Code => ["RDDT", sub]),
  ...["POSP", "RIMB", "CWDL"].map((sub): Code => ["CCRD", sub]),
  ...["CCHQ", "UPCQ"].map((sub): Code => ["RCHQ", sub]),
];

interface Entry {
  isCredit: boolean;
  isPayment: boolean;
  cents: number;
  trick: string;
  code: Code;
}

/** Entries of which half are payments; the others have one thing each that makes them none. */
function inventEntries(random: Random, tricks: readonly string[]): Entry[] {
  return Array.from({ length: 1 + Math.floor(random() * 10) }, (): Entry => {
    const isPayment = chance(random, 0.5);
    const trick = isPayment ? "" : pick(random, ["debit", "code", ...tricks]);
    const isCredit = trick !== "debit";
    const cents = chance(random, 0.5) ? 1499 : 1 + Math.floor(random() * 1_000_000);
    const code = pick(random, trick === "code" ? OTHER : CUSTOMER);
    return { isCredit, isPayment, cents, trick, code };
  });
}

const sumOf = (entries: readonly Entry[]) =>
  entries.reduce(
    (sum, { isCredit, cents, trick }) =>
      sum + (trick === "pending" ? 0 : isCredit ? cents : -cents),
    100_000_000,
  );

/** Invents a statement in camt.052, 053 or 054. */
export function inventCamt(random: Random): GeneratedStatement {
  const entries = inventEntries(random, [
    "pending",
    "reversal",
    "no code",
    "detail",
    "reason",
    "text",
    "currency",
  ]);
  const currency = pick(random, ACCOUNTS);
  const version = pick(random, [2, 4, 8]);
  const hasBalances = chance(random, 0.7);
  // A line that the bank left out: the balances do not agree, and nothing is certain.
  const isBroken = hasBalances && chance(random, 0.2);
  const kind = ([family, sub]: Code) =>
    `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
  const money = (cents: number, code: string = currency) =>
    `<Amt Ccy="${code}">${(cents / 100).toFixed(2)}</Amt>`;
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(cents)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
  const body = entries.map(({ isCredit, cents, trick, code }, at) => {
    const state = trick === "pending" ? pick(random, ["PDNG", "INFO", "FUTR", "XXXX"]) : "BOOK";
    const inDetail = trick === "detail" ? kind(pick(random, OTHER)) : "";
    const reason = trick === "reason" ? "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" : "";
    const text =
      trick === "text"
        ? pick(random, ["STORNO", "RETOURE", "Reversal of", "Retour", "Chargeback"])
        : "Order";
    return `<Ntry>${money(cents, trick === "currency" ? "CHF" : currency)}<CdtDbtInd>${isCredit ? "CRDT" : "DBIT"}</CdtDbtInd>${
      trick === "reversal" ? "<RvslInd>true</RvslInd>" : ""
    }<Sts>${version === 8 ? `<Cd>${state}</Cd>` : state}</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>R${at}</AcctSvcrRef>${
      trick === "no code" ? "" : kind(code)
    }<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${inDetail}<RmtInf><Ustrd>${text} K7M2P9Q ${at}</Ustrd></RmtInf>${reason}</TxDtls></NtryDtls></Ntry>`;
  });
  const closing = sumOf(entries) + (isBroken ? 1499 : 0);
  const balances = hasBalances ? balance("OPBD", 100_000_000) + balance("CLBD", closing) : "";
  return {
    text: `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balances}${body.join("")}</Stmt></BkToCstmrStmt></Document>`,
    entries: entries.map(({ isPayment }) => ({ isPayment: isPayment && !isBroken })),
  };
}

/** Invents a statement in MT940. */
export function inventMt940(random: Random): GeneratedStatement {
  const entries = inventEntries(random, ["type", "german", "word", "text", "reversal"]);
  const currency = pick(random, ACCOUNTS);
  const isBroken = chance(random, 0.2);
  const money = (cents: number) => (cents / 100).toFixed(2).replace(".", ",");
  const body = entries.flatMap(({ isCredit, cents, trick }, at) => {
    const mark = trick === "reversal" ? "RD" : isCredit ? "C" : "D";
    const isOdd = trick === "type" || trick === "code";
    const type = isOdd
      ? pick(random, ["NRTI", "NDDT", "NCHG", "NINT", "NMSC", "NCHK", "N544"])
      : "NTRF";
    const details = `K7M2P9Q ${at}`;
    const texts: Record<string, string> = {
      german: `${pick(random, ["159", "105", "171", "808", "193", "899"])}?00X?20SVWZ+${details}?32MIRA`,
      word: pick(random, [
        `/RTYP/RETN/REMI/${details}`,
        `/TRTP/SEPA INCASSO/REMI/${details}`,
        `/RTRN/AC04/REMI/${details}`,
      ]),
      text: `${pick(random, ["STORNO", "Retoure", "REVERSAL", "CHARGE BACK"])} ${details}`,
    };
    const plain = pick(random, [
      `166?00GUTSCHRIFT?20SVWZ+${details}?32MIRA`,
      `/TRTP/SEPA OVERBOEKING/NAME/M HOLT/REMI/${details}`,
      details,
    ]);
    return [
      `:61:2611201120${mark}${money(cents)}${type}NONREF//${at}`,
      `:86:${texts[trick] ?? plain}`,
    ];
  });
  return {
    text: [
      ...[":20:START", ":25:12030000/202051", `:60F:C261119${currency}1000000,00`, ...body],
      `:62F:C261120${currency}${money(sumOf(entries) + (isBroken ? 1499 : 0))}`,
    ].join("\r\n"),
    entries: entries.map(({ isPayment }) => ({ isPayment: isPayment && !isBroken })),
  };
}
