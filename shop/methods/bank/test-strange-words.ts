/** The words of bank statements in many languages, as banks print them. */

const headNames = [
  ...(["date", "value", "payer", "purpose", "amount", "in", "out", "balance"] as const),
  ...(["currency", "state", "direction", "type", "fee", "account"] as const),
] as const;
const stateNames = ["booked", "pending", "declined", "reversed", "returned", "scheduled"] as const;
const typeNames = [
  ...(["in", "out", "card", "debit", "return", "fee", "own", "chargeback"] as const),
] as const;
const rowNames = ["opening", "closing", "total"] as const;

export type HeadName = (typeof headNames)[number];
export type StateName = (typeof stateNames)[number];
export type TypeName = (typeof typeNames)[number];

export interface Language {
  heads: Record<HeadName, string>;
  states: Record<StateName, string>;
  directions: { in: string; out: string };
  types: Record<TypeName, string>;
  rows: Record<(typeof rowNames)[number], string>;
}

const named = <Name extends string>(names: readonly Name[], text: string) => {
  const words = text.split("|");
  if (words.length !== names.length) throw new Error(`${names.length} words are due: ${text}`);
  // Each name has its word: the numbers are equal.
  return Object.fromEntries(names.map((name, at) => [name, words[at]])) as Record<Name, string>;
};

const language = (text: string): Language => {
  const [heads = "", states = "", directions = "", types = "", rows = ""] = text
    .trim()
    .split("\n")
    .map((line) => line.trim());
  return {
    heads: named(headNames, heads),
    states: named(stateNames, states),
    directions: named(["in", "out"], directions),
    types: named(typeNames, types),
    rows: named(rowNames, rows),
  };
};

