import { pick, type Random, randomOf } from "./test-generator.ts";

/** An invented CAMT or MT940 file, and of each token whether its entry is a payment, and whether the file proves it. */
export interface StrangeMessage {
  text: string;
  entries: { token: string; cents: number; isPayment: boolean; isDue: boolean; why: string }[];
}

const tokenAt = (at: number) => `T${String(at).padStart(4, "0")}`;
const centsOf = (random: Random) => (random() < 0.4 ? 1499 : 100 + Math.floor(random() * 900_000));

const money = (cents: number, point = ".") =>
  `${Math.floor(cents / 100)}${point}${String(cents % 100).padStart(2, "0")}`;

interface Entry {
  why: string;
  isPayment: boolean;
  isDue?: boolean;
  sign: "CRDT" | "DBIT";
  status?: string;
  code?: string;
  currency?: string;
  extra?: string;
  details?: string;
  text?: string;
  parties?: string;
}

const ownIban = "DE02120300000000202051";
const customer =
  "<RltdPties><Dbtr><Nm>Mira Holt</Nm></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties>";
const own = `<RltdPties><Dbtr><Nm>Shop</Nm></Dbtr><DbtrAcct><Id><IBAN>${ownIban}</IBAN></Id></DbtrAcct></RltdPties>`;
const out = (why: string, rest: Partial<Entry>): Entry => ({
  why,
  isPayment: false,
  sign: "CRDT",
  ...rest,
});

const camtEntries: readonly Entry[] = [
  { why: "SEPA credit", isPayment: true, isDue: true, sign: "CRDT", code: "PMNT/RCDT/ESCT" },
  { why: "domestic credit", isPayment: true, isDue: true, sign: "CRDT", code: "PMNT/RCDT/DMCT" },
  {
    why: "cross-border credit",
    isPayment: true,
    isDue: true,
    sign: "CRDT",
    code: "PMNT/RCDT/XBCT",
  },
  { why: "instant credit", isPayment: true, sign: "CRDT", code: "PMNT/RRCT/ESCT" },
  { why: "no code", isPayment: true, sign: "CRDT" },
  out("money out", { sign: "DBIT", code: "PMNT/ICDT/ESCT" }),
  out("money out with a code of credits", { sign: "DBIT", code: "PMNT/RCDT/ESCT" }),
  ...["PDNG", "FUTR", "INFO", "XXXX", ""].map((status) =>
    out(`status ${status}`, { status, code: "PMNT/RCDT/ESCT" }),
  ),
  ...[
    ...["PMNT/RCDT/RRTN", "PMNT/RCDT/RPCR", "PMNT/ICDT/RRTN", "PMNT/ICDT/ESCT", "PMNT/IRCT/ESCT"],
    ...["PMNT/RDDT/UPDD", "PMNT/RDDT/PRDD", "PMNT/IDDT/UPDD", "PMNT/IDDT/ESDD", "PMNT/IDDT/PRDD"],
    ...["PMNT/IDDT/RCDD", "PMNT/RDDT/ESDD", "PMNT/CCRD/CDPT", "PMNT/MCRD/UPCT", "PMNT/RCDT/ACCO"],
    ...["PMNT/RCHQ/CCHQ", "PMNT/RCDT/CHRG", "PMNT/RCDT/FEES", "PMNT/RCDT/INTR", "PMNT/RCDT/COMM"],
    ...["ACMT/MCOP/INTR", "CAMT/ACCB/SWEP", "LDAS/CSLN/DDWN", "FORX/SPOT/OTHR", "PMNT/RCDT/ADJT"],
    ...["PMNT/RCDT/REVS", "PMNT/RCDT/RIMB", "PMNT/MDOP/CHRG", "TREA/SPOT/OTHR", "PMNT/CNTR/CDPT"],
  ].map((code) => out(`code ${code}`, { code })),
  out("reversal", { code: "PMNT/RCDT/ESCT", extra: "<RvslInd>true</RvslInd>" }),
  out("reversal as 1", { code: "PMNT/RCDT/ESCT", extra: "<RvslInd> 1 </RvslInd>" }),
  out("return", { code: "PMNT/RCDT/ESCT", details: "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" }),
  out("return of a proprietary reason", {
    code: "PMNT/RCDT/ESCT",
    details: "<RtrInf><AddtlInf>Account closed</AddtlInf></RtrInf>",
  }),
  out("its own detail goes out", {
    code: "PMNT/RCDT/ESCT",
    details: "<CdtDbtInd>DBIT</CdtDbtInd>",
  }),
  out("another currency", { code: "PMNT/RCDT/ESCT", currency: "USD" }),
  out("own transfer", { code: "PMNT/RCDT/ESCT", parties: own }),
  out("own transfer, with spaces", {
    code: "PMNT/RCDT/ESCT",
    parties: own.replace(ownIban, "DE02 1203 0000 0000 2020 51"),
  }),
  out("transfer within the company", {
    code: "PMNT/RCDT/ESCT",
    details: "<Purp><Cd>INTC</Cd></Purp>",
  }),
  out("proprietary return of direct debit", {
    extra: "<BkTxCd><Prtry><Cd>NRTI+109+00931</Cd><Issr>DK</Issr></Prtry></BkTxCd>",
  }),
  out("proprietary card settlement", {
    extra: "<BkTxCd><Prtry><Cd>NMSC+821</Cd></Prtry></BkTxCd>",
  }),
  out("detail with a code of returns", {
    code: "PMNT/RCDT/ESCT",
    details:
      "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>",
  }),
  ...["STORNO", "Retoure SEPA Ueberweisung", "RETURN PAYMENT", "Rückbuchung"].map((text) =>
    out(`only its text says ${text}`, {
      code: "PMNT/RCDT/ESCT",
      extra: `<AddtlNtryInf>${text}</AddtlNtryInf>`,
    }),
  ),
];

