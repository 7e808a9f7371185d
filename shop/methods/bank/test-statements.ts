/** Statements as banks write them. */

interface CamtDetail {
  amount?: string;
  payer?: string;
  purpose?: string;
  reference?: string;
  endToEnd?: string;
}

export interface CamtEntry {
  amount: string;
  currency?: string;
  credit?: boolean;
  state?: string;
  day?: string;
  reference?: string;
  details?: CamtDetail[];
  /** Domain, family and sub-family; a SEPA transfer that came in, unless given. */
  kind?: string | null;
}

/** A statement in camt.053 of this version: 2 to 8. */
export function camt(version: number, entries: readonly CamtEntry[]): string {
  const later = version >= 8;
  const party = (name: string) => (later ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`);
  const part = (detail: CamtDetail, currency: string) => {
    const { amount, payer, purpose, reference, endToEnd = "NOTPROVIDED" } = detail;
    const money = amount ? `<Amt Ccy="${currency}">${amount}</Amt>` : "";
    const where = version === 2 && amount ? `<AmtDtls><TxAmt>${money}</TxAmt></AmtDtls>` : money;
    return `<TxDtls>
      <Refs>${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ""}<EndToEndId>${endToEnd}</EndToEndId></Refs>
      ${where}
      ${payer ? `<RltdPties><Dbtr>${party(payer)}</Dbtr></RltdPties>` : ""}
      ${purpose ? `<RmtInf><Ustrd>${purpose}</Ustrd></RmtInf>` : ""}
    </TxDtls>`;
  };
  const body = entries.map((entry) => {
    const { amount, currency = "USD", credit = true, state = "BOOK", day = "2026-11-20" } = entry;
    const { reference, details = [], kind = "PMNT/RCDT/ESCT" } = entry;
    return `<Ntry>
    <Amt Ccy="${currency}">${amount}</Amt>
    <CdtDbtInd>${credit ? "CRDT" : "DBIT"}</CdtDbtInd>
    <Sts>${later ? `<Cd>${state}</Cd>` : state}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>
    ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ""}
    ${kind ? kindOf(kind) : ""}
    ${details.length > 0 ? `<NtryDtls>${details.map((detail) => part(detail, currency)).join("")}</NtryDtls>` : ""}
  </Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.0${version}">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><Othr><Id>12345678</Id></Othr></Id></Acct>
${body.join("\n")}
</Stmt></BkToCstmrStmt></Document>`;
}

/** A bank transaction code, such as `PMNT/RCDT/ESCT`. */
export function kindOf(code: string): string {
  const [domain = "", family = "", sub = ""] = code.split("/");
  return `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
}