export const languages: readonly Language[] = [
  `Transaction Date|Value Date|Counterparty|Description|Amount|Paid In|Paid Out|Balance|Currency|Status|Direction|Type|Fee|Account
   Posted|Pending|Declined|Reversed|Returned|Scheduled
   Inbound|Outbound
   Incoming transfer|Outgoing transfer|Card payment|Direct debit|Returned payment|Fee|Transfer between own accounts|Chargeback
   Opening balance|Closing balance|Total`,
  `Date|Posting Date|Name|Narrative|Transaction Amount|Deposits|Withdrawals|Running Balance|CCY|State|Flow|Transaction Type|Charges|Account Number
   Completed|Authorised|Failed|Cancelled|Refused|Processing
   Money in|Money out
   Faster Payment received|Bill payment|Debit card purchase|DD|Reversal|Service charge|Internal transfer|Dispute
   Balance brought forward|Balance carried forward|Totals`,
  `Buchungstag|Wertstellung|Auftraggeber/Empfänger|Verwendungszweck|Betrag|Haben|Soll|Saldo|Währung|Umsatzstatus|Soll/Haben|Buchungstext|Gebühr|Auftragskonto
   Gebucht|Vorgemerkt|Abgelehnt|Storniert|Zurückgegeben|Terminiert
   Haben|Soll
   Überweisungsgutschrift|Überweisungsauftrag|Kartenzahlung|Lastschrift|Rücküberweisung|Entgelt|Umbuchung|Kartenrückbelastung
   Anfangssaldo|Endsaldo|Summe`,
  `Date d'opération|Date de valeur|Tiers|Libellé|Montant|Crédit|Débit|Solde|Devise|Statut|Sens|Nature|Frais|Compte
   Comptabilisé|En attente|Refusé|Annulé|Rejeté|Programmé
   Crédit|Débit
   Virement reçu|Virement émis|Paiement carte|Prélèvement|Rejet de virement|Commission|Virement interne|Impayé carte
   Solde initial|Solde final|Total des opérations`,
  `Fecha operación|Fecha valor|Ordenante|Concepto|Importe|Abonos|Cargos|Saldo|Divisa|Estado|Signo|Tipo de movimiento|Comisión|Cuenta
   Contabilizado|Pendiente|Denegado|Anulado|Devuelto|Programado
   Abono|Cargo
   Transferencia recibida|Transferencia emitida|Pago con tarjeta|Recibo domiciliado|Devolución|Comisión|Traspaso propio|Retrocesión
   Saldo anterior|Saldo final|Total`,
  `Data contabile|Data valuta|Ordinante|Descrizione|Importo|Entrate|Uscite|Saldo|Valuta|Stato|Segno|Causale|Commissioni|Conto
   Contabilizzato|Non contabilizzato|Rifiutato|Stornato|Insoluto|Pianificato
   Avere|Dare
   Bonifico ricevuto|Bonifico disposto|Pagamento POS|Addebito SDD|Storno bonifico|Canone|Giroconto|Contestazione
   Saldo iniziale|Saldo finale|Totale`,
  `Data mov.|Data-valor|Nome|Descrição|Montante|Crédito|Débito|Saldo contabilístico|Moeda|Situação|Natureza|Tipo|Taxa|Conta
   Efetivado|Pendente|Recusado|Estornado|Devolvido|Agendado
   Entrada|Saída
   Pix recebido|Pix enviado|Compra no débito|Débito direto|Devolução Pix|Tarifa|Transferência entre contas próprias|Contestação
   Saldo inicial|Saldo final|Total`,
  `Boekdatum|Rentedatum|Naam tegenpartij|Omschrijving|Bedrag|Bij|Af|Saldo na mutatie|Munt|Status|Af Bij|Mutatiesoort|Kosten|Rekening
   Verwerkt|In behandeling|Geweigerd|Teruggedraaid|Gestorneerd|Gepland
   Bij|Af
   Bijschrijving|Overschrijving|Betaalautomaat|Incasso|Retourboeking|Bankkosten|Eigen rekening|Terugboeking kaart
   Beginsaldo|Eindsaldo|Totaal`,
  `Data księgowania|Data waluty|Nadawca/Odbiorca|Tytuł|Kwota|Uznania|Obciążenia|Saldo po operacji|Waluta|Status|Strona|Rodzaj transakcji|Opłata|Rachunek
   Zaksięgowana|Oczekująca|Odrzucona|Anulowana|Zwrócona|Zaplanowana
   Ma|Wn
   Przelew przychodzący|Przelew wychodzący|Płatność kartą|Polecenie zapłaty|Zwrot przelewu|Prowizja|Przelew własny|Reklamacja karty
   Saldo początkowe|Saldo końcowe|Suma`,
  `Datum zaúčtování|Datum valuty|Protistrana|Zpráva pro příjemce|Částka|Příjem|Výdej|Zůstatek|Měna|Stav|Směr|Typ pohybu|Poplatek|Účet
   Zaúčtováno|Blokace|Zamítnuto|Storno|Vráceno|Naplánováno
   Příchozí|Odchozí
   Příchozí úhrada|Odchozí úhrada|Platba kartou|Inkaso|Vratka platby|Poplatek|Převod mezi vlastními účty|Reklamace
   Počáteční zůstatek|Konečný zůstatek|Celkem`,
  `Bokföringsdag|Valutadag|Avsändare|Referens|Belopp|Insättning|Uttag|Bokfört saldo|Valuta|Läge|Riktning|Transaktionstyp|Avgift|Konto
   Bokförd|Reserverad|Avvisad|Makulerad|Återsänd|Kommande
   In|Ut
   Insättning|Betalning|Kortköp|Autogiro|Återbetalning|Avgift|Egen överföring|Reklamation
   Ingående saldo|Utgående saldo|Summa`,
  `Kirjauspäivä|Arvopäivä|Saaja/Maksaja|Viesti|Määrä EUROA|Panot|Otot|Saldo|Valuutta|Tila|Suunta|Laji|Palkkio|Tili
   Kirjattu|Odottaa|Hylätty|Peruttu|Palautettu|Ajastettu
   Pano|Otto
   Tilisiirto|Maksu|Korttiosto|Suoraveloitus|Palautus|Palvelumaksu|Oma siirto|Kortin riitautus
   Alkusaldo|Loppusaldo|Yhteensä`,
  `Könyvelés dátuma|Értéknap|Partner neve|Közlemény|Összeg|Jóváírás|Terhelés|Egyenleg|Devizanem|Státusz|Irány|Tranzakció típusa|Díj|Számlaszám
   Könyvelt|Függőben|Elutasítva|Sztornó|Visszautalt|Ütemezett
   Bejövő|Kimenő
   Bejövő utalás|Kimenő utalás|Kártyás vásárlás|Csoportos beszedés|Visszautalás|Jutalék|Saját átvezetés|Visszaterhelés
   Nyitó egyenleg|Záró egyenleg|Összesen`,
  `İşlem Tarihi|Valör|Karşı Taraf|Açıklama|Tutar|Alacak|Borç|Bakiye|Para Birimi|Durum|Yön|İşlem Tipi|Masraf|Hesap
   Gerçekleşti|Beklemede|Reddedildi|İptal|İade|Planlandı
   Alacak|Borç
   Gelen EFT|Giden EFT|POS harcaması|Otomatik ödeme|EFT iadesi|Komisyon|Hesaplarım arası virman|Ters ibraz
   Devreden bakiye|Kapanış bakiyesi|Toplam`,
  `Дата проводки|Дата валютирования|Контрагент|Назначение платежа|Сумма|Кредит|Дебет|Остаток|Валюта|Статус|Признак|Вид операции|Комиссия|Счёт
   Исполнен|В обработке|Отклонён|Отменён|Возвращён|Запланирован
   Приход|Расход
   Входящий перевод|Исходящий перевод|Оплата картой|Автоплатёж|Возврат|Комиссия банка|Перевод между своими счетами|Оспаривание
   Входящий остаток|Исходящий остаток|Итого`,
  `Ημερομηνία|Αξία|Συμβαλλόμενος|Αιτιολογία|Ποσό|Πίστωση|Χρέωση|Υπόλοιπο|Νόμισμα|Κατάσταση|Φορά|Είδος|Έξοδα|Λογαριασμός
   Ολοκληρώθηκε|Εκκρεμεί|Απορρίφθηκε|Αντιλογισμός|Επεστράφη|Προγραμματισμένη
   Π|Χ
   Εισερχόμενο έμβασμα|Εξερχόμενο έμβασμα|Αγορά με κάρτα|Πάγια εντολή|Επιστροφή εμβάσματος|Προμήθεια|Μεταφορά ιδίου|Αμφισβήτηση
   Αρχικό υπόλοιπο|Τελικό υπόλοιπο|Σύνολο`,
  `取引日|起算日|相手先|摘要|金額|お預り金額|お引出し金額|差引残高|通貨|状態|入出金区分|取引区分|手数料|口座
   確定|保留|拒否|取消|組戻し|予約
   入金|出金
   振込入金|振込|カード|口座振替|振込返却|手数料|口座間振替|チャージバック
   前月繰越|次月繰越|合計`,
  `Dato|Rentedato|Afsender|Tekst|Beløb|Indsat|Hævet|Saldo|Valuta|Bogført|Retning|Posteringstype|Gebyr|Konto
   Udført|Afventer|Afvist|Annulleret|Returneret|Planlagt
   Ind|Ud
   Indbetaling|Overførsel|Kortkøb|Betalingsservice|Tilbageførsel|Gebyr|Egen konto|Indsigelse
   Primosaldo|Ultimosaldo|I alt`,
].map(language);
