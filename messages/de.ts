import type { Translation } from "./catalog.ts";

/** Machine-made, and reviewed by nobody yet. A reviewer who has read all of it puts their name here. */
const de = {
  frame: {
    trackOrder: "Bestellung verfolgen",
    myOrders: "Meine Bestellungen",
    checkout: "Kasse",
    signIn: "Anmelden",
    main: "Hauptmenü",
    menu: "Menü",
    account: "Konto",
    accountMenu: "Kontomenü, {name}",
    skip: "Zum Inhalt springen",
    about: "Coin-Pakete für TikTok-Konten, zahlbar {paid}.",
    subscribe: "Neue Pakete und Preise direkt in Ihr Postfach",
    quickLinks: "Direktlinks",
    packages: "Pakete",
    questions: "Fragen",
    terms: "AGB",
    privacy: "Datenschutz",
    refunds: "Erstattungen",
    support: "Support",
    supportNote:
      "Nennen Sie uns Ihre Bestellnummer. Nach einem Passwort oder der Seed-Phrase einer Wallet fragen wir nie.",
    unaffiliated: "Nicht mit TikTok verbunden. TikTok ist eine Marke ihres Inhabers.",
    language: "Sprache",
    currency: "Währung",
    currencyNote: "Mit ≈ markierte Beträge sind ungefähre Angaben. Berechnet wird in US-Dollar.",
    loading: "Wird geladen …",
    signOut: "Abmelden",
    dashboard: "Übersicht",
    deliver: "Liefern",
    reports: "Berichte",
  },
  home: {
    titleBitcoin: "TikTok-Coins, mit Bitcoin bezahlt",
    leadBitcoin:
      "Wählen Sie ein Paket, nennen Sie uns einen Nutzernamen und senden Sie genau den angezeigten Betrag. Auf der Seite Ihrer Bestellung sehen Sie jeden Schritt: vom ersten Auftauchen im Netzwerk bis zu den Coins auf dem Konto.",
    pricesBitcoin:
      "Alle Preise sind in US-Dollar. An der Kasse wird daraus ein genauer Bitcoin-Betrag.",
    needsBitcoin:
      "Sie brauchen einen TikTok-Nutzernamen, eine E-Mail-Adresse und eine Bitcoin-Wallet.",
    title: "TikTok-Coins: Zahlen Sie, wie Sie möchten",
    lead: "Wählen Sie ein Paket, nennen Sie uns einen Nutzernamen und bezahlen Sie {paid}. Auf der Seite Ihrer Bestellung sehen Sie jeden Schritt: von der Zahlung bis zu den Coins auf dem Konto.",
    prices: "Alle Preise sind in US-Dollar. Sie bezahlen {ways}.",
    needs: "Sie brauchen einen TikTok-Nutzernamen, eine E-Mail-Adresse und eine Zahlungsart.",
    description:
      "TikTok-Coins kaufen: Paket wählen, Nutzernamen nennen, {paid} bezahlen und die Bestellung bis zum Konto verfolgen.",
    settles:
      "{minutes, plural, =0 {Wenn Ihre Zahlung schon unterwegs war, geht nichts verloren: Sie zählt, wenn sie das Netzwerk rechtzeitig erreicht.} one {Wenn Ihre Zahlung schon unterwegs war, geht nichts verloren: Sie zählt, wenn sie das Netzwerk rechtzeitig oder höchstens eine Minute zu spät erreicht.} other {Wenn Ihre Zahlung schon unterwegs war, geht nichts verloren: Sie zählt, wenn sie das Netzwerk rechtzeitig oder höchstens {minutes} Minuten zu spät erreicht.}}",
    anyMissing:
      "Fehlt etwas, sagt die Zahlungsseite, wie viel, und Sie senden den Rest an dieselbe Adresse.",
    moreMissing:
      "Fehlen höchstens {share}, gilt der Betrag als bezahlt. Fehlt mehr, sagt die Zahlungsseite, wie viel, und Sie senden den Rest an dieselbe Adresse.",
    onlyBitcoin: "Zurzeit nicht. Bitcoin ist die einzige Zahlungsart an der Kasse.",
    /** `ways` begins the sentence, as does `missing`. */
    otherWays: "{ways}, ja: Sie wählen an der Kasse, wo es auch Bitcoin gibt.",
    otherWaysMissing:
      "{ways}, ja: Sie wählen an der Kasse, wo es auch Bitcoin gibt. {missing} zurzeit nicht.",
    choose: "Paket auswählen",
    track: "Bestellung verfolgen",
    sizes: "Paketgrößen",
    coinsFor: "Coins für",
    scale: "Maßstabsgetreu: Eine Scheibe steht für {coins} Coins.",
    scaleAtLeast:
      "Maßstabsgetreu: Eine Scheibe steht für {coins} Coins, und jedes Paket hat mindestens eine.",
    why: "Vier Dinge, die Sie selbst nachprüfen können",
    usernameTitle: "Wir brauchen nur einen Nutzernamen",
    usernameText:
      "Die Coins gehen an das Konto, das Sie nennen. Wir fragen nie nach Ihrem TikTok-Passwort oder einem Anmeldecode, und niemand aus diesem Shop schreibt Sie deswegen an.",
    heldTitle: "Der Preis steht 60 Minuten fest",
    heldText:
      "Der Bitcoin-Betrag wird einmal berechnet, sobald Sie zur Zahlung kommen, und ändert sich nicht, solange der Countdown läuft. Bei null endet die Preisbindung, und Sie können einen neuen Betrag zum aktuellen Kurs holen.",
    seenTitle: "Sie sehen die Zahlung im selben Moment wie wir",
    seenText:
      "Die Seite ändert sich, sobald Ihre Zahlung im Bitcoin-Netzwerk auftaucht, und noch einmal, wenn sie bestätigt ist. Ganz ohne Screenshots oder Belege per E-Mail.",
    trackingTitle: "Bestellung verfolgen, auch ohne Konto",
    trackingText: "Bestellnummer und E-Mail-Adresse genügen, auf jedem Gerät.",
    example: "Beispielbestellung",
    exampleOrder: "Bestellt: {coins, plural, one {# Coin} other {# Coins}}",
    exampleSeen: "Zahlung im Netzwerk erkannt",
    exampleConfirmed: "Zahlung bestätigt",
    exampleNext: "Coins auf dem Konto",
    /** When the step above comes. */
    exampleWhen: "als Nächstes",
    pick: "Wählen Sie ein Paket",
    nothing: "Zurzeit keine Pakete",
    nothingText:
      "Im Moment gibt es nichts zu kaufen. Aufgegebene Bestellungen sind davon nicht betroffen.",
    trackOrder: "Bestellung verfolgen",
    others: "Geschenkcodes und Guthaben",
    othersText:
      "Ein Geschenkcode kommt per E-Mail. Wer ihn einlöst, bekommt ihn als Guthaben. Mit Guthaben lässt sich jedes Coin-Paket bezahlen.",
    questions: "Bevor Sie kaufen",
    writeTo: "Noch etwas? Schreiben Sie an <email></email>.",
    start: "{coins, plural, one {Starten Sie mit # Coin} other {Starten Sie mit # Coins}}",
    startOr:
      "{coins, plural, one {Starten Sie mit # Coin oder mit {most}} other {Starten Sie mit # Coins oder mit {most}}}",
  },
  /** Questions and answers on the home page. */
  questions: {
    howToPay: "Wie bezahle ich mit Bitcoin?",
    howToPayAnswer:
      "Die Kasse zeigt eine Adresse, den genauen Betrag mit acht Nachkommastellen und einen QR-Code, der beides enthält. Senden Sie diesen Betrag in einer Zahlung aus einer beliebigen Wallet. Die Netzwerkgebühr rechnet Ihre Wallet hinzu.",
    howToPayAlone: "Wie bezahle ich?",
    howToPayAloneAnswer:
      "Mit Bitcoin. Die Kasse zeigt eine Adresse, den genauen Betrag mit acht Nachkommastellen und einen QR-Code, der beides enthält. Senden Sie diesen Betrag in einer Zahlung aus einer beliebigen Wallet. Die Netzwerkgebühr rechnet Ihre Wallet hinzu.",
    lockEnds: "Was passiert, wenn die Preisbindung endet?",
    // In front of the sentence on how late a payment may be, and what follows it.
    lockEndsHeld:
      "Der Bitcoin-Betrag steht 60 Minuten fest. Bei null endet die Preisbindung, und auf der Seite können Sie für dieselbe Adresse einen neuen Betrag zum aktuellen Kurs holen.",
    lockEndsAlone:
      "Der Betrag steht 60 Minuten fest. Bei null endet die Preisbindung, und auf der Seite können Sie für dieselbe Adresse einen neuen Betrag zum aktuellen Kurs holen.",
    lockEndsReview: "Alles Spätere prüfen wir von Hand.",
    tooLittle: "Was ist, wenn ich zu wenig sende?",
    /** After the sentence on what counts as paid. */
    tooLittleCoins: "Die Coins werden gesendet, sobald der volle Betrag da ist.",
    delivery: "Wie lange dauert die Lieferung?",
    deliveryBitcoin:
      "Zuerst muss das Bitcoin-Netzwerk Ihre Zahlung bestätigen. Das dauert oft 10 bis 60 Minuten und länger, wenn das Netzwerk ausgelastet ist.",
    deliveryFirst: "Zuerst muss Ihre Zahlung eingehen.",
    delayCard: "Eine Kartenzahlung kommt sofort an.",
    delayBitcoin:
      "Das Bitcoin-Netzwerk braucht oft 10 bis 60 Minuten und länger, wenn es ausgelastet ist.",
    delayPaypal: "PayPal braucht oft einen Moment.",
    delayBank: "Eine Überweisung dauert oft ein oder zwei Werktage.",
    deliveryThen:
      "Danach wechselt Ihre Bestellung auf „In Bearbeitung“ und, sobald die Coins auf dem Konto sind, auf „Abgeschlossen“.",
    otherWays: "Kann ich mit Karte, PayPal oder per Überweisung bezahlen?",
    rejected: "Was ist, wenn meine Bestellung storniert wird?",
    rejectedAnswer:
      "Sie sehen es unter „Bestellung verfolgen“. Eine Erstattung geht den Weg zurück, den das Geld gekommen ist. Nur Bitcoin-Zahlungen lassen sich so nicht zurücksenden: Dort ist sie eine neue Zahlung an eine Adresse, die Sie uns nennen.",
    rejectedBitcoinAnswer:
      "Sie sehen es unter „Bestellung verfolgen“. Bitcoin-Zahlungen lassen sich nicht rückgängig machen; eine Erstattung ist deshalb eine neue Zahlung an eine Adresse, die Sie uns nennen.",
  },
  package: {
    name: "{coins, plural, one {# TikTok-Coin} other {# TikTok-Coins}}",
    description:
      "{coins, plural, one {# TikTok-Coin} other {# TikTok-Coins}} für {price}, zahlbar {paid}.",
    all: "Alle Pakete",
    scale: "Maßstabsgetreu: Eine Scheibe steht für {coins, plural, one {# Coin} other {# Coins}}.",
    inBitcoin: "In Bitcoin etwa",
    noRate:
      "<b>Der Bitcoin-Kurs ist gerade nicht verfügbar.</b> Der Preis in Dollar bleibt gleich; die Kasse zeigt den Bitcoin-Betrag, sobald es wieder einen Kurs gibt.",
    rateMinutes:
      "Zum Kurs von {rate} je BTC, aktualisiert {minutes, plural, =0 {vor weniger als einer Minute} one {vor einer Minute} other {vor # Minuten}}. Den genauen Betrag legt die Kasse fest.",
    rateHours:
      "Zum Kurs von {rate} je BTC, aktualisiert {hours, plural, one {vor einer Stunde} other {vor # Stunden}}. Den genauen Betrag legt die Kasse fest.",
    rateMinutesMargin:
      "Zum Kurs von {rate} je BTC (einschließlich {margin} Marge), aktualisiert {minutes, plural, =0 {vor weniger als einer Minute} one {vor einer Minute} other {vor # Minuten}}. Den genauen Betrag legt die Kasse fest.",
    rateHoursMargin:
      "Zum Kurs von {rate} je BTC (einschließlich {margin} Marge), aktualisiert {hours, plural, one {vor einer Stunde} other {vor # Stunden}}. Den genauen Betrag legt die Kasse fest.",
    get: "Das bekommen Sie",
    getCoins: "{coins, plural, one {# Coin} other {# Coins}} auf dem TikTok-Konto, das Sie nennen",
    getPage: "Eine Seite zu Ihrer Bestellung, die Zahlung und Lieferung zeigt, ganz ohne Konto",
    getAmount: "Einen Bitcoin-Betrag, der 60 Minuten feststeht, sobald Sie zur Zahlung kommen",
    how: "So geht’s",
    account: "Konto nennen",
    accountText: "Ein TikTok-Nutzername und eine E-Mail-Adresse. Kein Passwort, kein Anmeldecode.",
    pay: "Bezahlen, wie Sie möchten",
    payText: "Sie bezahlen {ways} und sehen, wie die Zahlung eingeht.",
    payBitcoin: "Genau den Betrag bezahlen",
    payBitcoinText:
      "Die Kasse zeigt eine Adresse, den Betrag und einen QR-Code, und der Preis steht 60 Minuten fest.",
    follow: "Bestellung verfolgen",
    followText:
      "Auf ihrer Seite sehen Sie, wie die Zahlung eingeht und dann die Coins gesendet werden.",
  },
  /** What is sold, wherever it is named. */
  goods: {
    forBeginners: "Perfekt für den Einstieg",
    popularOption: "Die beliebteste Wahl",
    greatValue: "Paket mit gutem Gegenwert",
    forPowerUsers: "Paket für Vielnutzer",
    largest: "Unser größtes Paket. Dieselbe Kasse, dieselbe Verfolgung, eine Zahlung.",
    coins: "{coins, plural, one {# Coin} other {# Coins}}",
    credit: "{amount} Guthaben",
    giftCode: "Geschenkcode über {amount}",
    /** The same, the number large and the rest small. */
    coinsHeading: "{coins, plural, one {# <small>Coin</small>} other {# <small>Coins</small>}}",
    creditHeading: "{amount} <small>Guthaben</small>",
    giftCodeHeading: "{amount} <small>Geschenkcode</small>",
    giftCodeRecipient: "Geschenkcode für {email}",
    creditRecipient: "Guthaben für das Konto",
    /** In the picture of a card, below its value: there is room for about 12 letters. */
    creditCard: "Guthaben",
    giftCard: "Geschenkcode",
    creditPicture: "Eine Karte im Wert von {amount}",
    giftPicture: "Eine Geschenkkarte im Wert von {amount}",
    popular: "BELIEBT",
    /** What is in `<sr>` is for screen readers only. */
    buy: "Kaufen<sr>, {goods}</sr>",
    soldOut: "Ausverkauft<sr>, {goods}</sr>",
    originalPrice: "<sr>Ursprünglicher Preis </sr>{amount}",
    percentOff: "{percent} Rabatt",
    price: "Preis",
    discount: "Rabatt, {percent}",
    coupon: "Rabattcode {code}",
    creditUsed: "Guthaben",
    heldElsewhere: "{amount} sind in einem verlassenen Bestellvorgang reserviert.",
    takeBack: "Zurückholen",
    vat: "Inkl. {rate} MwSt.",
    total: "Gesamt",
    /** On the page of a payment provider. */
    coinsPaid:
      "{coins, plural, one {{number} Coin} other {{number} Coins}}, Bestellung {order} · {shop}",
    creditPaid: "{amount} Guthaben, Bestellung {order} · {shop}",
    giftCodePaid: "Geschenkcode über {amount}, Bestellung {order} · {shop}",
    preview: "Stapel von Coins",
    buyAgain: "Noch einmal kaufen",
    buyAgainOrder: "Noch einmal kaufen, Bestellung {id}",
    username: "TikTok-Nutzername",
    usernamePlaceholder: "@nutzername",
    uid: "TikTok-UID",
    uidHint: "Hilft, wenn der Nutzername vor Kurzem geändert wurde.",
  },
  checkout: {
    title: "Kasse · {shop}",
    description: "Ein Paket TikTok-Coins bezahlen: Ihr Konto, die Zahlung, die Bestellung.",
    steps: "Schritte der Bestellung",
    account: "Konto",
    payment: "Zahlung",
    confirm: "Abschluss",
    accountHeading: "Ihr TikTok-Konto",
    creditHeading: "Ihr Konto",
    giftHeading: "Wer bekommt den Geschenkcode?",
    method: "Zahlungsart",
    confirmHeading: "Bestellung abschließen",
    noPackage: "Kein Paket ausgewählt",
    backToShop: "Zurück zum Shop",
    cookieBlocked:
      "Sie haben gerade eines gewählt? Dann blockiert Ihr Browser Cookies, und wir konnten es uns nicht merken. Bitte erlauben Sie Cookies für diesen Shop und wählen Sie das Paket noch einmal. Wir brauchen nur ein einziges Cookie, für Ihren Einkauf und Ihre Bestellungen.",
    chooseFirst:
      "Wählen Sie zuerst ein Paket. An der Kasse geben Sie einen Nutzernamen und eine E-Mail-Adresse an und bezahlen {ways}.",
    whichPackage: "Welches Paket möchten Sie?",
    continueWithCoins: "{coins, plural, one {Weiter mit # Coin} other {Weiter mit # Coins}}",
    continueWithCredit: "Weiter mit {amount} Guthaben",
    continueWithGiftCode: "Weiter mit dem Geschenkcode über {amount}",
    buyCoinsInstead: "{coins, plural, one {Lieber # Coin kaufen} other {Lieber # Coins kaufen}}",
    buyCreditInstead: "Lieber {amount} Guthaben kaufen",
    buyGiftCodeInstead: "Lieber den Geschenkcode über {amount} kaufen",
    choseCoins:
      "In einem anderen Tab haben Sie {coins, plural, one {# Coin} other {# Coins}} gewählt.",
    choseCredit: "In einem anderen Tab haben Sie {amount} Guthaben gewählt.",
    choseGiftCode: "In einem anderen Tab haben Sie einen Geschenkcode über {amount} gewählt.",
    // After one of the three above.
    tabForCoins: "Hier geht es um {coins, plural, one {# Coin} other {# Coins}}.",
    tabForCredit: "Hier geht es um {amount} Guthaben.",
    tabForGiftCode: "Hier geht es um einen Geschenkcode über {amount}.",
    tabGone: "Das Paket in diesem Tab gibt es nicht mehr.",
    soldOut: "Dieses Paket ist ausverkauft.",
    gone: "Dieses Paket gibt es nicht mehr.",
    yoursIsKept: "Ihres ist reserviert: Sie können es wie hier gezeigt bezahlen und bestellen.",
    nothingCharged: "Es wurde nichts berechnet. Bitte <link>wählen Sie ein anderes Paket</link>.",
    back: "Zurück",
    continue: "Weiter",
    usernameHint: "Das Konto, das die Coins bekommt. Wir fragen nie nach seinem Passwort.",
    email: "E-Mail",
    emailHint: "Für den Beleg und um die Bestellung zu verfolgen.",
    country: "Land",
    countryHint: "Wo Sie wohnen. Danach richtet sich die Mehrwertsteuer.",
    chooseCountry: "Land auswählen",
    savedRecipients: "Gespeicherte Empfänger",
    lastRecipient: "Ihr letzter Empfänger",
    useRecipient: "{username} übernehmen",
    removeRecipient: "{username} aus der Liste entfernen",
    yourEmail: "Ihre E-Mail",
    giverHint:
      "Für den Beleg und um die Bestellung zu verfolgen. Wer das Geschenk bekommt, sieht, von wem es ist.",
    giftEmail: "E-Mail der beschenkten Person",
    giftEmailHint:
      "Dorthin senden wir den Code. Lassen Sie das Feld leer, um den Code selbst zu bekommen.",
    giftMessage: "Nachricht",
    giftMessageHint: "Wird mit dem Code gesendet.",
    creditNeedsAccount:
      "Guthaben gehört zu einem Konto. Melden Sie sich an oder erstellen Sie eines, danach geht es hier weiter.",
    creditNeedsSignIn:
      "Um Guthaben zu kaufen, melden Sie sich bitte mit einer bestätigten E-Mail-Adresse an.",
    signIn: "Anmelden",
    createAccount: "Konto erstellen",
    confirmEmailFirst:
      "Bitte bestätigen Sie zuerst die E-Mail-Adresse {email}: Öffnen Sie den Link, den wir Ihnen gesendet haben, oder lassen Sie ihn unter <link>Meine Bestellungen</link> noch einmal senden.",
    creditAddedTo:
      "Das Guthaben wird Ihrem Konto <b>{email}</b> gutgeschrieben, sobald es bezahlt ist. Sie können es hier im Shop ausgeben, ausgezahlt wird es nicht.",
    isThisYou: "Sind Sie das?",
    /** What is in `<sr>` is for screen readers only. */
    onTikTok: "{username} auf TikTok<sr> (öffnet sich in einem neuen Tab)</sr>",
    changeUsername: "Nutzernamen ändern",
    howToPay: "So bezahlen Sie",
    payTerms: "Mit der Zahlung akzeptieren Sie die <link>AGB</link>.",
    consentLater:
      "Im nächsten Schritt bitten wir Sie um Ihre Zustimmung zur sofortigen Lieferung. Wenn Sie bezahlen und vorher gehen, fragt die Seite Ihrer Bestellung danach.",
    haveCode: "Haben Sie einen Code?",
    code: "Code",
    apply: "Einlösen",
    codeTakesOff: "Mit dem Code <b>{code}</b> sparen Sie {amount}.",
    remove: "Entfernen",
    removeCodeNamed: "Code {code} entfernen",
    removeCode: "Diesen Code entfernen",
    moneySeen: "Ihre Zahlung ist eingegangen, deshalb bleibt der Preis, wie er ist.",
    moneyOnly:
      "Beim Kauf von Guthaben und Geschenkcodes lassen sich weder Rabattcodes noch Guthaben einsetzen.",
    youHaveCredit: "Sie haben {amount} Guthaben.",
    useCredit: "{amount} Guthaben verwenden",
    creditUsed: "{amount} Ihres Guthabens werden verwendet.",
    doNotUse: "Nicht verwenden",
    tooManyUnpaid:
      "Es gibt zu viele unbezahlte Bestellungen von Ihnen oder aus Ihrem Netzwerk. Bezahlen Sie eine davon oder versuchen Sie es in einer Stunde noch einmal.",
    unpayable:
      "{amount} ist weniger oder mehr, als unsere Zahlungsarten annehmen. Bitte wählen Sie ein anderes Paket.",
    unpayableReduced:
      "Nach Abzug von Code oder Guthaben bleiben {amount}, was keine Zahlungsart annimmt. Bitte wählen Sie einen anderen Betrag oder zahlen Sie ohne den Abzug.",
    methodFrom: "{method} geht ab {amount}.",
    methodUpTo: "{method} geht bis {amount}.",
    notOpen: "Noch nehmen wir keine Zahlungen an. Bitte schauen Sie etwas später wieder vorbei.",
    noFreeAmount:
      "Alle Zahlbeträge in der Nähe dieses Preises sind gerade vergeben. Bitte versuchen Sie es in einer Weile noch einmal oder wählen Sie ein anderes Paket.",
    changedPrice: "Der Preis dieses Pakets hat sich von {before} auf {after} geändert.",
    changedPackage: "Dieses Paket hat sich geändert. Bitte prüfen Sie, was Sie bekommen.",
    changedCoupon: "Der Code {code} zieht jetzt {after} ab statt {before}.",
    endedCoupon: "Der Code {code} gilt nicht mehr. Er hat {before} abgezogen.",
    changedMethod:
      "Die Zahlungsart hat sich geändert. Bitte prüfen Sie sie, bevor Sie die Bestellung abschließen.",
    changedVat: "Der Mehrwertsteuersatz hat sich geändert. Der Preis bleibt gleich.",
    returnedCredit:
      "{amount} Guthaben sind zurück auf dem Konto, weil es hier nicht mehr angemeldet ist.",
    takenBackCredit: "{amount} Guthaben wurden von anderswo auf das Konto zurückgeholt.",
    signedOut:
      "Das Konto ist hier nicht mehr angemeldet, deshalb wurden seine Angaben entfernt. Eine Zahlung, die schon gesendet wurde, zählt weiterhin: Die Bestellung entsteht dann von selbst, und eine E-Mail bestätigt sie.",
    changedElsewhere:
      "Sie haben diese Angaben in einem anderen Tab geändert. Bitte prüfen Sie sie und schließen Sie dann Ihre Bestellung ab.",
    details: "Angaben zur Bestellung",
    nothingDue:
      "Sie müssen nichts bezahlen. Sobald Sie abschließen, gilt die Bestellung als bezahlt.",
    pageOpensNext: "Als Nächstes öffnet sich die Seite von {owner}, auf der Sie bezahlen.",
    placeThenSend:
      "Sie bestellen jetzt. Auf der Seite der Bestellung steht dann, wohin Sie das Geld senden.",
    package: "Paket",
    confirmTerms: "Mit der Bestellung akzeptieren Sie die <link>AGB</link>.",
    coinsFinal:
      "Die Coins gehen an den Nutzernamen oben und lassen sich danach nicht mehr übertragen.",
    creditFinal: "Das Guthaben bleibt auf diesem Konto und wird nicht ausgezahlt.",
    giftFinal: "Der Code geht an die Adresse oben. Wer ihn hat, kann ihn einmal einlösen.",
    confirmOrder: "Jetzt kaufen",
    placePending:
      "Sie können jetzt bestellen und auf der Seite der Bestellung bezahlen, solange der Preis feststeht: bis <time></time>.",
    placePartial:
      "Sie können jetzt bestellen und den Rest auf der Seite der Bestellung senden, solange der Preis feststeht: bis <time></time>.",
    placeExpired:
      "Sie können jetzt bestellen und dann auf der Seite der Bestellung einen neuen Betrag holen und bezahlen.",
    placeDetected: "Zahlung im Netzwerk erkannt. Sie können bestellen, während sie bestätigt wird.",
    placePaid: "Zahlung bestätigt. Sie müssen nichts mehr bezahlen.",
    placeReview: "Wir prüfen diese Zahlung. Sie können jetzt bestellen, es geht nichts verloren.",
    placeReversed:
      "Das Netzwerk hat diese Zahlung rückgängig gemacht. Die Bestellung geht weiter, sobald sie wieder bestätigt ist.",
    placeRefunded: "Diese Zahlung wurde erstattet.",
    placePartRefunded: "Ein Teil dieser Zahlung wurde erstattet.",
    summary: "Bestellübersicht",
    codeSentTo: "Code geht an",
    accountName: "Kontoname",
    next: "Wie es weitergeht",
    nextPayBitcoin:
      "Im nächsten Schritt bezahlen Sie mit Bitcoin. Der Preis steht dann 60 Minuten fest.",
    nextAppears:
      "Ihre Zahlung taucht im Bitcoin-Netzwerk auf. Diese Seite aktualisiert sich von selbst.",
    nextPlaceThenPay:
      "Sie bestellen. Bis die Bestellung bezahlt ist, steht auf ihrer Seite, wie Sie bezahlen.",
    nextPlace: "Sie bestellen.",
    nextChoose: "Sie wählen, wie Sie bezahlen: {ways}.",
    nextPage: "Sie bezahlen auf der Seite von {owner} und kommen zu Ihrer Bestellung zurück.",
    nextByHand:
      "Sie senden das Geld und geben die Bestellnummer an. Wir verbuchen es, sobald es ankommt.",
    nextConfirms: "Das Netzwerk bestätigt die Zahlung, oft innerhalb von 10 bis 60 Minuten.",
    nextConfirmOrder: "Mit „Jetzt kaufen“ schließen Sie ab und kommen zur Seite Ihrer Bestellung.",
    nextCheck: "Sie prüfen die Angaben und bestellen.",
    nextLightning: "Ihre Zahlung kommt in Sekunden an. Diese Seite aktualisiert sich von selbst.",
    nextBoth:
      "Über Lightning kommt Ihre Zahlung in Sekunden an. On-Chain bestätigt sie das Netzwerk, oft innerhalb von 10 bis 60 Minuten. Diese Seite aktualisiert sich von selbst.",
    creditAtOnce: "Das Guthaben wird Ihrem Konto sofort gutgeschrieben.",
    giftCodeAtOnce: "Der Geschenkcode wird sofort versendet.",
    giftCodeToAtOnce: "Der Geschenkcode geht sofort an {recipient}.",
    coinsSent: "Wir senden die Coins an Ihr Konto und setzen die Bestellung auf „Abgeschlossen“.",
    coinsSentTo:
      "Wir senden die Coins an {recipient} und setzen die Bestellung auf „Abgeschlossen“.",
    charged: "Abgerechnet wird in US-Dollar. Der andere Betrag ist ungefähr.",
  },
  payment: {
    label: "Bitcoin-Zahlung",
    expiresIn: "Bestellung läuft ab in <clock></clock>",
    codeForOther: "QR-Code für ein anderes Gerät",
    isPending: "Wir warten auf Ihre Zahlung",
    isPartial: "Ein Teil der Zahlung fehlt",
    isDetected: "Zahlung im Netzwerk erkannt",
    isConfirmed: "Zahlung bestätigt",
    isExpired: "Die Preisbindung ist abgelaufen",
    isInReview: "Wir prüfen diese Zahlung",
    isReversed: "Das Netzwerk hat diese Zahlung rückgängig gemacht",
    isRefunded: "Erstattet",
    isPartRefunded: "Teilweise erstattet",
    hasNoAmount: "Es gibt noch keinen Betrag",
    confirmationsLate:
      "<b>Das Bitcoin-Netzwerk ist gerade nicht erreichbar.</b> Bestätigungen werden später als üblich erkannt. Es geht nichts verloren.",
    paymentsLate:
      "<b>Das Bitcoin-Netzwerk ist gerade nicht erreichbar.</b> Zahlungen werden später als üblich erkannt. Es geht nichts verloren.",
    lightningDown:
      "<b>Lightning ist gerade nicht verfügbar.</b> Wenn Sie schon bezahlt haben, müssen Sie nichts tun; wir finden Ihre Zahlung.",
    payOnChain:
      "<b>Lightning ist gerade nicht verfügbar.</b> Sie können stattdessen on-chain bezahlen.",
    paidIsFound: "Wenn Sie schon bezahlt haben, müssen Sie nichts tun; wir finden Ihre Zahlung.",
    notPaid: "Ich habe noch nicht bezahlt",
    notPaidText:
      "Fahren Sie nur fort, wenn Sie noch nicht bezahlt haben: Eine zweite Zahlung käme ebenfalls an und müsste zurückgeschickt werden.",
    nothingCharged: "Es wurde nichts berechnet, und Ihre Angaben bleiben erhalten.",
    orderKept: "Ihre Bestellung bleibt bestehen und wartet auf die Zahlung.",
    heldFromShown: "Der Preis steht 60 Minuten fest, sobald der Betrag angezeigt wird.",
    noPrice:
      "<b>Der Bitcoin-Kurs ließ sich nicht abrufen</b><br></br>Ohne ihn lässt sich kein Betrag berechnen.",
    retry: "Erneut versuchen",
    newAmount: "Neuen Betrag holen",
    ways: "Wie Sie mit Bitcoin bezahlen",
    eitherWay: "Beides",
    lightning: "Lightning",
    onChain: "On-Chain",
    showCode: "Code anzeigen",
    showInvoice: "Invoice anzeigen",
    showAddress: "Adresse anzeigen",
    showCodeNamed: "Code anzeigen (Beides)",
    showInvoiceNamed: "Invoice anzeigen (Lightning)",
    showAddressNamed: "Adresse anzeigen (On-Chain)",
    sendExactly: "Senden Sie genau",
    copyAmount: "Betrag kopieren",
    amountCopied: "Betrag kopiert",
    held: "<b>{price}</b> zum Kurs von {rate} je BTC, fest bis <time></time>.",
    heldInSats:
      "<b>{price}</b>, das sind {sats, plural, one {# Sat} other {# Sats}}, zum Kurs von {rate} je BTC, fest bis <time></time>.",
    rateFrom: "Der Kurs kommt von {source}.",
    rateFromLess: "Der Kurs kommt von {source}, abzüglich {margin} Marge.",
    rateMedian: "Der Kurs ist der Median von {sources}.",
    rateMedianLess: "Der Kurs ist der Median von {sources}, abzüglich {margin} Marge.",
    codeOfAddress: "QR-Code mit der Adresse und dem Betrag",
    codeOfInvoice: "QR-Code mit der Lightning-Invoice",
    codeOfBoth: "QR-Code mit der Adresse, der Lightning-Invoice und dem Betrag",
    hasAddress: "Enthält die Adresse und den Betrag",
    hasInvoice: "Enthält die Invoice mit ihrem Betrag",
    hasBoth: "Enthält die Adresse, die Invoice und den Betrag",
    hasMissing: "Enthält die Adresse und den fehlenden Betrag",
    toAddress: "An diese Adresse",
    toInvoice: "Mit dieser Lightning-Invoice",
    toBoth: "An diese Adresse oder über Lightning",
    toSameAddress: "An dieselbe Adresse",
    sendOnce:
      "Senden Sie den Betrag in einer Zahlung. Die Netzwerkgebühr rechnet Ihre Wallet hinzu.",
    lightningTakes: "Eine Lightning-Zahlung dauert Sekunden und kostet so gut wie nichts.",
    walletChooses:
      "Ihre Wallet zahlt über Lightning, wenn sie kann, das dauert nur Sekunden, und sonst on-chain.",
    noticed: "Diese Seite bemerkt die Zahlung von selbst, und die Bestellung geht weiter.",
    noticedOrder: "Diese Seite bemerkt die Zahlung von selbst, und Bestellung {id} geht weiter.",
    whenUp: "Wenn die Zeit um ist, können Sie einen neuen Betrag zum dann gültigen Kurs holen.",
    openWallet: "In Wallet öffnen",
    openSandboxWallet: "Aus der Sandbox-Wallet bezahlen",
    copyAddress: "Adresse kopieren",
    addressCopied: "Bitcoin-Adresse kopiert",
    copyInvoice: "Invoice kopieren",
    invoiceCopied: "Lightning-Invoice kopiert",
    copyMissing: "Fehlenden Betrag kopieren",
    feeTaken: "Manche Wallets ziehen die Gebühr vom Betrag ab.",
    restContinues: "Sobald der Rest da ist, geht die Bestellung weiter.",
    restContinuesOrder: "Sobald der Rest da ist, geht Bestellung {id} weiter.",
    restHeld:
      "Dieser Betrag steht fest bis <time></time>. Was schon eingegangen ist, geht nicht verloren: Wir prüfen es.",
    restCounted:
      "Bei 00:00 endet die Preisbindung. Was schon eingegangen ist, geht nicht verloren: Wir prüfen es.",
    sendRest:
      "Wir haben Ihre Zahlung geprüft. Bitte senden Sie den Rest, dann geht die Bestellung weiter.",
    amountDue: "Fälliger Betrag",
    received: "Eingegangen",
    stillToSend: "Noch zu senden",
    missing: "Es fehlen",
    stillSeen: "Noch zu sehen",
    seen: "Erkannt",
    confirmations: "Bestätigungen",
    confirmationsOf: "{confirmed} von {required}",
    /** In the ring that stands in the place of the code: the numbers above the word. */
    confirmationsRing:
      "<b>{confirmed} von {required}</b><span>{required, plural, one {Bestätigung} other {Bestätigungen}}</span>",
    confirmsSoon: "Das Netzwerk bestätigt sie, oft innerhalb von 10 bis 60 Minuten.",
    placedOnceConfirmed:
      "Sobald sie bestätigt ist, wird Ihre Bestellung von selbst mit Ihren Angaben aufgegeben.",
    movesOnceConfirmed:
      "Sobald sie bestätigt ist, wechselt die Bestellung von selbst auf „In Bearbeitung“.",
    movesOnceConfirmedOrder:
      "Sobald sie bestätigt ist, wechselt Bestellung {id} von selbst auf „In Bearbeitung“.",
    coinsThen: "Dann senden wir die Coins.",
    creditThen: "Dann wird das Guthaben Ihrem Konto gutgeschrieben.",
    giftCodeThen: "Dann wird der Geschenkcode gesendet.",
    coinsNext:
      "Als Nächstes senden wir die Coins an Ihr TikTok-Konto und setzen die Bestellung auf „Abgeschlossen“.",
    creditNext:
      "Als Nächstes wird das Guthaben Ihrem Konto gutgeschrieben; damit ist die Bestellung abgeschlossen.",
    giftCodeNext:
      "Als Nächstes wird der Geschenkcode per E-Mail gesendet; damit ist die Bestellung abgeschlossen.",
    coinsArrived: "Die Coins sind auf Ihrem TikTok-Konto.",
    creditArrived: "Das Guthaben ist auf Ihrem Konto.",
    giftCodeArrived: "Der Geschenkcode wurde per E-Mail gesendet.",
    seenClose: "Zahlung erkannt. Sie können diese Seite schließen.",
    seenCloseOrder: "Zahlung für Bestellung {id} erkannt. Sie können diese Seite schließen.",
    /** With a time of today. */
    arrivedAt:
      "{payments, plural, one {<amount></amount> um <time></time> eingegangen.} other {<amount></amount> in # Zahlungen eingegangen, die letzte um <time></time>.}}",
    arrivedAtInLock:
      "{payments, plural, one {<amount></amount> um <time></time> eingegangen, innerhalb der Preisbindung.} other {<amount></amount> in # Zahlungen eingegangen, die letzte um <time></time>, innerhalb der Preisbindung.}}",
    /** With a day and a time. */
    arrivedOn:
      "{payments, plural, one {<amount></amount> am <time></time> eingegangen.} other {<amount></amount> in # Zahlungen eingegangen, die letzte am <time></time>.}}",
    arrivedOnInLock:
      "{payments, plural, one {<amount></amount> am <time></time> eingegangen, innerhalb der Preisbindung.} other {<amount></amount> in # Zahlungen eingegangen, die letzte am <time></time>, innerhalb der Preisbindung.}}",
    nothingToDo:
      "Sie müssen nichts weiter tun: Wir warten, bis das Netzwerk die Zahlung bestätigt.",
    lightningArrived: "Ihre Lightning-Zahlung ist eingegangen.",
    lightningArrivedOrder: "Ihre Lightning-Zahlung für Bestellung {id} ist eingegangen.",
    networkConfirmed: "Das Netzwerk hat Ihre Zahlung bestätigt.",
    networkConfirmedOrder: "Das Netzwerk hat Ihre Zahlung für Bestellung {id} bestätigt.",
    checkDetails: "Prüfen Sie im nächsten Schritt Ihre Angaben.",
    settled: "Der Preis ist beglichen, Sie müssen nichts mehr bezahlen.",
    excess:
      "<b>Es sind <amount></amount> zu viel eingegangen.</b> Um die Differenz zurückzubekommen, hinterlassen Sie auf der Seite Ihrer Bestellung eine Bitcoin-Adresse oder schreiben Sie an <email></email> und geben Sie die Transaktions-ID an.",
    excessOrder:
      "<b>Es sind <amount></amount> zu viel eingegangen.</b> Um die Differenz zurückzubekommen, hinterlassen Sie unten eine Bitcoin-Adresse oder schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    follow: "Mit Bestellnummer und E-Mail-Adresse können Sie alles verfolgen.",
    followOrder: "Mit der Bestellnummer {id} und Ihrer E-Mail-Adresse können Sie alles verfolgen.",
    lightningPayment: "Lightning-Zahlung",
    copyHash: "Payment-Hash kopieren",
    hashCopied: "Payment-Hash kopiert",
    transaction: "Transaktion",
    transactionNumbered: "Transaktion {number}",
    copyTransaction: "Transaktions-ID kopieren",
    copyTransactionNumbered: "Transaktions-ID {number} kopieren",
    transactionCopied: "Transaktions-ID kopiert",
    noLongerValid: "nicht mehr gültig",
    amountEnded: "Dieser Betrag gilt nicht mehr.",
    amountEndedText:
      "Innerhalb von {minutes, plural, one {# Minute} other {# Minuten}} wurde keine Zahlung erkannt. Bitte senden Sie diesen Betrag nicht mehr, sondern holen Sie einen neuen zum aktuellen Kurs.",
    heldAgain:
      "{minutes, plural, one {Ein neuer Betrag steht dann wieder # Minute fest.} other {Ein neuer Betrag steht dann wieder # Minuten fest.}}",
    addressStays: "Die Adresse bleibt dieselbe.",
    orderIdStays: "Die Bestellnummer {id} bleibt dieselbe.",
    addressAndOrderIdStay: "Die Adresse und die Bestellnummer {id} bleiben dieselben.",
    sentShowsUp:
      "Wenn Sie den Betrag schon gesendet haben, geht nichts verloren: Die Zahlung erscheint hier noch.",
    alreadyPaid: "Ich habe schon bezahlt",
    alreadyPaidText:
      "Dann müssen Sie nichts tun. Wir behalten die Adresse unten im Blick, die auch Ihre Wallet zeigen sollte. Was bis {minutes, plural, one {# Minute} other {# Minuten}} nach dem Ende erkannt wird, gilt noch wie vereinbart. Alles Spätere prüfen wir von Hand.",
    alreadyPaidLightning:
      "Dann müssen Sie nichts tun. Wenn Ihre Wallet die Lightning-Zahlung als abgeschlossen zeigt, erscheint sie hier noch. Wenn sie fehlgeschlagen ist, ist das Geld noch in Ihrer Wallet.",
    underpaid:
      "Es ist weniger als der fällige Betrag eingegangen, und die Preisbindung ist abgelaufen.",
    underpaidText:
      "Bitte senden Sie den Rest jetzt nicht: Fragen Sie uns zuerst, dann nennen wir Ihnen den Betrag.",
    late: "{minutes, plural, one {Sie kam mehr als # Minute nach dem Ende der Preisbindung.} other {Sie kam mehr als # Minuten nach dem Ende der Preisbindung.}}",
    lateText: "Vielleicht deckt sie den Preis nicht mehr, deshalb prüfen wir sie.",
    again: "Nachdem wir Ihre Zahlung zurückgesendet hatten, ist noch einmal Geld eingegangen.",
    againText:
      "Bitte senden Sie nichts mehr: Wir prüfen es und verwenden es oder senden es zurück.",
    recorded:
      "Es geht nichts verloren. Die Zahlung ist verbucht, und wir entscheiden, wie es weitergeht.",
    recordedOrder:
      "Es geht nichts verloren. Die Zahlung ist für Bestellung {id} verbucht, und wir entscheiden, wie es weitergeht.",
    askToFinish: "Möchten Sie sie abschließen oder das Geld zurückbekommen?",
    askWhenReplaced: "Zeigt Ihre Wallet sie als fehlgeschlagen oder ersetzt an?",
    askWhenNotArrived: "Ist sie nicht angekommen?",
    /** After one of these questions. */
    write: "Schreiben Sie an <email></email>.",
    writeTransaction: "Schreiben Sie an <email></email> und geben Sie die Transaktions-ID oben an.",
    writeOrder: "Schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    reversed: "Ihre Zahlung war bestätigt und ist es jetzt nicht mehr.",
    reversedText:
      "Das kann vorkommen, wenn das Netzwerk seinen neuesten Block ersetzt. Niemand ist daran schuld.",
    reversedHeld: "Coins, die noch nicht gesendet sind, halten wir zurück, bis das geklärt ist.",
    reversedWait: "Sie müssen jetzt nicht noch einmal bezahlen.",
    reconfirmed:
      "Wenn das Netzwerk sie wieder bestätigt, was meist geschieht, geht die Bestellung von selbst weiter.",
    reconfirmedOrder:
      "Wenn das Netzwerk sie wieder bestätigt, was meist geschieht, geht Bestellung {id} von selbst weiter.",
    closed: "Diese Zahlung ist abgeschlossen. Bitte senden Sie nichts mehr an ihre Adresse.",
    sentBackLead: "Wir haben diese Zahlung zurückgesendet.",
    sentBackLeadOrder: "Wir haben die Zahlung für Bestellung {id} zurückgesendet.",
    sentBackText:
      "Sie läuft wie jede Zahlung über das Bitcoin-Netzwerk, und Ihre Wallet zeigt sie, sobald sie dort zu sehen ist.",
    creditedLead: "Wir haben Ihnen diese Zahlung als Guthaben gutgeschrieben.",
    creditedLeadOrder:
      "Wir haben Ihnen die Zahlung für Bestellung {id} als Guthaben gutgeschrieben.",
    creditedText:
      "Sie finden es unter „Meine Bestellungen“ und können damit Bestellungen bezahlen.",
    sentBackPart: "Wir haben einen Teil dieser Zahlung zurückgesendet.",
    creditedPart: "Wir haben einen Teil dieser Zahlung Ihrem Guthaben gutgeschrieben.",
    credited: "Als Guthaben gutgeschrieben",
    sentBack: "Zurückgesendet",
    refundAddress: "An Adresse",
    copyRefundAddress: "Bitcoin-Adresse der Erstattung kopieren",
    refundTransaction: "In Transaktion",
    copyRefundTransaction: "Transaktions-ID der Erstattung kopieren",
    /** The payment as one row of an order: before anything arrived, then by its state, of an amount or without one. */
    fact: "Zahlung",
    factPaid: "Bezahlt",
    factNone: "Noch nicht eingegangen",
    factPart: "Zum Teil",
    factUnconfirmed: "Unbestätigt",
    factConfirmed: "Bestätigt",
    factInReview: "Wird geprüft",
    factReversed: "Vom Netzwerk rückgängig gemacht",
    factRefunded: "Erstattet",
    factAmountPart: "<amount></amount> <state>zum Teil</state>",
    factAmountUnconfirmed: "<amount></amount> <state>unbestätigt</state>",
    factAmountConfirmed: "<amount></amount> <state>bestätigt</state>",
    factAmountLightning: "<amount></amount> <state>über Lightning</state>",
    factAmountInReview: "<amount></amount> <state>wird geprüft</state>",
    factAmountReversed: "<amount></amount> <state>vom Netzwerk rückgängig gemacht</state>",
    factAmountRefunded: "<amount></amount> <state>erstattet</state>",
    factAmountPartRefunded: "<amount></amount> <state>teilweise erstattet</state>",
  },
  method: {
    card: "Karte",
    bitcoin: "Bitcoin",
    bitcoinByLightning: "Bitcoin (Lightning)",
    bitcoinOnChain: "Bitcoin (on-chain)",
    paypal: "PayPal",
    transfer: "Überweisung",
    credit: "Guthaben",
    coupon: "Rabattcode",
    /** Ways to pay, for {paid}: "by card, in Bitcoin, with PayPal or by bank transfer". */
    paidByCard: "mit Karte",
    paidInBitcoin: "mit Bitcoin",
    paidWithPaypal: "mit PayPal",
    paidByTransfer: "per Überweisung",
    /**
     * Ways to pay, for {ways}: "by card, Bitcoin, PayPal or bank transfer". The first has `by`, each further one `or`; where
     * a language repeats its preposition, both are the same.
     */
    byCard: "mit Karte",
    byBitcoin: "mit Bitcoin",
    byPaypal: "mit PayPal",
    byTransfer: "per Überweisung",
    orCard: "Karte",
    orBitcoin: "Bitcoin",
    orPaypal: "PayPal",
    orTransfer: "per Überweisung",
    payByCard: "Mit Karte bezahlen",
    payWithBitcoin: "Mit Bitcoin bezahlen",
    payWithPaypal: "Mit PayPal bezahlen",
    payByTransfer: "Per Überweisung bezahlen",
    onStripe: "Auf der Seite von Stripe",
    onPaypal: "Auf der Seite von PayPal",
    heldPrice: "Der Preis steht 60 Minuten fest",
    sentByHand: "Die Seite der Bestellung zeigt, wohin",
    fromBank: "Von Ihrer Bank, oft ein oder zwei Werktage",
    youPay: "Sie zahlen",
    forGoods: "Für {goods}.",
    forGoodsTo: "Für {goods} an <who></who>.",
    next: "So geht es weiter",
    nextCheck: "Sie prüfen im nächsten Schritt die Angaben und schließen die Bestellung ab.",
    nextPage:
      "Die Seite von {owner} öffnet sich. Sie bezahlen dort, und sie bringt Sie zu Ihrer Bestellung zurück.",
    nextReference:
      "Sie erhalten die Bestellnummer und senden das Geld mit ihr als Verwendungszweck, damit wir Ihre Zahlung finden.",
    nothingToPay: "Es ist nichts zu bezahlen",
    paidOnceConfirmed: "Die Bestellung ist bezahlt, sobald Sie sie abschließen.",
    cardAlone: "Ihre Kartennummer geht nur an Stripe. Dieser Shop sieht sie nie.",
    signInAlone: "Sie melden sich nur bei {owner} an. Dieser Shop sieht Ihr Passwort dort nie.",
    notCharged: "Nichts wird abgebucht, bevor Sie dort bezahlen.",
    recordedPaypal:
      "Wir erfassen jede PayPal-Zahlung von Hand; deshalb geht es mit der Bestellung erst einige Zeit nach dem Eingang Ihrer Zahlung weiter.",
    recordedTransfer:
      "Wir erfassen jede Überweisung von Hand; deshalb geht es mit der Bestellung erst einige Zeit nach dem Eingang Ihrer Zahlung weiter.",
    priceStays: "Der Preis bleibt, wie er ist, sobald die Bestellung aufgegeben ist.",
    accountName: "Kontoinhaber",
    iban: "IBAN",
    accountNumber: "Kontonummer",
    bank: "Bank",
    reference: "Verwendungszweck",
    paypalAccount: "PayPal-Konto",
    note: "Hinweis",
    copied: "{label} in die Zwischenablage kopiert",
    copy: "{label} kopieren",
    isWaiting: "Wir warten auf Ihre Zahlung",
    isConfirmed: "Zahlung bestätigt",
    isInReview: "Wir prüfen diese Zahlung",
    isDisputed: "Diese Zahlung wurde beanstandet",
    isRefunded: "Erstattet",
    isPartRefunded: "Teilweise erstattet",
    endedCard: "Wir nehmen keine Kartenzahlungen mehr an.",
    endedPaypal: "Wir nehmen keine PayPal-Zahlungen mehr an.",
    endedTransfer: "Wir nehmen keine Überweisungen mehr an.",
    endedText:
      "Wenn Sie schon bezahlt haben, bezahlen Sie bitte nicht noch einmal, sondern schreiben Sie uns. Sonst wählen Sie unten eine andere Zahlungsart.",
    onPage: "Sie bezahlen auf der Seite von {owner} und kommen hierher zurück.",
    noticed:
      "Diese Seite bemerkt die Zahlung von selbst, und mit Bestellung {order} geht es weiter.",
    amount: "Betrag",
    opensNext:
      "Als Nächstes öffnet sich die Seite von {owner}. Nichts wird abgebucht, bevor Sie dort bezahlen.",
    checkedByHand:
      "Wir prüfen unser Konto von Hand. Diese Seite aktualisiert sich, sobald Ihre Zahlung für Bestellung {order} erfasst ist.",
    send: "Senden Sie {amount}, und nennen Sie die Bestellnummer.",
    sendText: "Daran erkennen wir Ihre Zahlung: Bitte schreiben Sie sonst nichts dazu.",
    processing: "Ihre Zahlung ist unterwegs. Sie können diese Seite schließen.",
    processingText:
      "{owner} verarbeitet sie und sagt uns, sobald sie durch ist. Mit Bestellung {order} geht es dann von selbst weiter.",
    processingTextService:
      "Der Zahlungsdienst verarbeitet sie und sagt uns, sobald sie durch ist. Mit Bestellung {order} geht es dann von selbst weiter.",
    paid: "Ihre Zahlung ist da.",
    paidText: "Mehr ist nicht zu bezahlen.",
    overpaid: "Ihre Zahlung ist da, und es war mehr als der Preis.",
    overpaidText: "Mehr ist nicht zu bezahlen. Wir haben den Unterschied erfasst und prüfen ihn.",
    review: "Der eingegangene Betrag ist nicht genau der Preis dieser Bestellung.",
    reviewText: "Nichts ist verloren. Wir prüfen ihn und entscheiden, wie es weitergeht.",
    reversed: "Ihre Zahlung war bestätigt und wurde dann rückgängig gemacht.",
    reversedText:
      "Coins, die noch nicht gesendet sind, werden zurückgehalten, bis das geklärt ist.",
    refunded: "Wir haben diese Zahlung zurückgesendet.",
    refundedPart: "Wir haben einen Teil dieser Zahlung zurückgesendet.",
    refundedText: "Sie geht den Weg zurück, den sie kam; das kann einige Tage dauern.",
    credited: "Wir haben diese Zahlung Ihrem Guthaben gutgeschrieben.",
    creditedText: "Sie finden es unter Meine Bestellungen und können damit Bestellungen bezahlen.",
    creditedPart: "Wir haben einen Teil dieser Zahlung Ihrem Guthaben gutgeschrieben.",
    due: "Zu zahlen",
    received: "Eingegangen",
    receivedAt: "{amount}, <time></time>",
    sentBack: "Zurückgesendet",
    toCredit: "Ihrem Guthaben gutgeschrieben",
    missing: "Fehlt noch",
    questions: "Fragen? Schreiben Sie an <email></email>, mit der Bestellnummer {order}.",
  },
  order: {
    trackOrder: "Bestellung verfolgen",
    description: "Eine Bestellung von TikTok-Coins verfolgen: von der Zahlung bis zum Konto.",
    searchLead:
      "Geben Sie die Bestellnummer aus Ihrem Beleg und die E-Mail-Adresse ein, mit der Sie bestellt haben.",
    justPlaced: "Vielen Dank für Ihre Bestellung!",
    orderId: "Bestellnummer",
    orderIdMissing: "Bitte geben Sie Ihre Bestellnummer ein",
    email: "E-Mail",
    emailMissing: "Bitte geben Sie Ihre E-Mail-Adresse ein",
    emailRequired: "Bitte geben Sie eine E-Mail-Adresse ein",
    notFound: "Bestellung nicht gefunden. Bitte prüfen Sie Bestellnummer und E-Mail-Adresse.",
    trackAnother: "Andere Bestellung verfolgen",
    findMail: "Unsere E-Mail nicht gefunden? Links zu Ihren Bestellungen anfordern",
    recentTitle: "Letzte Bestellungen auf diesem Gerät",
    recentOrder: "Bestellung {id}",
    forget: "Bestellungen auf diesem Gerät vergessen",
    forgetHint:
      "Um sie wieder zu sehen, geben Sie Bestellnummer und E-Mail-Adresse ein oder öffnen Sie den Link in der E-Mail zur Bestellung.",
    label: "Bestellung",
    isPending: "Bestellung {id} ist offen",
    isProcessing: "Bestellung {id} ist in Bearbeitung",
    isCompleted: "Bestellung {id} ist abgeschlossen",
    isRejected: "Bestellung {id} ist storniert",
    masked:
      "Namen und E-Mail-Adresse sind verdeckt. Um sie zu sehen, geben Sie im Formular oben die E-Mail-Adresse ein, mit der Sie bestellt haben.",
    rejected: "Diese Bestellung wurde storniert.",
    reason: "Grund: {reason}",
    reasonUnpaid: "nicht bezahlt",
    reasonWithdrawn: "Sie haben den Vertrag widerrufen",
    rejectedRefunded:
      "Ihre Zahlung wurde zurückgesendet. Sie ist nicht angekommen? Dann schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    rejectedPartRefunded:
      "{amount} Ihrer Zahlung wurden erstattet. Sie sind nicht angekommen? Dann schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    rejectedUnpaid:
      "Bitte bezahlen Sie nicht mehr. Wenn Sie schon bezahlt haben oder das für einen Fehler halten, schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    rejectedFree:
      "Dafür wurde nichts bezahlt. Bei Fragen schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    rejectedPaid:
      "Ihre Zahlung ist verbucht, und es geht nichts verloren: Wir melden uns bei Ihnen wegen der Rückzahlung. Bei Fragen schreiben Sie an <email></email> und geben Sie die Bestellnummer {id} an.",
    progress: "Verlauf der Bestellung",
    stepPlaced: "Bestellt",
    stopped: "Abgebrochen: <time></time>",
    paidAt: "Zahlung bestätigt: <time></time>",
    paidAtSentence: "Zahlung bestätigt: <time></time>.",
    waitsForPayment: "Noch nicht bezahlt.<br></br><link>So bezahlen Sie</link>",
    waitsForQuote: "Noch nicht bezahlt.<br></br><link>Neuen Betrag holen</link>",
    waitsForRest: "Ein Teil der Zahlung fehlt.<br></br><link>Restbetrag ansehen</link>",
    waitsForConfirmation: "Zahlung erkannt,<br></br>Bestätigung steht noch aus.",
    waitsForReview: "Wir prüfen die Zahlung.<br></br><link>Warum?</link>",
    waitsForReconfirmation: "Die Zahlung muss noch einmal<br></br>bestätigt werden.",
    paymentSentBack: "Die Zahlung wurde zurückgesendet.<br></br><link>Wohin?</link>",
    paymentPartRefunded:
      "{amount} der Zahlung wurden erstattet.<br></br><link>Erstattung ansehen</link>",
    coinsOncePaid: "Sobald die Zahlung bestätigt ist,<br></br>senden wir die Coins.",
    creditOncePaid: "Sobald die Zahlung bestätigt ist,<br></br>kommt das Guthaben.",
    giftCodeOncePaid: "Sobald die Zahlung bestätigt ist,<br></br>senden wir den Geschenkcode.",
    coinsNext: "Als Nächstes senden wir die Coins.",
    creditNext: "Als Nächstes kommt das Guthaben.",
    giftCodeNext: "Als Nächstes senden wir den Geschenkcode.",
    waitsForAnswer: "Wir warten auf Ihre Antwort.",
    late: "Diese Bestellung dauert länger als üblich. Bei Fragen schreiben Sie an <email></email>.",
    nextInLine: "Sie sind als Nächstes an der Reihe.",
    placeInLine: "Ihr Platz in der Warteschlange: {place}.",
    coinsSent: "Coins gesendet",
    creditAdded: "Guthaben gutgeschrieben",
    giftCodeSent: "Code gesendet",
    coinsArrived: "<time></time>.<br></br>Die Coins sind auf dem Konto.",
    creditArrived: "<time></time>.<br></br>Das Guthaben ist auf dem Konto.",
    giftCodeArrived: "<time></time>.<br></br>Der Code wurde per E-Mail gesendet.",
    coinsGoal: "Coins auf dem Konto",
    creditGoal: "Guthaben auf dem Konto",
    giftCodeGoal: "Code per E-Mail gesendet",
    coinsNever: "Werden nicht gesendet",
    creditNever: "Kein Guthaben",
    giftCodeNever: "Code nicht einlösbar",
    // Dative: after “innerhalb von”.
    minutes: "{count, plural, one {# Minute} other {# Minuten}}",
    hours: "{count, plural, one {# Stunde} other {# Stunden}}",
    days: "{count, plural, one {# Tag} other {# Tagen}}",
    usuallyArrive: "Die Coins kommen meist innerhalb von {most} an.",
    nearlyAllWithin: "Fast alle Bestellungen sind innerhalb von {most} nach der Zahlung geliefert.",
    halfWithin:
      "Die Hälfte aller Bestellungen ist innerhalb von {half} nach der Zahlung geliefert, 95\u00a0% innerhalb von {most}.",
    package: "Paket",
    recipient: "Für",
    tiktokUsername: "TikTok-Nutzername",
    giftMessage: "Nachricht",
    tiktokUid: "TikTok-UID",
    placedAt: "Bestellt",
    paymentMethod: "Zahlungsart",
    received: "Eingegangen",
    updatedAt: "Zuletzt aktualisiert",
    notifyMe: "Bescheid geben, wenn Coins da sind",
    notifyDenied: "Ihr Browser blockiert Benachrichtigungen dieser Website.",
    notifyFailed: "Ihr Browser ließ sich dafür nicht einrichten.",
    invoice: "Rechnung herunterladen",
    creditNote: "Gutschrift {number}",
    correction: "Korrektur {number}",
    sentBack: "Zurückgesendet",
    becameCredit: "Als Guthaben erstattet",
    tooManyInvoices:
      "Zu viele Rechnungen auf einmal. Bitte versuchen Sie es in ein paar Sekunden noch einmal.",
    tryAgain: "Erneut versuchen",
    backToShop: "Zurück zum Shop",
    payAnotherWay: "Anders bezahlen",
    wrongUsername: "Falscher Nutzername? Jetzt korrigieren",
    correctOnce: "Sie können ihn noch einmal korrigieren, bis wir anfangen, die Coins zu senden.",
    correctTwice: "Sie können ihn zweimal korrigieren, bis wir anfangen, die Coins zu senden.",
    saveUsername: "Nutzernamen speichern",
    correctUsedUp: "Der Nutzername wurde zweimal korrigiert und lässt sich nicht mehr ändern.",
    notCorrectedClosed:
      "Der Empfänger wurde nicht geändert: Die Bestellung wird gerade geliefert oder ist schon beendet.",
    notCorrectedUsedUp: "Der Empfänger wurde nicht geändert: Er wurde schon zweimal korrigiert.",
    notCorrectedStale:
      "Der Empfänger wurde in der Zwischenzeit korrigiert. Bitte prüfen Sie ihn und speichern Sie dann noch einmal.",
    mailRefused: "Unsere E-Mail an <address></address> ist nicht angekommen.",
    mailSignIn: "Um die Adresse zu korrigieren, <link>melden Sie sich an</link>.",
    mailCheck:
      "Bitte prüfen Sie die Adresse, damit Sie den Link zu dieser Bestellung und Neuigkeiten dazu bekommen.",
    mailMovesAccount:
      "Mit einer anderen Adresse wechselt die Bestellung von Ihrem Konto zum Konto dieser Adresse.",
    mailAgain: "Speichern und neu senden",
    consented: "Sie haben am <time></time> zugestimmt: „{text}“",
    consentMissing: "Sie haben der sofortigen Lieferung noch nicht zugestimmt.",
    consentHere: "Das können Sie hier tun: „{text}“",
    consent: "Ich stimme zu",
    withdraw: "Vertrag widerrufen",
    withdrawn:
      "<b>Ihr Widerruf dieses Vertrags ist am <time></time> bei uns eingegangen.</b> Den Eingang haben wir Ihnen an {email} bestätigt.",
    withdrawalOpen:
      "Die Coins werden nicht gesendet, bis wir ihn geprüft haben. Wegen der Erstattung hören Sie von uns.",
    withdrawalAccepted: "Er wurde angenommen. Was Sie bezahlt haben, wird erstattet.",
    withdrawalDeclined: "Er wurde abgelehnt; den Grund nennt unsere Nachricht unten.",
    refundTitle: "Wohin soll eine Erstattung gehen?",
    refundTitleSaved: "Ihre Adresse für Erstattungen",
    refundLead:
      "Wenn wir Geld zurücksenden, geht es an diese Adresse. Sie können sie ändern, bis die Erstattung gesendet ist.",
    refundAddress: "Bitcoin-Adresse",
    refundHint:
      "Nehmen Sie eine Adresse Ihrer eigenen Wallet. Viele Börsen nehmen Einzahlungen nur an der Adresse an, die sie Ihnen anzeigen.",
    refundSave: "Adresse speichern",
    refundChange: "Adresse ändern",
    refundMissing: "Bitte geben Sie eine Bitcoin-Adresse ein",
    refundInvalid:
      "Das ist keine gültige Bitcoin-Adresse. Bitte kopieren Sie sie aus Ihrer Wallet.",
    refundOwn: "Das ist eine unserer eigenen Adressen. Bitte geben Sie eine aus Ihrer Wallet ein.",
    asked:
      "Wir haben eine Frage zu Ihrer Bestellung und machen weiter, sobald Sie geantwortet haben. <link>Lesen und antworten</link>",
    messagesOfOrder: "Nachrichten zu dieser Bestellung",
    messages: "Nachrichten",
    you: "Sie",
    write: "Schreiben Sie uns",
    writeFirst: "Fragen zu dieser Bestellung? Schreiben Sie uns",
    conversationClosed: "Dieses Gespräch ist beendet. Bei Fragen schreiben Sie an {supportEmail}.",
    message: "Ihre Nachricht",
    messageHint:
      "Wir antworten hier und sagen Ihnen per E-Mail Bescheid. Senden Sie uns nie ein Passwort oder einen Anmeldecode.",
    messageSend: "Nachricht senden",
    messageMissing: "Bitte schreiben Sie eine Nachricht",
    messageTooLong: "Die Nachricht ist zu lang (höchstens {max} Zeichen)",
    messageInvalid: "Die Nachricht enthält Zeichen, die nicht verwendet werden können",
    notSentClosed: "Ihre Nachricht wurde nicht gesendet: Dieses Gespräch ist beendet.",
    todaysPrice: "Aktueller Preis",
    changeDetails: "Angaben ändern",
    continueToPayment: "Weiter zur Zahlung",
    packageGone: "Dieses Paket gibt es nicht mehr",
    packageGoneText:
      "{count, plural, one {# Coin kann man nicht mehr kaufen.} other {# Coins kann man nicht mehr kaufen.}} Bitte wählen Sie eines der heutigen Pakete.",
    choosePackage: "Paket auswählen",
    codeMissing: "Bitte geben Sie einen Code ein",
    codeUnknown: "Diesen Code kennen wir nicht.",
    codeOtherKind: "Rabattcodes gelten nicht für Guthaben und Geschenkcodes.",
    proofTitle: "Um diese Bestellung zu ändern, öffnen Sie den Link in unserer E-Mail.",
    proofText:
      "Mit Bestellnummer und E-Mail allein können Sie sie verfolgen und bezahlen. Mit dem Link können Sie auch den Empfänger korrigieren, uns schreiben, die Rechnung herunterladen und angeben, wohin eine Erstattung geht. Mit einem Konto können Sie sich stattdessen <link>anmelden</link>.",
    proofSend: "Link per E-Mail senden",
  },
  orderLinks: {
    title: "Unsere E-Mail nicht gefunden?",
    lead: "Geben Sie die E-Mail-Adresse ein, mit der Sie bestellt haben. Wir senden die Links zu allen Bestellungen dorthin.",
    email: "E-Mail",
    emailMissing: "Bitte geben Sie Ihre E-Mail-Adresse ein",
    send: "Links senden",
    sendAgain: "Noch einmal senden",
    sent: "Wenn es Bestellungen mit {email} gibt, ist eine E-Mail mit den Links unterwegs. Bitte sehen Sie auch im Spam-Ordner nach.",
    back: "Zurück zu „Bestellung verfolgen“",
  },
  withdraw: {
    title: "Vertrag widerrufen",
    order: "Bestellung",
    package: "Paket",
    placedAt: "Bestellt",
    name: "Ihr Name",
    nameMissing: "Bitte geben Sie Ihren Namen ein",
    email: "E-Mail",
    emailHint:
      "An die E-Mail-Adresse oben bestätigen wir, dass Ihr Widerruf bei uns eingegangen ist, und wann.",
    statement: "Ich widerrufe den Vertrag über diese Bestellung.",
    back: "Zurück zur Bestellung",
    confirm: "Widerruf bestätigen",
    stopTitle: "Waren Sie das nicht?",
    stopLead:
      "Wir machen es rückgängig und beenden den Zugang aller anderen Browser und früherer Links zu dieser Bestellung.",
    stopWhat: "Was geschehen ist",
    stopRecipient: "Der Empfänger wurde korrigiert",
    stopRefund: "Eine Adresse für Erstattungen wurde angegeben",
    stopConsent: "Der sofortigen Lieferung wurde zugestimmt",
    stopWithdrawal: "Der Vertrag wurde widerrufen",
    stopMessage: "Uns wurde eine Nachricht geschrieben",
    stopDevice: "Ein Gerät erfährt, wenn die Coins da sind",
    stopButton: "Das war ich nicht: rückgängig machen",
    stopDone:
      "Erledigt. Was sich rückgängig machen ließ, ist rückgängig gemacht, und wir wissen Bescheid. Frühere Links und Browser haben keinen Zugang mehr zu dieser Bestellung.",
    stopLate:
      "Das ließ sich nicht mehr rückgängig machen, weil die Bestellung weitergegangen ist. Wir wissen Bescheid. Frühere Links und Browser haben keinen Zugang mehr zu dieser Bestellung.",
    stopInvalid: "Dieser Link ist abgelaufen oder wurde schon benutzt.",
  },
  signIn: {
    signIn: "Anmelden",
    newHere: "Neu hier? <link>Konto erstellen</link>",
    email: "E-Mail",
    password: "Passwort",
    forgotPassword: "Passwort vergessen?",
    withPasskey: "Mit Passkey anmelden",
    noAccountNeeded:
      "Zum Kaufen und zum <link>Verfolgen einer Bestellung</link> brauchen Sie kein Konto.",
    accountUnderAttack:
      "Zu viele fehlgeschlagene Anmeldungen bei diesem Konto. Bitte melden Sie sich in einem Browser an, den Sie schon verwendet haben, oder wählen Sie über „Passwort vergessen?“ ein neues Passwort.",
    // Shown only after a successful sign-in, so that others do not learn that the account exists.
    blocked: "Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Support.",
    passkeyFailed:
      "Dieser Passkey hat nicht funktioniert. Bitte versuchen Sie es noch einmal oder melden Sie sich anders an.",
    passkeyUnused:
      "Es wurde kein Passkey verwendet. Bitte versuchen Sie es noch einmal oder melden Sie sich anders an.",
    // Beside the forms.
    everyOrder: "Alle Bestellungen in einer Liste",
    everyOrderText: "Bestellungen mit Ihrer E-Mail-Adresse erscheinen, sobald sie bestätigt ist.",
    or: "oder",
    continueWith: "Weiter mit {provider}",
    continueInWindow: "Machen Sie im {provider}-Fenster weiter, das sich geöffnet hat.",
    cancel: "Abbrechen",
    providerFailed:
      "Die Anmeldung mit {provider} ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.",
    socialFailed:
      "Die Anmeldung über den anderen Dienst ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.",
    someLoginFailed: "Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.",
    tooMany:
      "Zu viele Versuche. Bitte warten Sie ein paar Minuten und versuchen Sie es dann noch einmal.",
    windowBlocked: "Ihr Browser hat das Anmeldefenster blockiert",
    allowPopups:
      "Erlauben Sie in der Adressleiste Pop-ups für diese Website und versuchen Sie es dann noch einmal.",
    continueHere: "In diesem Tab weitermachen",
    signingIn: "Anmeldung läuft",
    signedIn: "Sie sind angemeldet.",
    signedInText: "Sie können dieses Fenster schließen oder hier weitermachen.",
    toShop: "Zum Shop",
    backToCreateAccount: "Zurück zu „Konto erstellen“",
    backToSignIn: "Zurück zur Anmeldung",
    createAccount: "Konto erstellen",
    haveAccount: "Sie haben schon eines? <link>Anmelden</link>",
    fullName: "Vor- und Nachname",
    passwordHint: "Mindestens {min, number} Zeichen",
    confirmPassword: "Passwort wiederholen",
    newPassword: "Neues Passwort",
    confirmNewPassword: "Neues Passwort wiederholen",
    referralCode: "Empfehlungscode",
    agree:
      "Ich akzeptiere die <terms>AGB</terms> und habe die Seite <privacy>Datenschutz</privacy> gelesen",
    // Read after the name of a link.
    inNewTab: "(in einem neuen Tab)",
    registrationFailed:
      "Das Konto konnte nicht erstellt werden. Bitte versuchen Sie es noch einmal.",
    forgotTitle: "Passwort vergessen",
    forgotText:
      "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, über den Sie ein neues Passwort wählen.",
    linkSent:
      "Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs. Der Link funktioniert einmal, eine Stunde lang.",
    sendLink: "Link senden",
    sendAnotherLink: "Noch einen Link senden",
    choosePassword: "Neues Passwort wählen",
    choosePasswordText:
      "Sie werden überall abgemeldet und können sich mit dem neuen Passwort anmelden.",
    savePassword: "Passwort speichern",
    resetLinkEnded: "Dieser Link gilt nicht mehr",
    resetLinkEndedText:
      "Links funktionieren einmal, eine Stunde lang. Ihr Passwort hat sich nicht geändert.",
    newLink: "Neuen Link anfordern",
    changePassword: "Passwort ändern",
    changePasswordText:
      "Dieser Shop bittet von Zeit zu Zeit um ein neues Passwort, und bei Ihrem ist es so weit.",
    currentPassword: "Aktuelles Passwort",
    passwordUnchanged: "Bitte wählen Sie ein Passwort, das Sie nicht gerade erst verwendet haben",
    saveAndContinue: "Speichern und weiter",
    confirmEmailTitle: "E-Mail-Adresse bestätigen",
    emailConfirmed: "E-Mail-Adresse bestätigt",
    emailConfirmedText: "Bestellungen mit dieser Adresse stehen jetzt unter „Meine Bestellungen“.",
    myOrders: "Meine Bestellungen",
    linkBroken: "Dieser Link funktioniert nicht",
    emailTaken: "Ein anderes Konto verwendet diese Adresse",
    emailTakenText:
      "Ihre E-Mail-Adresse bleibt, wie sie ist. Wenn das andere Konto Ihnen gehört, melden Sie sich stattdessen damit an.",
    emailLinkBroken:
      "Links funktionieren einmal, einen Tag lang. Dieser ist abgelaufen, wurde schon verwendet oder nicht vollständig kopiert. Auch ein neues Passwort macht ihn ungültig. In Ihrem Konto können Sie einen neuen anfordern.",
    toAccount: "Zu Ihrem Konto",
    changeEmail: "Ihre E-Mail-Adresse ändern?",
    changeEmailText:
      "Ihre E-Mail-Adresse ändert sich von {current} zu <b>{email}</b>. Ab dann melden Sie sich mit der neuen Adresse an.",
    changeMyEmail: "E-Mail-Adresse ändern",
    confirmEmail: "Ihre E-Mail-Adresse bestätigen?",
    confirmEmailText:
      "<b>{email}</b> ist die Adresse Ihres Kontos. Bestellungen mit ihr stehen dann unter „Meine Bestellungen“.",
    confirmAddress: "Diese Adresse bestätigen",
    undoEmailTitle: "Änderung Ihrer E-Mail-Adresse rückgängig machen",
    undoEmail: "Die Änderung rückgängig machen?",
    undoEmailText:
      "Ihr Konto bekommt die Adresse {email} zurück. Alle Browser werden abgemeldet, und wir senden Ihnen einen Link, über den Sie ein neues Passwort wählen.",
    changeBack: "Rückgängig machen",
    emailChangedBack: "Ihr Konto hat wieder die alte E-Mail-Adresse",
    emailChangedBackText:
      "Sie melden sich wieder mit {email} an. Alle Browser sind abgemeldet, und das alte Passwort gilt nicht mehr. Wir haben Ihnen einen Link gesendet, über den Sie ein neues wählen.",
    emailNowTaken: "Ein anderes Konto verwendet diese Adresse jetzt",
    emailNowTakenText:
      "Sie wurde dort nach der Änderung bestätigt, deshalb lässt sich die Änderung hier nicht rückgängig machen. Bitte schreiben Sie an den Support.",
    undoLinkBroken:
      "Links funktionieren einmal, 7 Tage lang. Dieser ist abgelaufen, wurde schon verwendet oder nicht vollständig kopiert.",
    keepTwoFactorTitle: "Zwei-Faktor-Authentifizierung behalten",
    keepTwoFactorHeading: "Zwei-Faktor-Authentifizierung eingeschaltet lassen?",
    keepTwoFactorText:
      "Sie bleibt für {email} eingeschaltet, und beim Anmelden brauchen Sie wie bisher einen Code.",
    keepTwoFactor: "Eingeschaltet lassen",
    twoFactorKept: "Die Zwei-Faktor-Authentifizierung bleibt eingeschaltet",
    twoFactorKeptText:
      "Es wurde nichts geändert. Wenn Sie das Ausschalten nicht verlangt haben, wählen Sie jetzt ein neues Passwort: Jemand könnte Ihres kennen.",
    keepLinkBroken:
      "Der Link funktioniert einmal, bis die Zwei-Faktor-Authentifizierung ausgeschaltet wird. Dieser wurde schon verwendet, gilt nicht mehr oder wurde nicht vollständig kopiert.",
    twoFactor: "Zwei-Faktor-Authentifizierung",
    recoveryCode: "Wiederherstellungscode",
    fromApp:
      "Öffnen Sie Ihre Authenticator-App und geben Sie den Code ein, den sie für diesen Shop zeigt.",
    fromList: "Einer der Codes, die Sie beim Einrichten bekommen haben. Jeder Code gilt einmal.",
    byPasskey: "Schließen Sie die Anmeldung mit Ihrem Passkey ab.",
    code: "Code",
    codeMissing: "Bitte geben Sie die 6 Ziffern ein, die Ihre App zeigt",
    recoveryCodeMissing: "Bitte geben Sie einen Wiederherstellungscode ein",
    codeWrong: "Der Code ist falsch oder abgelaufen. Bitte versuchen Sie es mit dem nächsten.",
    continue: "Weiter",
    usePasskey: "Passkey verwenden",
    noPasskeyHere:
      "Dieser Browser kennt keine Passkeys. Bitte melden Sie sich in dem Browser an, in dem Sie Ihren hinzugefügt haben.",
    useAppCode: "Code aus der App verwenden",
    useRecoveryCode: "Wiederherstellungscode verwenden",
    signOutQuestion: "Abmelden?",
    signedOut: "Sie sind abgemeldet",
    otherOrdersHere:
      "In diesem Browser gibt es auch Bestellungen, die nicht zu Ihrem Konto gehören. Er zeigt sie nicht mehr, außer Sie behalten sie hier.",
    ordersHere:
      "In diesem Browser gibt es Bestellungen ohne Konto. Er zeigt sie nicht mehr, außer Sie behalten sie hier.",
    keepOrders: "Bestellungen dieses Browsers behalten",
    done: "Fertig",
    invitation: "Einladung",
    joinTeam: "Dem Team beitreten",
    invites: "{inviter} lädt <b>{email}</b> in die Verwaltung ein, mit der Rolle <b>{role}</b>.",
    roleAdmin: "Inhaber",
    roleDelivery: "Lieferung",
    roleBookkeeper: "Buchhaltung",
    signInToAccept: "Zum Annehmen anmelden",
    acceptText: "Sie melden sich dann noch einmal an und beginnen mit der neuen Rolle.",
    accept: "Einladung annehmen",
    otherAccount: "Diese Einladung ist für ein anderes Konto",
    otherAccountText:
      "Sie sind als {current} angemeldet, die Einladung ist aber für <b>{email}</b>. Melden Sie sich ab und öffnen Sie den Link in der E-Mail noch einmal.",
    invitationEnded: "Diese Einladung gilt nicht mehr",
    invitationEndedText:
      "Einladungen gelten einmal, 7 Tage lang, bis sie zurückgezogen oder neu gesendet werden. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
    resendEmail: "E-Mail noch einmal senden",
  },
  account: {
    title: "Konto",
    profile: "Profil",
    security: "Sicherheit",
    sessions: "Sitzungen",
    data: "Daten",
    name: "Name",
    nameAbout: "So sprechen wir Sie in E-Mails an.",
    yourName: "Ihr Name",
    saveName: "Namen speichern",
    email: "E-Mail",
    emailAbout:
      "Damit melden Sie sich an. Sobald sie bestätigt ist, stehen Bestellungen mit dieser Adresse unter „Meine Bestellungen“.",
    emailPending:
      "<b>Öffnen Sie den Link, den wir an {email} gesendet haben.</b> Bis dahin bleibt Ihre E-Mail-Adresse, wie sie ist.",
    emailAlreadyYours: "Ihr Konto hat diese Adresse schon, und sie ist bestätigt",
    verified: "Bestätigt",
    notVerified: "Noch nicht bestätigt",
    newEmail: "Neue E-Mail",
    newEmailHint:
      "Wir senden einen Link an die neue Adresse. Ihre E-Mail-Adresse ändert sich, sobald Sie sie dort bestätigen.",
    sendLink: "Link senden",
    yourPassword: "Ihr Passwort",
    birthday: "Geburtstag",
    birthdayAbout: "Für 100 Bonuspunkte einmal im Jahr. Freiwillig.",
    yourBirthday: "Ihr Geburtstag",
    saveBirthday: "Geburtstag speichern",
    securityTitle: "Sicherheit · Konto",
    password: "Passwort",
    passwordAbout: "Wenn Sie es ändern, werden Sie in allen anderen Browsern abgemeldet.",
    passwordMissing: "Sie melden sich über einen anderen Dienst an und haben noch kein Passwort.",
    currentPassword: "Aktuelles Passwort",
    currentPasswordMissing: "Bitte geben Sie Ihr aktuelles Passwort ein",
    newPassword: "Neues Passwort",
    newPasswordHint: "Mindestens {min, number} Zeichen.",
    confirmPassword: "Neues Passwort wiederholen",
    changePassword: "Passwort ändern",
    setPassword:
      "Wir senden einen Link an <address></address>, über den Sie ein Passwort wählen. Über den anderen Dienst können Sie sich weiterhin anmelden.",
    passkeys: "Passkeys",
    passkeysAbout:
      "Melden Sie sich mit Fingerabdruck, Gesicht oder PIN an, ohne Passwort und Code. Fügen Sie mehr als einen hinzu, damit Sie sich auch anmelden können, wenn ein Gerät verloren geht.",
    passkeyAdd: "Passkey hinzufügen",
    passkeyAddedAt: "Hinzugefügt: <time></time>",
    passkeyUsedAt: "Zuletzt verwendet: <time></time>",
    passkeyUnused: "Noch nicht verwendet",
    passkeyRename: "Umbenennen",
    passkeyRemoveTitle: "Entfernen",
    passkeyRemoveText:
      "Die Anmeldung damit ist dann nicht mehr möglich. Löschen Sie ihn auch auf Ihrem Gerät, damit er nicht mehr vorgeschlagen wird.",
    passkeyRemove: "Passkey entfernen",
    passkeyOnDevice: "Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.",
    passkeysMissing: "Dieser Browser kennt keine Passkeys.",
    passkeyNotAdded: "Es wurde kein Passkey hinzugefügt. Bitte versuchen Sie es noch einmal.",
    passkeyRefused:
      "Dieser Passkey konnte nicht hinzugefügt werden. Bitte versuchen Sie es noch einmal.",
    passkeysTooMany:
      "Ein Konto kann höchstens {max, plural, one {# Passkey} other {# Passkeys}} haben. Bitte entfernen Sie zuerst einen.",
    twoFactor: "Zwei-Faktor-Authentifizierung",
    twoFactorAbout:
      "Beim Anmelden brauchen Sie dann auch einen 6-stelligen Code aus einer App auf Ihrem Handy.",
    twoFactorNeedsPassword:
      "Legen Sie zuerst ein Passwort fest: Sie brauchen es, um sie einzuschalten.",
    on: "Ein",
    off: "Aus",
    turnOn: "Einschalten",
    turnOff: "Ausschalten",
    turnOffText: "Zum Anmelden genügt dann Ihr Passwort allein.",
    turnOffTwoFactor: "Zwei-Faktor-Authentifizierung ausschalten",
    qrCode: "QR-Code für Ihre Authenticator-App",
    scan: "Scannen Sie ihn mit einer Authenticator-App oder tippen Sie den Schlüssel ein:",
    keyCopied: "Schlüssel kopiert",
    copyKey: "Schlüssel kopieren",
    code: "Code aus der App",
    codeHint:
      "Er wechselt alle 30 Sekunden. Sobald er angenommen ist, ist die Zwei-Faktor-Authentifizierung eingeschaltet.",
    codeWrong: "Der Code ist falsch oder abgelaufen. Bitte versuchen Sie es mit dem nächsten.",
    cancel: "Abbrechen",
    codesTitle:
      "Die Zwei-Faktor-Authentifizierung ist eingeschaltet. Speichern Sie Ihre Wiederherstellungscodes",
    codesText:
      "Mit jedem Code kommen Sie einmal ohne Ihr Handy hinein. Sie werden nur einmal angezeigt.",
    codes: "Wiederherstellungscodes",
    codesCopied: "Wiederherstellungscodes kopiert",
    copyCodes: "Codes kopieren",
    downloadCodes: "Als Text herunterladen",
    codesSaved: "Ich habe sie gespeichert",
    newCodes: "Neue Wiederherstellungscodes",
    newCodesText: "Ihre bisherigen Codes gelten dann nicht mehr.",
    createCodes: "Neue Codes erstellen",
    codesLeft:
      "{count, plural, one {Noch # Wiederherstellungscode} other {Noch # Wiederherstellungscodes}}",
    noCodesLeft: "Keine Wiederherstellungscodes mehr",
    sessionsTitle: "Sitzungen · Konto",
    sessionsLead: "Wo Sie angemeldet sind",
    sessionsOthers:
      "Beenden Sie jede Sitzung, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.",
    sessionsOnlyThis: "Nur in diesem Browser.",
    endOthers: "Alle anderen beenden",
    thisBrowser: "Dieser Browser",
    browserOn: "{browser} auf {system}",
    unknownBrowser: "Unbekannter Browser",
    unknownBrowserOn: "Unbekannter Browser auf {system}",
    signedInAt: "Angemeldet: <time></time>",
    lastActiveAt: "Zuletzt aktiv: <time></time>",
    // The part that only screen readers read is hidden.
    endSession: "Beenden<hidden>: Sitzung {device}</hidden>",
    dataTitle: "Daten · Konto",
    download: "Meine Daten herunterladen",
    downloadAbout:
      "Alles, was dieser Shop über Sie speichert, als JSON: Profil, Bestellungen, Empfänger, Punkte, Guthaben, verknüpfte Anmeldedienste und Sitzungen.",
    delete: "Konto löschen",
    deleteAbout:
      "Ihre Punkte, Ihre Prämien, Ihr Guthaben und Ihr Empfehlungscode gehen damit verloren.",
    deleteTitle: "Ihr Konto löschen?",
    deleteQuestion:
      "Möchten Sie Ihr Konto wirklich löschen? Ihre Bestellungen bleiben bestehen, ohne Ihr Konto. Das lässt sich nicht rückgängig machen.",
    deleteDecline: "Konto behalten",
    deleteSure: "Ja, mein Konto löschen",
    deleteLastOwner:
      "Außer Ihnen hat niemand die Rolle des Inhabers. Geben Sie sie erst jemand anderem, bevor Sie dieses Konto löschen.",
    deleteNotFresh: "Bitte melden Sie sich ab und wieder an und löschen Sie dann das Konto.",
  },
  myOrders: {
    title: "Meine Bestellungen",
    aside: "Treuepunkte, Empfehlungen und Guthaben",
    search: "Nach Bestellnummer oder Status suchen",
    searchHint: "Bestellnummer oder Status",
    found:
      "{total, plural, one {# Bestellung passt zu „{search}“} other {# Bestellungen passen zu „{search}“}}",
    noMatch: "Keine Bestellung passt zu „{search}“",
    clearSearch: "Suche löschen",
    searchLooksAt: "Gesucht wird in Bestellnummern und Status.",
    notVerified:
      "<b>Ihre E-Mail-Adresse ist noch nicht bestätigt.</b> Bestätigen Sie sie, um die Bestellungen mit dieser Adresse zu sehen: Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.",
    none: "Noch keine Bestellungen",
    noneText: "Hier erscheinen die Bestellungen mit Ihrer E-Mail-Adresse.",
    choosePackage: "Paket auswählen",
    orders: "Bestellungen",
    order: "Bestellung {id}",
    for: "für {recipient}",
    forAccount: "für Ihr Konto",
    invoice: "Rechnung",
    invoiceOf: "Rechnung zur Bestellung {id}",
    creditNote: "Gutschrift {number}",
    correction: "Korrektur {number}",
    pages: "Seiten",
    newer: "Neuere",
    page: "Seite {page} von {pages}",
    older: "Ältere",
  },
  credit: {
    title: "Ihr Guthaben",
    use: "Verwenden Sie es, wenn Sie Ihre nächste Bestellung bezahlen.",
    verifyToUse: "Bestätigen Sie Ihre E-Mail-Adresse, um damit zu bezahlen.",
    owed: "Von der nächsten Gutschrift werden {amount} abgezogen: Sie waren schon ausgegeben und wurden dann zurückgebucht.",
    convert:
      "{points, plural, one {# Punkt in {amount} umwandeln} other {# Punkte in {amount} umwandeln}}",
    giftCode: "Geschenkcode",
    redeem: "Einlösen",
    // For every code alike: unknown, redeemed, expired and withdrawn ones.
    unusableCode:
      "Dieser Code lässt sich nicht einlösen. Bitte prüfen Sie ihn: Er gilt nur einmal und nur bis zu seinem Enddatum.",
    history: "Woher Ihr Guthaben kommt",
    historyCaption: "Änderungen Ihres Guthabens, die neuesten zuerst",
    date: "Datum",
    what: "Vorgang",
    balance: "Stand",
    ofOrder: "{what}: Bestellung <id></id>",
    moreOwed: "({amount} noch offen)",
    referral: "Empfehlung",
    referralTakenBack: "Empfehlung zurückgebucht",
    points: "Punkte",
    refund: "Erstattung",
    refundTakenBack: "Erstattung zurückgebucht",
    bought: "Gekauft",
    boughtTakenBack: "Gekauftes Guthaben zurückgebucht",
    used: "Verwendet",
    usedAtCheckout: "An der Kasse verwendet",
    returned: "Zurückerhalten",
    returnedFromCheckout: "Von der Kasse zurückerhalten",
    adjusted: "Angepasst",
    deducted: "Abgezogen, war noch offen",
  },
  loyalty: {
    tier: "Treuestufe",
    bronze: "Bronze",
    silver: "Silber",
    gold: "Gold",
    platinum: "Platin",
    progress:
      "{next, plural, one {{points} von # Punkt bis {tier}} other {{points} von # Punkten bis {tier}}}",
    pointsCount: "{points, plural, one {# Punkt} other {# Punkte}}",
    topTier: "Höchste Stufe",
    perks: "Vorteile",
    weekends: "Doppelte Punkte am Wochenende",
    birthdayBonus: "Bonuspunkte zum Geburtstag",
    referralTitle: "Ihr Empfehlungscode",
    referralLead: "Freunde geben ihn ein, wenn sie ein Konto erstellen.",
    codeCopied: "Empfehlungscode kopiert!",
    copy: "Kopieren",
    share:
      "Oder teilen Sie diesen Link, dann ist der Code schon eingetragen. Von der ersten abgeschlossenen Bestellung eines Freundes bekommen Sie 5\u00a0% als Guthaben. Ihr Freund sammelt ab der ersten Bestellung Punkte.",
    linkCopied: "Link kopiert",
    copyLink: "Link kopieren",
    friends: "Geworbene Freunde",
    earned: "Verdient",
    rules: "So funktionieren die Punkte",
    rulesText:
      "10 Punkte für jeden vollen Dollar einer abgeschlossenen Bestellung, 20 bei Bestellungen am Samstag oder Sonntag. 100 Punkte zu Ihrem Geburtstag, einmal im Jahr. 5\u00a0% der ersten abgeschlossenen Bestellung, die Freunde nach der Registrierung mit Ihrem Code aufgeben. Wird eine Bestellung storniert, gelöscht oder erstattet, werden ihre Punkte und Prämien zurückgebucht, bei einer Teilerstattung anteilig.",
    nothingYet: "Noch nichts. Der erste Eintrag kommt mit Ihrer ersten abgeschlossenen Bestellung.",
    ledgerCaption: "Änderungen von Punkten und Prämien, die neuesten zuerst",
    date: "Datum",
    what: "Vorgang",
    points: "Punkte",
    balance: "Stand",
    birthday: "Geburtstag",
    orderCompleted: "Bestellung <id></id> abgeschlossen",
    orderTakenBack: "Bestellung <id></id> zurückgebucht",
    orderRefunded: "Erstattung der Bestellung <id></id>",
    orderRefundUndone: "Erstattung der Bestellung <id></id> rückgängig gemacht",
    referral: "Empfehlung: Bestellung <id></id>",
    referralTakenBack: "Empfehlung: Bestellung <id></id> zurückgebucht",
    referralRefunded: "Empfehlung: Erstattung der Bestellung <id></id>",
    referralRefundUndone: "Empfehlung: Erstattung der Bestellung <id></id> rückgängig gemacht",
  },
  newsletter: {
    title: "Newsletter",
    lead: "Neue Pakete und Preise, ab und zu direkt in Ihr Postfach. Zuerst bestätigen Sie Ihre Adresse, und in jeder E-Mail ist ein Link zum Abbestellen.",
    email: "E-Mail",
    emailMissing: "Bitte geben Sie Ihre E-Mail-Adresse ein",
    subscribe: "Abonnieren",
    sent: "Sehen Sie in Ihr Postfach: Ein Bestätigungslink ist unterwegs an {email}. Er gilt {days, plural, one {# Tag} other {# Tage}}.",
    toShop: "Zum Shop",
    confirmTitle: "Anmeldung bestätigen",
    confirmLead:
      "Ein Klick, und Sie bekommen den Newsletter an die Adresse, an die dieser Link ging.",
    confirm: "Anmeldung bestätigen",
    subscribed: "Sie haben den Newsletter abonniert",
    subscribedLead: "Der nächste Newsletter kommt zu Ihnen. In jedem ist ein Link zum Abbestellen.",
    brokenLink: "Dieser Link funktioniert nicht",
    expiredLead:
      "Bestätigungslinks gelten {days, plural, one {# Tag} other {# Tage}}. Dieser ist abgelaufen oder wurde nicht vollständig kopiert. Ganz unten auf jeder Seite können Sie einen neuen anfordern.",
    brokenLead:
      "Er wurde nicht vollständig kopiert. Bitte öffnen Sie den Link am Ende des Newsletters noch einmal.",
    unsubscribe: "Abbestellen",
    unsubscribeTitle: "Newsletter abbestellen?",
    unsubscribeLead:
      "{email} bekommt dann keinen Newsletter mehr. E-Mails zu Ihren Bestellungen bekommen Sie weiterhin.",
    unsubscribed: "Sie haben den Newsletter abbestellt",
    unsubscribedLead: "{email} bekommt keinen Newsletter mehr. Danke fürs Lesen!",
    subscribeAgain: "Wieder abonnieren",
    goneLead: "Diese Adresse steht nicht auf der Liste und bekommt deshalb keinen Newsletter.",
  },
  legal: {
    terms: "AGB",
    privacy: "Datenschutz",
    refunds: "Erstattungen",
    termsLead: "Was Sie und {shopName} voneinander erwarten können, wenn Sie hier Coins kaufen.",
    termsSell: "Was wir verkaufen",
    termsSellText:
      "Pakete von TikTok-Coins, gesendet an das TikTok-Konto, das Sie nennen. {shopName} ist ein unabhängiger Shop ohne Verbindung zu TikTok. Nach der Lieferung gelten für Coins und Konten die eigenen Regeln von TikTok.",
    termsYou: "Was Sie uns mitteilen",
    termsYouText:
      "Einen TikTok-Nutzernamen, eine E-Mail-Adresse und, wenn Sie möchten, Ihre TikTok-UID. Bitte prüfen Sie den Nutzernamen: Die Coins gehen an das Konto, das Sie nennen, und lassen sich danach nicht mehr übertragen. Wir fragen nie nach einem TikTok-Passwort, einem Anmeldecode oder der Seed-Phrase einer Wallet.",
    termsPrices: "Preise und Preisbindung",
    termsPricesText:
      "Alle Preise sind in US-Dollar. {vat} Wenn Sie zur Zahlung mit Bitcoin kommen, wird der Preis zum dort angezeigten Kurs in einen Bitcoin-Betrag umgerechnet, und dieser Betrag steht 60 Minuten fest. Danach endet die Preisbindung, und Sie können einen neuen Betrag zum dann gültigen Kurs holen; die Adresse bleibt dieselbe.",
    termsPayment: "Zahlung",
    termsBitcoinPayment:
      "Bei Zahlung mit Bitcoin senden Sie den angezeigten Betrag an die angezeigte Adresse. Die Netzwerkgebühr rechnet Ihre Wallet hinzu. {shortPayments} Wenn Sie mehr gesendet haben, als fällig war, schreiben Sie uns.",
    termsPaidOrder:
      "Ein bezahlter Einkauf wird immer zu einer Bestellung, auch wenn Sie die Seite vor dem Abschluss geschlossen haben. {unpaidOrders} Geld, das für eine stornierte Bestellung eingeht, wird von Hand geprüft.",
    termsDelivery: "Lieferung",
    termsDeliveryText:
      "Zuerst muss Ihre Zahlung eingehen: Bei Bitcoin muss das Netzwerk sie bestätigen, was oft 10 bis 60 Minuten dauert und länger, wenn das Netzwerk ausgelastet ist. Danach wechselt Ihre Bestellung auf „In Bearbeitung“ und, sobald die Coins auf dem Konto sind, auf „Abgeschlossen“. {deliveryTime} Mit Bestellnummer und E-Mail-Adresse können Sie sie auf der Seite [Bestellung verfolgen](/track-order) mitverfolgen.",
    termsRejected: "Stornierte Bestellungen und Erstattungen",
    termsRejectedText:
      "Wenn wir nicht liefern können, zum Beispiel weil es den Nutzernamen nicht gibt, wird die Bestellung storniert, und ihre Seite sagt das. Bitcoin-Zahlungen lassen sich nicht rückgängig machen; eine Erstattung ist deshalb eine neue Zahlung an eine Adresse, die Sie uns nennen. {otherRefunds} Gelieferte Coins können nicht zurückgegeben werden und werden nicht erstattet. Was wann und wie erstattet wird, steht unter [Erstattungen](/refunds).",
    termsCredit: "Guthaben",
    termsCreditText:
      "Ein Konto kann Guthaben haben: aus Empfehlungen, Geschenkcodes, Erstattungen, die Sie mit Ihrer Zustimmung als Guthaben erhalten, oder als Geschenk von uns. Sie verwenden es für Bestellungen in diesem Shop. Es wird nicht in Geld ausgezahlt, ist nicht übertragbar und endet mit dem Konto. Was mit Guthaben bezahlt wurde, kommt als Guthaben zurück, wenn die Bestellung storniert wird. Guthaben, das es für etwas gab, das später rückgängig gemacht wird, zum Beispiel für die Bestellung eines Freundes, die storniert wird, wird zurückgebucht.",
    termsData: "Ihre Daten",
    termsDataText:
      "Wir speichern, was für eine Bestellung nötig ist: den Nutzernamen, die UID, falls Sie sie angegeben haben, Ihre E-Mail-Adresse und die Zahlung. Wir verwenden diese Daten, um zu liefern, Ihnen zu antworten und unsere Bücher zu führen. Auf Seiten, die nur mit einer Bestellnummer geöffnet werden, sind diese Angaben verdeckt. Einzelheiten stehen unter [Datenschutz](/privacy).",
    termsQuestions: "Fragen",
    termsQuestionsText: "Schreiben Sie an {supportEmail} und geben Sie Ihre Bestellnummer an.",
    privacyLead:
      "Was {shopName} über Sie speichert, warum, wie lange und wer sonst etwas davon sieht.",
    privacyOrder: "Wenn Sie bestellen",
    privacyOrderText:
      "Ihre E-Mail-Adresse, der TikTok-Nutzername und, falls angegeben, die TikTok-UID; {country} das Paket, die Beträge und die Zeitpunkte; was Sie und wir einander zu der Bestellung schreiben. {withdrawalData} Bei Zahlungen mit Bitcoin: die Adresse und was das Netzwerk über die Zahlung zeigt; bei anderen Zahlungen: Betrag, Zeitpunkt und Referenz. Wir verwenden diese Daten, um die Coins zu liefern, Ihnen zu antworten und unsere Bücher zu führen.",
    privacyPush:
      "Wenn Sie sich von Ihrem Browser melden lassen, dass die Coins da sind: die Adresse, unter der sein Push-Dienst Nachrichten für ihn annimmt, bis er es gemeldet hat, höchstens 30 Tage.",
    privacyNever:
      "Wir fragen nie nach einem TikTok-Passwort, einem Anmeldecode oder der Seed-Phrase einer Wallet. Wie jede Bitcoin-Zahlung ist Ihre im Netzwerk öffentlich.",
    privacyAccount: "Wenn Sie ein Konto haben",
    privacyAccountText:
      "Ihr Name und Ihre E-Mail-Adresse, ein Hashwert Ihres Passworts, aus dem es sich nicht ablesen lässt, Ihre Punkte, Ihr Guthaben mit jeder Änderung und Ihr Empfehlungscode, wer Sie empfohlen hat und Ihr Geburtstag, falls Sie ihn angeben. Wenn Sie die Zwei-Faktor-Authentifizierung einrichten, ihr Schlüssel und ihre Wiederherstellungscodes, verschlüsselt. Für jeden Browser, in dem Sie angemeldet sind: seine Netzwerkadresse, sein Name und wann er zuletzt verwendet wurde, damit Sie die Sitzung in Ihrem Konto prüfen und beenden können. Die Arten von Browsern und Netzwerken, mit denen Sie sich angemeldet haben, als Hashwerte, damit wir Ihnen eine E-Mail senden können, wenn eine neue dazukommt. Nach einer Änderung Ihrer E-Mail-Adresse 7 Tage lang die vorherige, damit die Änderung von dort aus rückgängig gemacht werden kann.",
    privacySocial:
      "Wenn Sie sich mit Google oder Facebook anmelden, geben diese uns Ihren Namen, Ihre E-Mail-Adresse, eine Kennung Ihres Kontos und Token, mit denen wir nur diese Daten lesen können, und sie erfahren, dass Sie sich hier anmelden. Solange Sie diese Schaltfläche nicht drücken, werden mit ihnen keine Daten ausgetauscht.",
    privacyNewsletter: "Wenn Sie den Newsletter abonnieren",
    privacyNewsletterText:
      "Ihre E-Mail-Adresse, die Seite, auf der Sie sich angemeldet haben, und wann Sie sich angemeldet, die Anmeldung bestätigt und den Newsletter abbestellt haben. Niemand bekommt ihn, ohne ihn bestätigt zu haben, und in jedem Newsletter ist ein Link zum Abbestellen. Wir erfassen nicht, wer eine E-Mail öffnet oder einem Link darin folgt.",
    privacyCookies: "Cookies",
    privacyCookiesText:
      "Nur solche, ohne die der Shop nicht funktioniert. Deshalb bitten wir Sie dafür nicht um eine Einwilligung.",
    privacyCookieVisitor:
      "`satchel_visitor` erkennt Ihren Browser wieder, für Ihren Einkauf und die Bestellungen, die er sehen darf: 30 Tage, gesetzt, wenn Sie ein Paket zur Kasse nehmen oder eine Bestellung öffnen.",
    privacyCookieSignedOut:
      "`satchel_signed_out` enthält dasselbe für 10 Minuten, nachdem Sie sich abgemeldet haben, wenn dieser Browser andere Bestellungen hat, damit Sie sie hier behalten können.",
    privacyCookieCode:
      "`satchel_code` enthält den Code eines Links, dem Sie gefolgt sind, bis Sie ein Paket wählen: höchstens 30 Tage.",
    privacyCookieSession:
      "`satchel.session_token` hält Sie angemeldet: bis Sie sich abmelden, höchstens 30 Tage.",
    privacyCookieState:
      "`satchel.state` bringt Sie von Google oder Facebook zurück, während Sie sich dort anmelden: 5 Minuten.",
    privacyCookieTwoFactor:
      "`satchel.two_factor` wartet auf Ihren Code, während Sie sich mit Zwei-Faktor-Authentifizierung anmelden: 10 Minuten.",
    privacyCookiePasskey:
      "`satchel.passkey_challenge` ist das, was ein Passkey unterschreiben soll, wenn Sie sich mit einem anmelden oder einen hinzufügen: 5 Minuten.",
    privacyCookieKnown:
      "`satchel.known_browser` zeigt, dass Sie sich mit diesem Browser schon einmal angemeldet haben, damit falsche Passwörter anderer Sie dort nicht aussperren: ein Jahr, gesetzt, wenn Sie sich anmelden. Es sagt nicht, wer Sie sind.",
    privacyCookieLanguage:
      "`satchel_language` und `satchel_currency` enthalten die Sprache und die Währung, die Sie gewählt haben: ein Jahr, gesetzt, wenn Sie eine wählen.",
    privacyCookieNames:
      "Wo diese Seite über https kam, beginnen diese Namen mit `__Host-`. Ob Sie hell oder dunkel gewählt haben, bleibt im eigenen Speicher Ihres Browsers, ebenso die Adresse einer Seite, die Sie aufgerufen haben, bis sie sich öffnet.",
    privacyNoAnalytics: "Keine Analyse, keine Dritten",
    privacyNoAnalyticsText:
      "Die Seiten laden nichts von anderen Servern: keine Analyse, keine Werbung, keine Schriften oder Skripte von anderswo.",
    privacyServer: "Mit wem der Server spricht",
    privacyServerText:
      "Kursdienste, für den Bitcoin-Kurs; sie erfahren nichts über Sie. Ein oder mehrere Dienste, die das Bitcoin-Netzwerk lesen; sie sehen die Zahlungsadresse Ihrer Bestellung, aber nicht, wem sie gehört. Ein Mailserver, der Ihre E-Mail-Adresse und die E-Mails an Sie erhält. Wenn Sie sich melden lassen, dass die Coins da sind, der Push-Dienst Ihres Browsers; er erfährt, dass es eine Nachricht gibt, aber nicht, was darin steht. {otherCompanies} Programme, die uns beim Liefern der Coins helfen, können Daten zu Ihrer Bestellung erhalten: ihre Nummer, was Sie bestellt haben, Ihren TikTok-Nutzernamen und Ihre UID, Ihre E-Mail-Adresse. An andere gibt der Shop Ihre Daten nicht weiter.",
    privacyHowLong: "Wie lange",
    privacyHowLongText:
      "Bestellungen, ihre Zahlungen und die E-Mails dazu werden so lange aufbewahrt, wie wir unsere Bücher aufbewahren müssen. Nicht bestätigte Newsletter-Anmeldungen werden nach 7 Tagen gelöscht; die Liste der Empfänger eines Newsletters 30 Tage nach dem Versand. Was Programme zu Ihrer Bestellung erhalten haben, wird 30 Tage aufbewahrt. Wenn Sie den Newsletter abbestellen, behalten wir einen Vermerk darüber, bis Sie uns bitten, ihn zu löschen.",
    privacyAttempts:
      "Fehlgeschlagene Anmeldungen und Bestellabfragen, Registrierungen und Anforderungen von E-Mails werden etwa einen Tag lang nach Netzwerk und E-Mail-Adresse gezählt, um das Erraten zu bremsen. Das Protokoll des Servers vermerkt jede Anmeldung mit der Kennung des Kontos und der Netzwerkadresse.",
    privacyRights: "Ihre Rechte",
    privacyRightsText:
      "In [Ihrem Konto](/account) können Sie berichtigen, was falsch ist, herunterladen, was über Sie gespeichert ist, und das Konto löschen. Bestellungen bleiben danach in unseren Büchern. Sie haben ohne Konto bestellt, möchten etwas löschen lassen oder mehr wissen? Schreiben Sie an {supportEmail}, und zwar von der Adresse, mit der Sie bestellt haben, damit wir wissen, dass Sie es sind. Gelöschte Daten können in Sicherungskopien verbleiben, bis diese ersetzt werden.",
    refundsLead:
      "Wann {shopName} Geld zurücksendet, wie das mit Bitcoin geht und was nicht erstattet werden kann.",
    refundsPayment: "Eine Erstattung ist eine neue Zahlung",
    refundsPaymentText:
      "Eine Bitcoin-Zahlung können weder Sie noch wir noch eine Bank rückgängig machen. Eine Erstattung ist eine eigene Zahlung, die wir von Hand aus unserer Wallet an eine Ihrer Adressen senden.",
    refundsWhen: "Wann wir Geld zurücksenden",
    refundsUndeliverable:
      "**Wir können nicht liefern**, zum Beispiel weil es den Nutzernamen nicht gibt. Die Bestellung wird storniert, ihre Seite sagt das, und Sie bekommen zurück, was Sie bezahlt haben.",
    refundsTooMuch:
      "**Sie haben zu viel bezahlt** oder doppelt. Sie bekommen zurück, was zu viel war; bitte schreiben Sie uns.",
    refundsTooLittle:
      "**Sie haben zu wenig bezahlt** und möchten den Rest nicht senden. Sie bekommen zurück, was Sie gesendet haben.",
    refundsTooLate:
      "**Sie haben zu spät bezahlt**, und da deckte die Zahlung den Preis nicht mehr. Sie haben die Wahl: Sie senden den Rest oder bekommen zurück, was Sie gesendet haben.",
    refundsRejected:
      "**Sie haben eine Bestellung bezahlt, die schon storniert war**, zum Beispiel weil sie zu lange unbezahlt blieb. Sie bekommen zurück, was Sie gesendet haben, oder wir liefern doch noch, wenn Sie einverstanden sind.",
    refundsLate: "Verspätete und unvollständige Zahlungen",
    refundsShortText:
      "{shortPayments} Ist die Zeit dafür vorbei, prüfen wir die Zahlung von Hand und schreiben Ihnen.",
    refundsHow: "So läuft es ab",
    refundsWrite:
      "Schreiben Sie von der E-Mail-Adresse Ihrer Bestellung an {supportEmail} und geben Sie die Bestellnummer an. Wenn es uns zuerst auffällt, schreiben wir an diese Adresse.",
    refundsAddress:
      "Wenn Sie mit Bitcoin bezahlt haben, bitten wir Sie um eine Ihrer Bitcoin-Adressen. Wir senden nicht dorthin, woher die Zahlung kam: Diese Adresse gehört oft einer Börse, und was dort ankommt, erreicht Sie vielleicht nicht.",
    refundsCheck:
      "Bitte prüfen Sie die Adresse, die Sie uns nennen. Geld, das an eine falsche Adresse geht, lässt sich nicht zurückholen.",
    refundsSent:
      "Wir senden die Erstattung, und die Seite Ihrer Bestellung zeigt, wie viel wohin ging und in welcher Transaktion.",
    refundsOnlyAddress:
      "Wir bitten nur um eine Adresse: keine Vorauszahlung, keine Seed-Phrase, kein Passwort. Jede Erstattung wird von Hand ausgeführt und kann deshalb ein paar Werktage dauern. Ohne Adresse können wir nichts senden; Ihre Zahlung bleibt bei Ihrer Bestellung verbucht, bis Sie uns eine nennen.",
    refundsHowMuch: "Wie viel",
    refundsHowMuchText:
      "Was mit Bitcoin bezahlt wurde, wird in Bitcoin erstattet: der Bitcoin-Betrag, den Sie gesendet haben, oder was davon zu viel war, unabhängig davon, wie viele Dollar er dann wert ist. Die Netzwerkgebühr Ihrer Wallet ging an das Netzwerk und nicht an uns, deshalb können wir sie nicht zurückgeben. Die Gebühr der Erstattung wird von dem abgezogen, was wir senden, außer der Fehler lag bei uns. Ein Betrag, der kleiner ist als diese Gebühr, kann nicht gesendet werden.",
    refundsNot: "Was nicht erstattet wird",
    refundsDelivered:
      "Gelieferte Coins. Sie lassen sich von einem TikTok-Konto nicht mehr entfernen.",
    refundsOtherUsername:
      "Coins, die an den angegebenen Nutzernamen geliefert wurden, wenn Sie einen anderen gemeint hatten.",
    refundsRate: "Änderungen des Bitcoin-Kurses zwischen Ihrer Zahlung und einer Erstattung.",
    refundsRights: "Ihre gesetzlichen Rechte als Verbraucher bleiben unberührt.",
    refundsQuestions: "Fragen",
    refundsQuestionsText: "Schreiben Sie an {supportEmail} und geben Sie Ihre Bestellnummer an.",
    /** For owners who have changed neither. */
    consent:
      "Ich stimme ausdrücklich zu, dass Sie meine Bestellung vor Ablauf der Widerrufsfrist von 14 Tagen liefern. Mir ist bekannt, dass ich mein Widerrufsrecht verliere, sobald sie geliefert ist.",
    withdrawalNotice:
      "Sie haben das Recht, diesen Vertrag binnen 14 Tagen ohne Angabe von Gründen zu widerrufen. Wenn Sie der sofortigen Lieferung zugestimmt haben, erlischt dieses Recht, sobald Ihre Bestellung geliefert ist. Was Sie bezahlt haben, erstatten wir binnen 14 Tagen.",
    /** What stands in the place of the placeholders. */
    latePayments:
      "{minutes, plural, =0 {Eine Zahlung, die das Bitcoin-Netzwerk rechtzeitig erreicht, zählt, auch wenn sie erst später bestätigt wird.} one {Eine Zahlung, die das Bitcoin-Netzwerk rechtzeitig oder höchstens eine Minute zu spät erreicht, zählt, auch wenn sie erst später bestätigt wird.} other {Eine Zahlung, die das Bitcoin-Netzwerk rechtzeitig oder höchstens {minutes} Minuten zu spät erreicht, zählt, auch wenn sie erst später bestätigt wird.}} Was später kommt, zählt, wenn es bei der Ankunft den Preis wert war; wenn nicht, prüfen wir es von Hand, und es geht nicht verloren.",
    exactAmounts:
      "Bitte senden Sie genau diesen Betrag: An ihm erkennen wir, wessen Zahlung es ist. Jeder andere Betrag wird von Hand geprüft und geht nicht verloren.",
    anyMissing:
      "Fehlt ein Teil davon, senden Sie den Rest an dieselbe Adresse; die Coins werden gesendet, sobald der volle Betrag da ist.",
    moreMissing:
      "Fehlen höchstens {share}, gilt der Betrag als bezahlt. Fehlt mehr, senden Sie den Rest an dieselbe Adresse; die Coins werden gesendet, sobald der volle Betrag da ist.",
    unpaidOrders:
      "{hours, plural, one {Eine Bestellung, die eine Stunde nach Ende ihrer letzten Preisbindung noch unbezahlt ist, wird storniert.} other {Eine Bestellung, die {hours} Stunden nach Ende ihrer letzten Preisbindung noch unbezahlt ist, wird storniert.}}",
    onlyBitcoin: "Sie bezahlen mit Bitcoin.",
    otherMethods:
      "Sie bezahlen {paid}. {others} bezahlen Sie den Preis in US-Dollar, sobald die Bestellung aufgegeben ist.",
    otherRefunds: "Was {paid} bezahlt wurde, geht auf demselben Weg zurück.",
    otherCompanies:
      "Wenn Sie dort bezahlen, {names}; dorthin gehen der Betrag, die Bestellung und Ihre E-Mail-Adresse. Was Sie auf deren Seiten eingeben, etwa eine Kartennummer, sieht dieser Shop nie.",
    vat: "Darin sind {rate} Mehrwertsteuer enthalten.",
    country: "das Land, das Sie gewählt haben;",
    withdrawal: "Widerrufsrecht",
    withdrawHere: "Drücken Sie dazu auf der Seite Ihrer Bestellung „{button}“.",
    withdrawalData:
      "Wenn Sie den Vertrag widerrufen: der Name und die E-Mail-Adresse, die Sie dabei angeben.",
  },
  errors: {
    outdated: "Diese Seite ist veraltet",
    outdatedText:
      "Der Shop wurde wahrscheinlich aktualisiert, seit Sie sie geöffnet haben. Es wurde nichts geändert: Bitte laden Sie die Seite neu und wiederholen Sie den letzten Schritt.",
    reload: "Seite neu laden",
    failed: "Da ist etwas schiefgegangen",
    failedText:
      "Diese Seite konnte nicht angezeigt werden, und das liegt an uns. Ihre Bestellungen und Zahlungen sind sicher: Sie hängen nicht von dieser Seite ab.",
    requestId: "Wenn Sie uns deswegen schreiben, geben Sie bitte diese Anfrage-ID an: <id></id>",
    tryAgain: "Erneut versuchen",
    home: "Zur Startseite",
    paused: "Zurzeit keine neuen Bestellungen",
    pausedText:
      "Der Shop kann gerade keine neuen Bestellungen annehmen. Aufgegebene Bestellungen und Zahlungen, die unterwegs sind, sind sicher. Bitte versuchen Sie es später noch einmal.",
    unreachable: "Der Shop ist nicht erreichbar",
    unreachableText:
      "Diese Seite kommt von selbst zurück, sobald es geht. Ihre Bestellungen und Zahlungen sind sicher: Sie hängen nicht von dieser Seite ab.",
    forbidden: "Kein Zugriff",
    forbiddenText:
      "Ihre Rolle umfasst diese Seite nicht. Der Inhaber des Shops kann Ihnen eine andere geben.",
    toWork: "Zu meiner Arbeit",
    notFound: "Seite nicht gefunden",
    notFoundText:
      "Diese Seite gibt es nicht, oder sie wurde verschoben. Ihre Bestellungen sind davon nicht betroffen.",
    track: "Bestellung verfolgen",
    busy: "Bitte versuchen Sie es in ein paar Sekunden noch einmal",
    busyMessage:
      "Zu viele Anmeldungen auf einmal. Bitte versuchen Sie es in ein paar Sekunden noch einmal.",
    backToForm: "Zurück zum Formular",
    tooLong: "Das ist zu lang: höchstens {size} kB. Es wurde nichts gespeichert.",
    addressTooLong: "Diese Adresse ist zu lang.",
    addressUnreadable: "Diese Adresse ist nicht lesbar.",
    databaseUnreachable: "Die Datenbank ist nicht erreichbar.",
    serverFailed:
      "Da ist etwas schiefgegangen. Es ist nichts verloren; bitte versuchen Sie es noch einmal.",
    /** Below it, for questions to the shop. */
    serverRequest: "Anfrage {id}",
    tooManyAttempts:
      "{minutes, plural, one {Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.} other {Zu viele Versuche. Bitte warten Sie # Minuten und versuchen Sie es dann noch einmal.}}",
  },
  ui: {
    switchTheme: "Zwischen hell und dunkel wechseln",
    columns:
      "{columns, plural, one {Ein Stapel Scheiben} other {Stapel von Scheiben}}, je eine für {scale, plural, one {# Coin} other {# Coins}}: {sizes} Coins",
    discs:
      "{discs, plural, one {# Scheibe} other {# Scheiben}}, je eine für {scale, plural, one {# Coin} other {# Coins}}",
    discsCutOff:
      "{discs, plural, one {# Scheibe} other {# Scheiben}}, je eine für {scale, plural, one {# Coin} other {# Coins}}; das Bild endet bei {shown, number}",
    copyFailed: "Kopieren fehlgeschlagen",
    copyByHand: "Markieren Sie den Text und kopieren Sie ihn von Hand.",
    optional: "Optional",
    polling:
      "Live-Aktualisierungen sind auf dieser Verbindung blockiert, deshalb sieht diese Seite {seconds, plural, one {jede Sekunde} other {alle # Sekunden}} nach.",
    checkedAt: "Zuletzt geprüft um {time}.",
    checkNow: "Jetzt prüfen",
    messages: "Meldungen",
    /** Read after the name of a step. */
    stepDone: ", erledigt",
    stepNow: ", läuft gerade",
    stepLater: ", noch offen",
    stepStopped: ", abgebrochen",
    toasts: "Benachrichtigungen",
    dismiss: "Schließen",
    statusPending: "Offen",
    statusProcessing: "In Bearbeitung",
    statusCompleted: "Abgeschlossen",
    statusRejected: "Storniert",
  },
  notices: {
    placed: "Vielen Dank für Ihre Bestellung!",
    refundAddressSaved: "Adresse für Erstattungen gespeichert",
    recipientCorrected: "Empfänger korrigiert",
    emailSentAgain: "Wir senden unsere E-Mail noch einmal",
    withdrawalReceived: "Ihr Widerruf ist bei uns eingegangen",
    deviceTold: "Dieses Gerät gibt Bescheid, wenn Ihre Coins da sind",
    messageSent: "Nachricht gesendet",
    ordersForgotten: "Dieses Gerät hat seine Bestellungen vergessen",
    methodChanged: "Zahlungsart geändert",
    pageClosed:
      "Ihre Bestellung ist gespeichert. Wenn Sie noch nicht bezahlt haben, können Sie das hier tun",
    signedIn: "Sie sind angemeldet!",
    registered: "Ihr Konto ist erstellt!",
    nameSaved: "Name gespeichert",
    birthdaySaved: "Geburtstag gespeichert",
    emailSent: "E-Mail gesendet: Öffnen Sie den Link darin, um die Adresse zu bestätigen",
    emailVerified: "E-Mail-Adresse bestätigt",
    passwordSaved: "Passwort geändert",
    sessionEnded: "Diese Sitzung wurde beendet",
    twoFactorOff: "Die Zwei-Faktor-Authentifizierung ist ausgeschaltet",
    passkeyAdded: "Passkey hinzugefügt",
    passkeyRenamed: "Passkey umbenannt",
    passkeyRemoved: "Passkey entfernt",
    deleted: "Konto gelöscht",
    packageGone: "Dieses Paket gibt es nicht mehr",
    packageSoldOut: "Dieses Paket ist gerade ausverkauft",
    codeKept: "Ihr Code ist gemerkt und wird an der Kasse abgezogen",
    creditRedeemed: "Geschenkcode eingelöst",
    pointsConverted: "Punkte in Guthaben umgewandelt",
    creditTakenBack: "Guthaben zurückgeholt",
    creditNotTakenBack:
      "Für diesen Bestellvorgang ist eine Zahlung eingegangen, deshalb bleibt sein Guthaben dort",
    teamJoined: "Sie gehören jetzt zum Team. Bitte melden Sie sich an, um loszulegen",
    twoFactorNeeded:
      "Richten Sie die Zwei-Faktor-Authentifizierung ein, um die Verwaltung zu öffnen",
    secondFactorNeeded:
      "Fügen Sie einen Passkey hinzu oder richten Sie die Zwei-Faktor-Authentifizierung ein, um die Verwaltung zu öffnen",
    codeUnknown: "Den Code dieses Links kennen wir nicht",
    pageUnavailable:
      "Die Zahlungsseite lässt sich gerade nicht öffnen. Ihre Bestellung ist aufgegeben: Bitte versuchen Sie es hier gleich noch einmal",
    notOpen:
      "Wir nehmen gerade keine Zahlungen mit Bitcoin an. Bitte versuchen Sie es später noch einmal",
    deviceRefused: "Dieses Gerät kann keine Meldungen bekommen",
    notPayable: "Diese Bestellung wartet nicht mehr auf eine Zahlung",
    emailNotCorrected: "Die E-Mail-Adresse wurde nicht geändert: Bitte prüfen Sie sie unten",
    refundAddressClosed: "Die Adresse für Erstattungen lässt sich nicht mehr ändern",
    coinsArrived:
      "Ihre Coins sind da: {coins, plural, one {# Coin} other {# Coins}}, Bestellung {order}",
    linkSent: "Der Link ist unterwegs an die E-Mail-Adresse der Bestellung",
    proofNeeded: "Bitte öffnen Sie zuerst den Link in unserer E-Mail",
  },
  rules: {
    emailMissing: "Bitte geben Sie eine E-Mail-Adresse ein",
    emailInvalid: "Bitte geben Sie eine gültige E-Mail-Adresse ein",
    emailInvisible:
      "Die E-Mail-Adresse enthält unsichtbare Zeichen. Bitte tippen Sie sie ein, statt sie einzufügen",
    usernameMissing: "Bitte geben Sie den TikTok-Nutzernamen ein",
    usernameInvisible:
      "Der TikTok-Nutzername enthält unsichtbare Zeichen. Bitte tippen Sie ihn ein, statt ihn einzufügen",
    usernameLink:
      "Dieser Link enthält den Nutzernamen nicht. Bitte geben Sie den Nutzernamen selbst ein",
    usernameCharacters:
      "Ein TikTok-Nutzername besteht nur aus Buchstaben, Ziffern, Unterstrichen und Punkten",
    usernamePeriod: "Ein TikTok-Nutzername endet nicht mit einem Punkt",
    usernameShort: "Ein TikTok-Nutzername hat mindestens {min, number} Zeichen",
    usernameLong: "Ein TikTok-Nutzername hat höchstens {max, number} Zeichen",
    uidLong: "Die TikTok-UID ist zu lang (höchstens {max, number} Zeichen)",
    uidCharacters: "Die TikTok-UID enthält Zeichen, die nicht verwendet werden können",
    uidInvisible:
      "Die TikTok-UID enthält unsichtbare Zeichen. Bitte tippen Sie sie ein, statt sie einzufügen",
    countryMissing: "Bitte wählen Sie Ihr Land",
    giftEmailMissing: "Bitte geben Sie die E-Mail-Adresse der beschenkten Person ein",
    giftMessageLong: "Die Nachricht ist zu lang (höchstens {max, number} Zeichen)",
    giftMessageCharacters: "Die Nachricht enthält Zeichen, die nicht verwendet werden können",
    giftMessageInvisible:
      "Die Nachricht enthält unsichtbare Zeichen. Bitte tippen Sie sie ein, statt sie einzufügen",
    couponEndedOn: "Der Code {code} galt bis {date}.",
    couponEnded: "Der Code {code} gilt nicht mehr.",
    couponNotStarted: "Der Code {code} gilt erst ab {date}.",
    couponOtherPackage: "Der Code {code} gilt nicht für dieses Paket.",
    couponMinimum: "Der Code {code} gilt für Pakete ab {amount}.",
    couponNothing: "Mit dem Code {code} wird dieser Preis nicht günstiger.",
    couponFirstOrder:
      "Der Code {code} gilt für die erste Bestellung, und mit dieser E-Mail-Adresse gibt es schon eine.",
    couponUsed: "Sie haben den Code {code} schon eingelöst.",
    couponUsedOften:
      "Sie haben den Code {code} so oft eingelöst, wie er gilt: {times, number}-mal.",
    couponUsedUp: "Der Code {code} ist aufgebraucht.",
    consentMissing:
      "Bitte setzen Sie das Häkchen bei der Zustimmung zur sofortigen Lieferung und schließen Sie dann Ihre Bestellung ab.",
    consentChanged:
      "Der Text, dem Sie zustimmen sollen, hat sich geändert. Bitte lesen Sie ihn noch einmal.",
    required: "Bitte füllen Sie alle Pflichtfelder aus",
    nameMissing: "Bitte geben Sie einen Namen ein",
    nameLong: "Der Name ist zu lang (höchstens {max, number} Zeichen)",
    nameCharacters: "Der Name enthält Zeichen, die nicht verwendet werden können",
    nameInvisible:
      "Der Name enthält unsichtbare Zeichen. Bitte tippen Sie ihn ein, statt ihn einzufügen",
    nameAddress: "Der Name darf keine Webadresse enthalten",
    passwordShort: "Das Passwort muss mindestens {min, number} Zeichen haben",
    passwordLong: "Das Passwort darf höchstens {max, number} Zeichen haben",
    passwordsDiffer: "Die Passwörter stimmen nicht überein",
    termsMissing: "Bitte akzeptieren Sie die AGB, um ein Konto zu erstellen",
    referralCodeUnknown: "Diesen Empfehlungscode gibt es nicht",
    signInMissing: "Bitte geben Sie E-Mail-Adresse und Passwort ein",
    signInFailed: "Anmeldung fehlgeschlagen. Bitte prüfen Sie E-Mail-Adresse und Passwort.",
    passwordWrong: "Das Passwort ist falsch",
    signInNotFresh: "Bitte melden Sie sich ab und wieder an und versuchen Sie es dann noch einmal.",
    passwordCommon:
      "Dieses Passwort steht auf Listen häufiger Passwörter. Bitte wählen Sie ein anderes",
    passwordIsName:
      "Dieses Passwort ist leicht zu erraten, weil es ein Name ist. Bitte wählen Sie ein anderes",
    dateMissing: "Bitte geben Sie ein Datum ein",
    yourPasswordMissing: "Bitte geben Sie Ihr Passwort ein",
    codeMissing: "Bitte geben Sie den 6-stelligen Code aus Ihrer App ein",
    giftMessageAddress: "Die Nachricht darf keine Webadresse enthalten",
  },
  mail: {
    subject: "{shop}: {subject}",
    orderFoot:
      "Fragen? Schreiben Sie an {email} und geben Sie die Bestellnummer an. Nach einem Passwort oder der Seed-Phrase einer Wallet fragen wir nie.",
    accountFoot:
      "Fragen? Schreiben Sie an {email}. Nach einem Passwort oder der Seed-Phrase einer Wallet fragen wir nie.",
    questionsFoot: "Fragen? Schreiben Sie an {email}.",
    utc: "{time} UTC",
    coins: "{coins, plural, one {# Coin} other {# Coins}}",
    credit: "{amount} Guthaben",
    giftCode: "Geschenkcode über {amount}",
    coinsFor: "{coins, plural, one {# Coin} other {# Coins}} für {username}",
    creditFor: "{amount} Guthaben für Ihr Konto",
    giftCodeFor: "Geschenkcode über {amount} für {email}",
    followOrder: "Bestellung verfolgen",
    showOrder: "Bestellung ansehen",
    stillToPay: "Noch zu bezahlen",
    stillToPayCard: "Noch mit Karte zu bezahlen",
    stillToPayBitcoin: "Noch mit Bitcoin zu bezahlen",
    stillToPayPaypal: "Noch mit PayPal zu bezahlen",
    stillToPayTransfer: "Noch per Überweisung zu bezahlen",
    toAddress: "An diese Adresse",
    payOnPage: "Bezahlen Sie auf der Seite der Bestellung, über Lightning oder on-chain.",
    heldUntil: "Der Betrag steht fest bis {time}.",
    useReference:
      "Geben Sie genau diesen Verwendungszweck an, damit wir Ihre Zahlung finden. Die Bestellung geht weiter, sobald sie da ist.",
    pageTakesYou: "Auf der Seite der Bestellung kommen Sie zur Zahlung.",
    accountName: "Kontoinhaber",
    iban: "IBAN",
    accountNumber: "Kontonummer",
    bank: "Bank",
    reference: "Verwendungszweck",
    paypalAccount: "PayPal-Konto",
    note: "Hinweis",
    received: "Eingegangen",
    receivedCard: "Eingegangen per Karte",
    receivedBitcoin: "Eingegangen in Bitcoin",
    receivedPaypal: "Eingegangen über PayPal",
    receivedTransfer: "Eingegangen per Überweisung",
    amountDue: "Fälliger Betrag",
    placedSubject: "Ihre Bestellung {order}",
    placedHeading: "Vielen Dank für Ihre Bestellung {order}",
    placedPreview: "{goods}, {price}",
    placedTotal: "{goods}, insgesamt {price}.",
    placedShown: "Das sind {amount}; berechnet wird in US-Dollar.",
    byCoupon: "Mit dem Code {code} haben Sie {amount} gespart.",
    byCredit: "{amount} wurden mit Ihrem Guthaben bezahlt.",
    nothingToPay: "Sie müssen nichts bezahlen.",
    partArrived:
      "Ein Teil Ihrer Zahlung ist eingegangen: {amount}. Bitte senden Sie den Rest, dann geht die Bestellung weiter.",
    unpaidCoins: "Die Coins kommen, sobald Ihre Zahlung bestätigt ist.",
    unpaidCredit:
      "Das Guthaben wird Ihrem Konto gutgeschrieben, sobald Ihre Zahlung bestätigt ist.",
    unpaidGiftCode: "Der Geschenkcode wird gesendet, sobald Ihre Zahlung bestätigt ist.",
    seenCoins:
      "Ihre Zahlung wurde erkannt. Sie müssen nichts weiter tun: Die Coins kommen, sobald sie bestätigt ist.",
    seenCredit:
      "Ihre Zahlung wurde erkannt. Sie müssen nichts weiter tun: Das Guthaben wird Ihrem Konto gutgeschrieben, sobald sie bestätigt ist.",
    seenGiftCode:
      "Ihre Zahlung wurde erkannt. Sie müssen nichts weiter tun: Der Geschenkcode wird gesendet, sobald sie bestätigt ist.",
    newQuoteLater: "Danach gibt es auf der Seite der Bestellung einen neuen.",
    placedTrack:
      "Oder öffnen Sie im Shop „Bestellung verfolgen“ und geben Sie die Bestellnummer {order} und diese E-Mail-Adresse ein.",
    missingSubject: "Ein Teil der Zahlung für Bestellung {order} fehlt",
    missingHeading: "Ein Teil der Zahlung fehlt",
    missingPreview: "Für Bestellung {order} fehlen noch {amount}",
    missingBody:
      "Für Bestellung {order} ({goods}) sind {amount} eingegangen. Die Bestellung geht weiter, sobald der Rest da ist.",
    ratherRefund: "Wenn Sie lieber eine Erstattung möchten, schreiben Sie an {email}.",
    seeRest: "Restbetrag ansehen",
    detectedSubject: "Bestellung {order}: Zahlung erkannt",
    paidSubject: "Bestellung {order}: Zahlung bestätigt",
    reviewSubject: "Bestellung {order}: Ihre Zahlung wird geprüft",
    detectedHeading: "Zahlung erkannt",
    paidHeading: "Zahlung bestätigt",
    reviewHeading: "Ihre Zahlung wird geprüft",
    paymentOf: "Bestellung {order}: {goods}, {price}.",
    detectedBody:
      "Ihre Zahlung ist unterwegs: Das Netzwerk hat sie erkannt und wird sie bald bestätigen. Sie müssen nichts weiter tun.",
    paidBody: "Ihre Zahlung ist bestätigt.",
    overpaidBody: "Ihre Zahlung ist bestätigt, und es war mehr als der fällige Betrag.",
    reviewBody:
      "Wir prüfen die Zahlung und entscheiden, wie es weitergeht. Es geht nichts verloren, und Sie müssen nichts senden.",
    paidCoins:
      "Als Nächstes senden wir die Coins und schreiben Ihnen wieder, sobald sie auf dem Konto sind.",
    paidCredit: "Als Nächstes wird das Guthaben Ihrem Konto gutgeschrieben.",
    paidGiftCode: "Als Nächstes wird der Geschenkcode gesendet.",
    overpaidCoins:
      "Als Nächstes senden wir die Coins, und wegen der Differenz melden wir uns bei Ihnen.",
    overpaidCredit:
      "Als Nächstes wird das Guthaben Ihrem Konto gutgeschrieben. Wegen der Differenz melden wir uns bei Ihnen.",
    overpaidGiftCode:
      "Als Nächstes wird der Geschenkcode gesendet. Wegen der Differenz melden wir uns bei Ihnen.",
    underpaid:
      "Es ist weniger als der fällige Betrag eingegangen, und die Preisbindung war abgelaufen.",
    late: "Ihre Zahlung kam erst lange nach dem Ende der Preisbindung.",
    again: "Nachdem Ihre Zahlung zurückgesendet war, ist noch einmal Geld eingegangen.",
    underpaidOtherwise: "Es ist weniger als der Preis eingegangen.",
    otherCurrency: "Ihre Zahlung ist in einer anderen Währung eingegangen als der des Preises.",
    refundSubject: "Rückzahlung für Bestellung {order}",
    refundHeading: "Wir haben Ihnen Geld zurückgesendet",
    refundCreditSubject: "Guthaben für Bestellung {order}",
    refundCreditHeading: "Wir haben Ihrem Konto Guthaben gutgeschrieben",
    refundPreview: "{amount} für Bestellung {order}",
    refundOf: "Es geht um Bestellung {order}, {goods}.",
    refundWallet: "Ihre Wallet zeigt das Geld, sobald es im Bitcoin-Netzwerk zu sehen ist.",
    refundSameWay:
      "Das Geld geht den Weg zurück, den es gekommen ist. Das kann einige Tage dauern.",
    refundCreditWhere:
      "Sie finden es unter „Meine Bestellungen“ und können damit Bestellungen bezahlen.",
    refundCredit: "Guthaben",
    sentBack: "Zurückgesendet",
    sentBackBy: "Zahlungsart",
    inTransaction: "In dieser Transaktion",
    card: "Karte",
    paypal: "PayPal",
    transfer: "Überweisung",
    notYourAddress: "Wenn das nicht Ihre Adresse ist, schreiben Sie sofort an {email}.",
    notArrived: "Wenn das Geld nicht ankommt, schreiben Sie sofort an {email}.",
    notShown: "Wenn es dort nicht zu sehen ist, schreiben Sie sofort an {email}.",
    creditNoteSubject: "Gutschrift {number} zu Bestellung {order}",
    correctionSubject: "Korrektur {number} zu Bestellung {order}",
    creditNoteWhy:
      "Die Rechnung bleibt, wie sie ist; die Gutschrift ändert, was sie besagt. Beide finden Sie auf der Seite der Bestellung.",
    correctionWhy:
      "Die Bestellung wird fortgesetzt, oder eine Erstattung wurde rückgängig gemacht. Dieses Dokument nimmt zurück, was eine Gutschrift von der Rechnung abgezogen hat. Sie finden es auf der Seite der Bestellung.",
    creditNoteQuestions: "Wenn etwas darin nicht stimmt, schreiben Sie an {email}.",
    completedSubject: "Bestellung {order} ist abgeschlossen",
    completedHeading: "Bestellung {order} ist abgeschlossen",
    rejectedSubject: "Bestellung {order} wurde storniert",
    rejectedHeading: "Bestellung {order} wurde storniert",
    endedOf: "{goods}, {price}.",
    completedCoins: "Die Coins sind auf dem Konto.",
    completedCredit: "Das Guthaben ist auf Ihrem Konto: Sie finden es unter „Meine Bestellungen“.",
    completedGiftCode: "Der Code ist per E-Mail unterwegs.",
    rejectedCoins: "Die Coins werden nicht gesendet.",
    rejectedCredit: "Das Guthaben ist nicht auf Ihrem Konto.",
    rejectedGiftCode: "Ein schon gesendeter Code lässt sich nicht mehr einlösen.",
    reason: "Grund: {reason}.",
    nothingLost:
      "Wenn Sie bezahlt haben, geht nichts verloren: Schreiben Sie uns mit der Bestellnummer, und wir kümmern uns darum.",
    buyAgain: "Sie brauchen mehr Coins? <link>Noch einmal kaufen</link>, zum aktuellen Preis.",
    questionSubject: "Eine Frage zu Bestellung {order}",
    questionHeading: "Eine Frage zu Bestellung {order}",
    questionBody:
      "Wir haben eine Frage zu Ihrer Bestellung und machen weiter, sobald Sie geantwortet haben.",
    questionAction: "Lesen und antworten",
    messageSubject: "Eine Nachricht zu Bestellung {order}",
    messageHeading: "Eine Nachricht zu Bestellung {order}",
    messageBody: "Wir haben Ihnen zu Ihrer Bestellung geschrieben.",
    messageAction: "Nachricht lesen",
    answerThere:
      "Bitte antworten Sie auf dieser Seite: Antworten auf diese E-Mail erscheinen dort nicht.",
    consentSubject: "Ihre Zustimmung zu Bestellung {order}",
    consentHeading: "Ihre Zustimmung zu Bestellung {order}",
    consentGiven: "Sie haben am {time} zugestimmt: „{text}“",
    withdrawalSubject: "Ihr Widerruf zu Bestellung {order}",
    withdrawalHeading: "Ihr Widerruf zu Bestellung {order}",
    withdrawalPreview: "Eingegangen am {time}",
    withdrawalBody:
      "Ihr Widerruf dieses Vertrags ist am {time} bei uns eingegangen. Wegen der Erstattung hören Sie von uns.",
    name: "Name",
    order: "Bestellung",
    orderOf: "{order} vom {time}",
    what: "Inhalt",
    giftSubject: "Ein Geschenkcode über {amount}",
    giftHeading: "Ein Geschenkcode über {amount}",
    giftPreview: "{amount} für Ihren Einkauf bei {shop}",
    giftFootOwn: "Sie bekommen diese E-Mail, weil Sie bei {shop} einen Geschenkcode gekauft haben.",
    giftFoot:
      "Sie bekommen diese E-Mail, weil {from} bei {shop} einen Geschenkcode für Sie gekauft hat.",
    giftFrom: "{from} schenkt Ihnen {amount} für Ihren Einkauf bei {shop}.",
    giftText: "„{text}“",
    yourCode: "Ihr Code:",
    redeemHow:
      "Melden Sie sich an oder erstellen Sie ein Konto, öffnen Sie „Meine Bestellungen“ und geben Sie den Code unter „Ihr Guthaben“ ein. Dann bezahlen Sie damit, was Sie kaufen.",
    redeem: "Unter „Meine Bestellungen“ einlösen",
    codeOnce:
      "Der Code gilt einmal. Wer ihn hat, kann ihn einlösen; leiten Sie diese E-Mail deshalb bitte nicht weiter. Wenn Sie für ein Geschenk mehrere bekommen haben, gilt der Code in der neuesten.",
    linksSubject: "Ihre Bestellungen",
    linksPreview: "Die gewünschten Links zu Ihren Bestellungen",
    linksHeading:
      "{orders, plural, one {Der Link zu Ihrer Bestellung} other {Die Links zu Ihren Bestellungen}}",
    linksBody:
      "{orders, plural, one {Hier ist die Bestellung mit dieser E-Mail-Adresse.} other {Hier sind die Bestellungen mit dieser E-Mail-Adresse, die neuesten zuerst.}} Jeder Link öffnet die Bestellung ohne Passwort; leiten Sie diese E-Mail deshalb bitte nicht weiter.",
    linkTo: "Bestellung {order}",
    linkOf: "{goods}, {price}, {date}",
    linksAsked:
      "Jemand (wahrscheinlich Sie) hat diese Links im Shop angefordert. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Sie wurde nur an Sie gesendet.",
    // Ends with a mark, as after a comma German goes on in lower case.
    hello: "Guten Tag!",
    helloName: "Guten Tag, {name}!",
    verifySubject: "Bestätigen Sie Ihre E-Mail-Adresse",
    verifyHeading: "Bestätigen Sie Ihre E-Mail-Adresse",
    verifyBody:
      "Öffnen Sie den Link, um zu bestätigen, dass diese Adresse Ihnen gehört. Bestellungen mit dieser Adresse erscheinen dann in Ihrem Konto.",
    verifyAction: "Diese Adresse bestätigen",
    verifyAfter:
      "Der Link funktioniert einmal, einen Tag lang. Wenn Sie kein Konto erstellt und keine Adresse geändert haben, ignorieren Sie diese E-Mail.",
    resetSubject: "Wählen Sie ein neues Passwort",
    resetHeading: "Wählen Sie ein neues Passwort",
    resetBody:
      "Jemand (wahrscheinlich Sie) möchte Ihr Passwort zurücksetzen. Öffnen Sie den Link, um ein neues zu wählen.",
    resetAction: "Neues Passwort wählen",
    resetAfter:
      "Der Link funktioniert einmal, eine Stunde lang. Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.",
    emailChangedSubject: "Ihre E-Mail-Adresse wurde geändert",
    emailChangedHeading: "Ihre E-Mail-Adresse wurde geändert",
    emailChangedBody:
      "Die E-Mail-Adresse Ihres Kontos wurde geändert. Wenn Sie das waren, müssen Sie nichts tun.",
    emailChangedAction: "Änderung rückgängig machen",
    emailChangedAfter:
      "Der Link funktioniert einmal, 7 Tage lang. Er stellt diese Adresse wieder her und meldet alle Browser ab; danach wählen Sie ein neues Passwort.",
    passwordChangedSubject: "Ihr Passwort wurde geändert",
    passwordChangedHeading: "Ihr Passwort wurde geändert",
    passwordChangedBody:
      "Das Passwort Ihres Kontos wurde geändert, und alle anderen Browser sind abgemeldet.",
    passwordChangedAfter:
      "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wählen Sie jetzt ein neues Passwort.",
    passwordChangedAction: "Neues Passwort wählen",
    newSignInSubject: "Neue Anmeldung in Ihrem Konto",
    newSignInHeading: "Neue Anmeldung in Ihrem Konto",
    newSignInBody: "Jemand hat sich von einem neuen Ort aus in Ihrem Konto angemeldet.",
    newSignInAfter:
      "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, beenden Sie diese Sitzung und ändern Sie Ihr Passwort.",
    newSignInAction: "Ansehen, wo Sie angemeldet sind",
    passkeyAddedSubject: "Ihrem Konto wurde ein Passkey hinzugefügt",
    passkeyAddedHeading: "Ihrem Konto wurde ein Passkey hinzugefügt",
    passkeyAddedBody:
      "Ihrem Konto wurde ein Passkey hinzugefügt, mit dem man sich dort anmelden kann.",
    passkeyAddedAfter:
      "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, entfernen Sie ihn und ändern Sie jetzt Ihr Passwort.",
    passkeyRemovedSubject: "Aus Ihrem Konto wurde ein Passkey entfernt",
    passkeyRemovedHeading: "Aus Ihrem Konto wurde ein Passkey entfernt",
    passkeyRemovedBody:
      "Aus Ihrem Konto wurde ein Passkey entfernt; die Anmeldung damit ist nicht mehr möglich.",
    passkeyRemovedAfter:
      "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie jetzt Ihr Passwort.",
    seePasskeys: "Ihre Passkeys ansehen",
    twoFactorAskedSubject: "Die Zwei-Faktor-Authentifizierung wird ausgeschaltet",
    twoFactorAskedHeading: "Die Zwei-Faktor-Authentifizierung wird ausgeschaltet",
    twoFactorAskedBody:
      "Uns wurde gesagt, dass Sie Ihre Authenticator-App und Ihre Wiederherstellungscodes verloren haben. Deshalb wird die Zwei-Faktor-Authentifizierung für Ihr Konto ausgeschaltet und jeder Browser abgemeldet. Danach melden Sie sich ohne Code an und können sie neu einrichten.",
    twoFactorAskedBy: "Veranlasst von",
    twoFactorOffAt: "Ausgeschaltet am",
    twoFactorAskedAfter:
      "Wenn das stimmt, müssen Sie nichts tun. Wenn Sie es nicht verlangt oder Ihre Codes wiedergefunden haben, lassen Sie sie eingeschaltet.",
    keepTwoFactor: "Eingeschaltet lassen",
    keepTwoFactorAfter:
      "Der Link funktioniert einmal. Auch wenn Sie sich mit einem Code anmelden, bleibt sie eingeschaltet. Wenn Sie das nicht verlangt haben, wählen Sie auch ein neues Passwort: Jemand könnte Ihres kennen.",
    twoFactorOffSubject: "Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet",
    twoFactorOffHeading: "Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet",
    twoFactorOffBody:
      "Die Zwei-Faktor-Authentifizierung wurde für Ihr Konto ausgeschaltet, wie wir es Ihnen vor einem Tag geschrieben haben, und jeder Browser wurde abgemeldet. Sie melden sich jetzt ohne Code an.",
    twoFactorOffAfter:
      "Bitte richten Sie sie neu ein. Wenn Sie das nicht verlangt haben, ändern Sie jetzt Ihr Passwort.",
    twoFactorOffAction: "Neu einrichten",
    when: "Wann",
    device: "Womit",
    networkAddress: "Von der Netzwerkadresse",
    confirmSubject: "Bestätigen Sie Ihre Newsletter-Anmeldung",
    confirmHeading: "Bestätigen Sie Ihre Anmeldung",
    confirmBody:
      "Jemand (wahrscheinlich Sie) hat sich mit dieser Adresse für unseren Newsletter angemeldet. Öffnen Sie den Link und drücken Sie die Schaltfläche, dann bekommen Sie ihn.",
    confirmAction: "Anmeldung bestätigen",
    confirmAfter:
      "Der Link gilt 7 Tage. Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail, dann bekommen Sie den Newsletter nicht.",
    alreadySubject: "Sie bekommen unseren Newsletter schon",
    alreadyHeading: "Sie bekommen unseren Newsletter schon",
    alreadyBody:
      "Jemand (wahrscheinlich Sie) hat sich mit dieser Adresse für unseren Newsletter angemeldet. Sie haben ihn schon abonniert und müssen nichts tun.",
    alreadyAfter: "Diesen Link gibt es auch in jedem Newsletter.",
    unsubscribe: "Abbestellen",
    newsletterFoot:
      "Sie bekommen diese E-Mail, weil Sie den Newsletter von {shop} abonniert und das bestätigt haben. <link>Abbestellen</link>",
    newsletterTestFoot:
      "Sie bekommen diese E-Mail, weil Sie den Newsletter von {shop} abonniert und das bestätigt haben. Das ist ein Test: Hier steht später der Link zum Abbestellen.",
    actSubject: "eine Änderung an Bestellung {order}",
    actRecipient: "Der Empfänger wurde korrigiert",
    actRefund: "Eine Adresse für Erstattungen wurde angegeben",
    actMessage: "Wir haben eine Nachricht zu Ihrer Bestellung erhalten",
    actDevice: "Ein Gerät erfährt, wenn Ihre Coins da sind",
    actTo: "Jetzt",
    actFrom: "Vorher",
    stopHeading: "Waren Sie das nicht?",
    stopBody:
      "Dieser Link macht es 7 Tage lang rückgängig, solange die Bestellung nicht weitergegangen ist, und beendet den Zugang aller anderen:",
    stop: "Das war ich nicht",
  },
  invoice: {
    invoice: "Rechnung",
    proforma: "Proformarechnung",
    title: "Rechnung {number}",
    proformaTitle: "Proformarechnung zur Bestellung {order}",
    awaitingPayment: "Zahlung steht aus",
    awaitingConfirmation: "Bestätigung steht aus",
    partlyPaid: "Teilweise bezahlt",
    underReview: "Zahlung wird geprüft",
    paid: "Bezahlt",
    refunded: "Erstattet",
    reversed: "Zahlung rückgängig gemacht",
    rejected: "Storniert",
    notRecorded: "Keine Zahlung verbucht",
    refundedUnissued: "Die Zahlung wurde erstattet. Es wurde keine Rechnung ausgestellt.",
    rejectedUnissued: "Die Bestellung wurde storniert. Es wurde keine Rechnung ausgestellt.",
    completedUnissued:
      "Die Bestellung wurde ohne verbuchte Zahlung abgeschlossen. Es wurde keine Rechnung ausgestellt.",
    noProof:
      "Diese Proformarechnung ist kein Zahlungsnachweis. An ihre Stelle tritt die Rechnung mit ihrer Nummer, sobald die Zahlung bestätigt ist.",
    paidInFull: "Vollständig bezahlt.",
    creditNote: "Gutschrift",
    correction: "Korrektur",
    documentNumber: "Nummer",
    issuedOn: "Ausgestellt",
    creditFor: "Gutschrift zu Rechnung {invoice}",
    correctionFor: "Korrektur der Gutschriften zu Rechnung {invoice}",
    noteRefund: "Die Zahlung für diese Bestellung wurde ganz oder teilweise erstattet.",
    noteRejected: "Die Bestellung wurde nach der Zahlung storniert.",
    noteReversed: "Die Zahlung wurde nach dem Ausstellen der Rechnung rückgängig gemacht.",
    noteRestored:
      "Die Bestellung wird fortgesetzt, oder eine Erstattung wurde rückgängig gemacht: Dieses Dokument nimmt zurück, was eine Gutschrift von der Rechnung abgezogen hat.",
    restored: "Wiederhergestellt",
    number: "Rechnungsnummer",
    order: "Bestellnummer",
    placed: "Bestellt",
    issued: "Ausgestellt und bezahlt",
    from: "Von",
    to: "An",
    username: "TikTok-Nutzername {username}",
    uid: "TikTok-UID {uid}",
    giftCodeFor: "Geschenkcode für {email}",
    creditForAccount: "Guthaben für das Konto",
    package: "Paket",
    inDollars: "Betrag in US-Dollar",
    coins: "{coins, plural, one {# TikTok-Coin} other {# TikTok-Coins}}",
    creditOf: "{amount} Guthaben",
    giftCodeOf: "Geschenkcode über {amount}",
    discount: "Rabatt {percent}",
    coupon: "Rabattcode {code}",
    credit: "Guthaben",
    total: "Gesamt",
    /** What the buyer saw beside the amount in dollars, which is charged. */
    shownAs: "{amount} ({dollar} = {rate})",
    net: "Netto",
    vat: "MwSt. {percent}",
    priceWithVat: "Preis inkl. MwSt.",
    payment: "Zahlung",
    paymentBitcoin: "Zahlung mit Bitcoin",
    paymentCard: "Zahlung mit Karte",
    paymentPaypal: "Zahlung mit PayPal",
    paymentTransfer: "Zahlung per Überweisung",
    paymentCredit: "Zahlung mit Guthaben",
    paymentCoupon: "Zahlung mit Rabattcode",
    receivedCard: "{amount} mit Karte, {time}",
    receivedPaypal: "{amount} mit PayPal, {time}",
    receivedTransfer: "{amount} per Überweisung, {time}",
    receivedAt: "{amount}, {time}",
    thenSentBack: "{receipt}, davon {amount} zurückgesendet",
    thenCredited: "{receipt}, davon {amount} als Guthaben",
    received: "Eingegangen",
    more: "und {omitted, number} weitere",
    amount: "Betrag",
    rate: "Kurs",
    rateAt: "{bitcoin} = {amount}, {time}",
    address: "Adresse",
    heldUntil: "Fest bis",
    byLightning: "{amount} über Lightning, {time}",
    seen: "{amount}, erkannt {time}",
    seenReversed: "{amount}, erkannt {time}, vom Netzwerk rückgängig gemacht",
    payments: "{payments, plural, one {Zahlung} other {Zahlungen}}",
    sentBack: "Zurückgesendet",
    sentBackTo: "{amount} an {address}",
    asOf: "Stand: {time}. Fragen: {email}",
    sandbox: "In der Sandbox erstellt: Es ist kein echtes Geld geflossen.",
  },
} satisfies Translation;

export default de;
