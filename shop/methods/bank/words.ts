import { type Result, ok, err } from "#lib/result.ts";

/** Lowercases a heading or word, removes accents, and turns everything but letters, digits and signs into a space. */
export function normalizeWord(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+-]+/gu, " ")
    .trim();
}

const set = (...words: string[]) =>
  new Set(words.flatMap((line) => line.split(", ").map(normalizeWord)));

/** What banks write for a payment to the account, and for one from it, in several languages. */
const directions = {
  in: set(
    "in, +, c, cr, crdt, credit, credits, credit transfer, incoming, income, inflow, received, payment received, deposit, money in, paid in",
    "h, haben, gutschrift, eingang, zahlungseingang, einzahlung, bij, credito, accredito, entrata, abono, haber, ingreso, versement, recette, k, kredit, kreedit, kredyt, uznanie, wplyw, insattning, inbetaling, tulo, pano",
  ),
  out: set(
    "out, -, d, dr, dbit, debit, debits, outgoing, expense, outflow, sent, payment sent, withdrawal, money out, paid out, direct debit",
    "s, soll, lastschrift, belastung, ausgang, zahlungsausgang, auszahlung, af, debet, debito, addebito, uscita, cargo, debe, gasto, prelevement, depense, deebet, obciazenie, wydatek, uttag, utbetaling, meno, otto",
  ),
};

/** What banks write for a booked line, and for one that is not booked or not any more. */
const states = {
  booked: set(
    "booked, book, completed, complete, posted, cleared, settled, executed, done, success, successful, succeeded, processed, final, paid",
    "gebucht, umsatz gebucht, verbucht, ausgefuhrt, abgeschlossen, erledigt, geboekt, verwerkt, uitgevoerd, voltooid, comptabilise, execute, effectue, termine, contabilizado, completado, ejecutado, contabilizzato, eseguito, completato, bokförd, zaksięgowano, zaksięgowana, udført, bogført, bokført",
  ),
  open: set(
    "pending, reverted, reversed, failed, declined, denied, rejected, cancelled, canceled, returned, refunded, scheduled, processing, in progress, authorised, authorized, on hold, blocked, expired, voided, unposted, incomplete",
    "vorgemerkt, umsatz vorgemerkt, offen, ausstehend, in bearbeitung, storniert, abgelehnt, fehlgeschlagen, zuruckgegeben, en attente, en cours, refuse, annule, rejete, echoue, pendiente, rechazado, cancelado, fallido, in attesa, annullato, rifiutato, in behandeling, gereserveerd, geweigerd, mislukt, geannuleerd, oczekująca, odrzucona, anulowana, non contabilizzato, venter, afvist, reserveret, reservert, reserverad",
  ),
};

/** Returns the direction that a word says; null for a word that is not known. */
export function directionOf(word: string): "in" | "out" | null {
  const known = normalizeWord(word);
  return directions.in.has(known) ? "in" : directions.out.has(known) ? "out" : null;
}

/** Returns the state that a word says; null for a word that is not known. */
export function stateOf(word: string): "booked" | "open" | null {
  const known = normalizeWord(word);
  return states.booked.has(known) ? "booked" : states.open.has(known) ? "open" : null;
}

/** The codes of ISO 4217 that are in use. */
const codes = new Set(Intl.supportedValuesOf("currency"));

/** Signs of currencies; a sign of several currencies says only which ones are possible. */
const signs: Record<string, string> = {
  ...{
    "€": "EUR",
    EURO: "EUR",
    EUROS: "EUR",
    "£": "GBP",
    ZŁ: "PLN",
    KČ: "CZK",
    FT: "HUF",
    LEI: "RON",
    FR: "CHF",
  },
  ...{
    "₺": "TRY",
    TL: "TRY",
    "₹": "INR",
    "₽": "RUB",
    "₴": "UAH",
    "₩": "KRW",
    "₪": "ILS",
    "฿": "THB",
  },
  ...{ US$: "USD", CA$: "CAD", C$: "CAD", A$: "AUD", NZ$: "NZD", HK$: "HKD", S$: "SGD", R$: "BRL" },
  ...{ $: "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP", KR: "SEK NOK DKK ISK", "¥": "JPY CNY" },
};

/** Returns the codes that a currency's code or sign can mean; none for one that is not known. */
export function currenciesOf(text: string): string[] {
  const word = text.trim().replace(/\.$/, "").toUpperCase();
  return codes.has(word) ? [word] : (signs[word]?.split(" ") ?? []);
}

/** Returns the currency that a heading names: `Amount (GBP)`, `Betrag in €`, `Montant EUR`; empty without one. */
export function headingCurrency(heading: string): string {
  const [, bracketed, last = ""] =
    /[([]([^)\]]{1,5})[)\]]|(?:^|\s)([A-Z]{3}|\p{Sc}|[Ee]uros?)$/u.exec(heading) ?? [];
  const name = bracketed ?? last;
  return currenciesOf(name).length > 0 ? name : "";
}

/** The reason why a line's currency is not known if nothing names it. */
export const NO_CURRENCY = "the currency is not named";

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
  if (account === null) return err(NO_CURRENCY);
  return (possible ?? [account]).includes(account)
    ? ok(account)
    : err(`“${names.join(" ").trim()}” is not ${account}`);
}