function codeOf(code: string | undefined) {
  if (!code) return "";
  const [domain, family, sub] = code.split("/");
  return `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
}

const balanceXml = (code: string, cents: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${money(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;

export function strangeCamt(seed: number): StrangeMessage {
  const random = randomOf(seed * 104_729);
  const [root, inner, hasBalance] = pick(random, [
    ...([
      ["BkToCstmrStmt", "Stmt", true],
      ["BkToCstmrStmt", "Stmt", true],
    ] as const),
    ...([
      ["BkToCstmrAcctRpt", "Rpt", true],
      ["BkToCstmrDbtCdtNtfctn", "Ntfctn", false],
    ] as const),
  ] as const);
  const isNew = random() < 0.5;
  const prefix = random() < 0.3 ? "ns2:" : "";
  let balance = 1_000_000_00;
  const entries: StrangeMessage["entries"] = [];
  const xml = Array.from({ length: 5 + Math.floor(random() * 5) }, (_, at) => {
    const entry =
      random() < 0.4 ? pick(random, camtEntries.slice(0, 5)) : pick(random, camtEntries);
    const [cents, token, status] = [centsOf(random), tokenAt(at), entry.status ?? "BOOK"];
    if (status === "BOOK" && !entry.currency) balance += entry.sign === "CRDT" ? cents : -cents;
    const { why, isPayment } = entry;
    entries.push({ token, cents, isPayment, isDue: entry.isDue === true, why });
    return [
      `<Ntry><NtryRef>${at}</NtryRef><Amt Ccy="${entry.currency ?? "EUR"}">${money(cents)}</Amt><CdtDbtInd>${entry.sign}</CdtDbtInd>`,
      ...(entry.extra?.startsWith("<Rvsl") ? [entry.extra] : []),
      status === "" ? "" : `<Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts>`,
      "<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-21</Dt></ValDt>",
      codeOf(entry.code),
      ...(entry.extra?.startsWith("<BkTx") ? [entry.extra] : []),
      `<NtryDtls><TxDtls>${entry.details ?? ""}${random() < 0.3 ? `<AmtDtls><InstdAmt><Amt Ccy="USD">99.00</Amt></InstdAmt></AmtDtls>` : ""}${entry.parties ?? customer}<RmtInf><Ustrd>Order K7M2P9Q ${token}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
      ...(entry.extra?.startsWith("<Addtl") ? [entry.extra] : []),
      "</Ntry>",
    ].join("");
  });
  const body = [
    `<Acct><Id><IBAN>${ownIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
    ...(hasBalance ? [balanceXml("OPBD", 1_000_000_00), balanceXml("CLBD", balance)] : []),
    ...xml,
  ].join("\n");
  const plain = `<Document><${root}><GrpHdr><MsgId>M</MsgId></GrpHdr><${inner}><Id>1</Id>${body}</${inner}></${root}></Document>`;
  const text = prefix ? plain.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`) : plain;
  // A balance without the entry in another currency does not agree with the lines.
  const agrees = !entries.some(({ why }) => why === "another currency");
  if (!agrees) for (const entry of entries) entry.isDue = false;
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${inner} -->\n${text}`, entries };
}

interface Line {
  why: string;
  isPayment: boolean;
  isDue?: boolean;
  mark: string;
  type: string;
  info?: string;
}

const mtLines: readonly Line[] = [
  {
    why: "transfer in",
    isPayment: true,
    isDue: true,
    mark: "C",
    type: "NTRF",
    info: "166?00GUTSCHRIFT?20SVWZ+#?32MIRA HOLT",
  },
  {
    why: "transfer in, funds code",
    isPayment: true,
    isDue: true,
    mark: "CR",
    type: "NTRF",
    info: "166?00GUTSCHRIFT?20SVWZ+#?32MIRA HOLT",
  },
  {
    why: "transfer in",
    isPayment: true,
    isDue: true,
    mark: "C",
    type: "NTRF",
    info: "/TRTP/SEPA OVERBOEKING/NAME/M HOLT/REMI/#",
  },
  { why: "transfer in, plain", isPayment: true, mark: "C", type: "NTRF", info: "#" },
  { why: "message 103", isPayment: true, mark: "C", type: "S103", info: "#" },
  { why: "money out", isPayment: false, mark: "D", type: "NTRF", info: "116?00UEBERWEISUNG?20#" },
  { why: "money out, funds code", isPayment: false, mark: "DR", type: "NTRF", info: "#" },
  {
    why: "reversal of a credit",
    isPayment: false,
    mark: "RC",
    type: "NTRF",
    info: "166?00GUTSCHRIFT?20SVWZ+#",
  },
  { why: "reversal of a debit", isPayment: false, mark: "RD", type: "NTRF", info: "#" },
  {
    why: "reversal of a debit, funds code",
    isPayment: false,
    mark: "RDR",
    type: "NTRF",
    info: "#",
  },
  { why: "expected credit", isPayment: false, mark: "EC", type: "NTRF", info: "#" },
  ...[
    "NRTI",
    "NCHG",
    "NDDT",
    "NINT",
    "NCOM",
    "NCHK",
    "NFEX",
    "NSEC",
    "NLDP",
    "NBOE",
    "NRTN",
    "NDCR",
    "NCMZ",
    "NSWP",
    "NTFR",
  ].map((type) => ({ why: `type ${type}`, isPayment: false, mark: "C", type, info: "#" })),
  ...[
    "109",
    "108",
    "159",
    "160",
    "161",
    "181",
    "171",
    "174",
    "196",
    "808",
    "820",
    "823",
    "833",
    "805",
    "005",
    "104",
    "105",
    "107",
    "814",
    "206",
    "888",
  ].map((code) => ({
    why: `GVC ${code}`,
    isPayment: false,
    mark: "C",
    type: "NTRF",
    info: `${code}?00TEXT?20SVWZ+#?32MIRA HOLT`,
  })),
  ...[
    "/RTYP/RETN",
    "/RTRN/AC04",
    "/TRTP/SEPA INCASSO",
    "/TRTP/STORNO",
    "/TRCD/00109",
    "/BUSP/RETOUR",
  ].map((tag) => ({
    ...{ why: tag, isPayment: false, mark: "C", type: "NTRF", info: `${tag}/NAME/M HOLT/REMI/#` },
  })),
  ...["?3012030000?31202051", "?31DE02120300000000202051", "?31DE02 1203 0000 0000 2020 51"].map(
    (payer) => ({
      ...{ why: "own transfer", isPayment: false, mark: "C", type: "NTRF" },
      info: `166?00GUTSCHRIFT?20SVWZ+#${payer}?32SHOP`,
    }),
  ),
  ...["STORNO", "RETURN"].map((text) => ({
    ...{
      why: `text ${text}`,
      isPayment: false,
      mark: "C",
      type: "NTRF",
      info: `166?00${text}?20SVWZ+#`,
    },
  })),
  ...["159", "109"].map((code) => ({
    ...{
      why: `type NMSC, GVC ${code}`,
      isPayment: false,
      mark: "C",
      type: "NMSC",
      info: `${code}?00X?20#`,
    },
  })),
  {
    why: "text key 34 says returned",
    isPayment: false,
    mark: "C",
    type: "NTRF",
    info: "159?00RETOURE?20SVWZ+RETURN #?34931",
  },
];

