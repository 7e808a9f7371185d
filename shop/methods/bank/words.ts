import { type Result, ok, err } from "#lib/result.ts";

/** Lowercases a text and removes accents. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Normalizes a heading or word to letters, digits and signs with single spaces between them. */
export function normalizeWord(text: string): string {
  return withoutAccents(text)
    .replaceAll(/[^\p{L}\p{N}+-]+/gu, " ")
    .trim();
}

/** What a value says about its line: a direction, a state, that the money came back, or nothing. */
export const meanings = ["in", "out", "booked", "pending", "returned", "nothing"] as const;
export type Meaning = (typeof meanings)[number];

/** Usual words, as proposals of a meaning that a person confirms: what is missing here is asked for. */
const usual: Partial<Record<Meaning, string>> = {
  in: "in,+,c,cr,crdt,credit,incoming,inbound,income,received,deposit,money in,paid in,h,haben,gutschrift,eingang,zahlungseingang,bij,credito,accredito,entrata,abono,ingreso,recette,k,kredit,kreedit,uznanie",
  out: "out,-,d,dr,dbit,debit,outgoing,outbound,expense,withdrawal,money out,paid out,direct debit,s,soll,lastschrift,belastung,ausgang,zahlungsausgang,af,debet,debito,addebito,uscita,cargo,gasto,depense,deebet,obciazenie",
  booked:
    "booked,book,completed,complete,posted,cleared,settled,executed,successful,processed,gebucht,umsatz gebucht,verbucht,geboekt,verwerkt,comptabilise,execute,contabilizado,completado,contabilizzato,zaksiegowano,bokford",
  pending:
    "pending,scheduled,in progress,authorised,authorized,on hold,declined,failed,rejected,cancelled,canceled,expired,voided,reverted,vorgemerkt,umsatz vorgemerkt,offen,ausstehend,en attente,pendiente,in attesa,in behandeling,oczekujaca",
  returned:
    "gvc 108,gvc 109,gvc 159,gvc 160,gvc 181,gvc 184,nrti,reversal,reversed,returned,refund,refunded,chargeback,storno,storniert,rucklastschrift,retoure,rejet,devolucion,zwrot,terugboeking",
};
const known = new Map(
  meanings.flatMap((meaning) => (usual[meaning] ?? "").split(",").map((word) => [word, meaning])),
);

/** Returns the meaning to propose for a word; undefined for one that is not known. */
export function usualMeaning(word: string): Meaning | undefined {
  return known.get(normalizeWord(word));
}

/**
 * Stems of words about money that came back. They only take certainty away, and seldom matter: a payment that came back
 * names an order that was paid, and only unpaid ones are proposed as certain. So a few languages and codes suffice.
 */
const RETURN =
  /(?<!\p{L})((e?storn|rück(gabe|buch|zahl|überw|last|ruf|l[aä]uf)|retour|return|revers|refund|reject|charge ?back|rejet|rembours|devol|reembols|iade|r[er]tn\b)\p{L}*)/iu;

/** Returns why a line with this text may be no payment: it speaks of a return or a reversal. */
export function returnDoubt(text: string): string | null {
  const [, word] = RETURN.exec(text) ?? [];
  return word ? `its text speaks of a return (“${word}”)` : null;
}

/** The codes of ISO 4217 that are in use. */
const codes = new Set(Intl.supportedValuesOf("currency"));

/** Signs of currencies, with the codes that they can mean: those of several say only which ones are possible. */
const SIGNS =
  "€ EUR|EURO EUR|EUROS EUR|£ GBP|ZŁ PLN|KČ CZK|FT HUF|LEI RON|FR CHF|₺ TRY|TL TRY|₹ INR|₽ RUB|₴ UAH|₩ KRW|₪ ILS|฿ THB|US$ USD|CA$ CAD|C$ CAD|A$ AUD|NZ$ NZD|HK$ HKD|S$ SGD|R$ BRL|$ USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP|KR SEK NOK DKK ISK|¥ JPY CNY";
const signs = new Map(
  SIGNS.split("|").map((line) => {
    const [sign = "", ...meant] = line.split(" ");
    return [sign, meant];
  }),
);

/** Returns the codes that a currency's code or sign can mean; none for one that is not known. */
export function currenciesOf(text: string): string[] {
  const word = text.trim().replace(/\.$/, "").toUpperCase();
  return codes.has(word) ? [word] : (signs.get(word) ?? []);
}

/** Returns the currency that a heading names: `Amount (GBP)`, `Betrag in €`, `Montant EUR`; empty without one. */
export function headingCurrency(heading: string): string {
  const [, bracketed, last = ""] =
    /[([]([^)\]]{1,5})[)\]]|(?:^|\s)([A-Z]{3}|\p{Sc}|[Ee]uros?)$/u.exec(heading) ?? [];
  const name = bracketed ?? last;
  return currenciesOf(name).length > 0 ? name : "";
}

/**
 * Returns the currency on which everything agrees that names one, and for an ambiguous sign or none at all the
 * account's. The error is the reason why it is not known.
 */
export function agreeOnCurrency(
  names: readonly string[],
  account: string | null,
): Result<string, string> {
  let possible: readonly string[] | undefined;
  for (const name of names.filter(Boolean)) {
    const meant = currenciesOf(name);
    if (meant.length === 0) return err(`the currency “${name}” is not known`);
    possible = meant.filter((code) => possible?.includes(code) ?? true);
    if (possible.length === 0) return err(`it names several currencies: ${names.join(" ").trim()}`);
  }
  const [only] = possible ?? [];
  if (only && possible?.length === 1) return ok(only);
  if (account === null) return err("the currency is not named");
  return (possible ?? [account]).includes(account)
    ? ok(account)
    : err(`“${names.join(" ").trim()}” is not ${account}`);
}