export function strangeMt940(seed: number): StrangeMessage {
  const random = randomOf(seed * 15_485_863);
  const entries: StrangeMessage["entries"] = [];
  let balance = 1_000_000_00;
  const lines = Array.from({ length: 5 + Math.floor(random() * 5) }, (_, at) => {
    const line = random() < 0.4 ? pick(random, mtLines.slice(0, 4)) : pick(random, mtLines);
    const [cents, token] = [centsOf(random), tokenAt(at)];
    const moves = /^(C|RD)/.test(line.mark) ? 1 : /^(D|RC)/.test(line.mark) ? -1 : 0;
    balance += moves * cents;
    entries.push({
      token,
      cents,
      isPayment: line.isPayment,
      isDue: line.isDue === true,
      why: line.why,
    });
    return [
      `:61:261120${random() < 0.7 ? "1120" : ""}${line.mark}${money(cents, ",")}${line.type}NONREF//${at}`,
      `:86:${(line.info ?? "#").replace("#", `K7M2P9Q ${token}`)}`,
    ].join("\n");
  });
  const text = [
    `:20:START\n:25:12030000/0202051\n:28C:1/1\n:60F:C261119EUR1000000,00`,
    ...lines,
    `:62F:C261120EUR${money(balance, ",")}`,
  ].join("\n");
  // An expected credit does not move the booked balance.
  const agrees = !entries.some(({ why }) => why === "expected credit");
  if (!agrees) for (const entry of entries) entry.isDue = false;
  const isSwift = random() < 0.3;
  return { text: isSwift ? `{1:F01X}{2:I940XN}{4:\n${text}\n-}` : `${text}\n-`, entries };
}
