import type { Translation } from "./catalog.ts";

/** Machine-made, and reviewed by nobody yet. A reviewer who has read all of it puts their name here. */
const fr = {
  frame: {
    trackOrder: "Suivi de commande",
    myOrders: "Mes commandes",
    checkout: "Commander",
    signIn: "Se connecter",
    main: "Menu principal",
    menu: "Menu",
    account: "Compte",
    accountMenu: "Menu du compte, {name}",
    skip: "Aller au contenu",
    about: "Packs de pièces pour comptes TikTok, à payer {paid}.",
    subscribe: "Nouveaux packs et nouveaux prix, dans votre boîte mail",
    quickLinks: "Liens utiles",
    packages: "Packs",
    questions: "Questions",
    terms: "Conditions de vente",
    privacy: "Confidentialité",
    refunds: "Remboursements",
    support: "Assistance",
    supportNote:
      "Indiquez votre numéro de commande. Nous ne demandons jamais de mot de passe ni la phrase de récupération d’un portefeuille.",
    unaffiliated: "Sans lien avec TikTok. TikTok est une marque de son propriétaire.",
    language: "Langue",
    currency: "Devise",
    currencyNote:
      "Les montants précédés de ≈ sont approximatifs. Vous payez en dollars américains.",
    loading: "Chargement…",
    signOut: "Se déconnecter",
    dashboard: "Tableau de bord",
    deliver: "Livrer",
    reports: "Rapports",
  },
  home: {
    titleBitcoin: "Des pièces TikTok, payées en Bitcoin",
    leadBitcoin:
      "Choisissez un pack, indiquez un nom d’utilisateur, envoyez le montant exact affiché. La page de votre commande suit chaque étape\u00a0: du premier signe sur le réseau jusqu’aux pièces sur le compte.",
    pricesBitcoin:
      "Les prix sont en dollars américains. Au moment de payer, ils deviennent un montant exact en Bitcoin.",
    needsBitcoin:
      "Il vous faut un nom d’utilisateur TikTok, une adresse e-mail et un portefeuille Bitcoin.",
    title: "Des pièces TikTok, payées à votre façon",
    lead: "Choisissez un pack, indiquez un nom d’utilisateur, payez {paid}. La page de votre commande suit chaque étape\u00a0: du paiement jusqu’aux pièces sur le compte.",
    prices: "Les prix sont en dollars américains. Vous payez {ways}.",
    needs: "Il vous faut un nom d’utilisateur TikTok, une adresse e-mail et un moyen de paiement.",
    description:
      "Choisissez un pack de pièces TikTok, indiquez un nom d’utilisateur, payez {paid} et suivez la commande jusqu’au compte.",
    settles:
      "{minutes, plural, =0 {Si votre paiement était déjà parti, rien n’est perdu\u00a0: il est pris en compte s’il atteint le réseau à temps.} one {Si votre paiement était déjà parti, rien n’est perdu\u00a0: il est pris en compte s’il atteint le réseau à temps ou avec une minute de retard au plus.} many {Si votre paiement était déjà parti, rien n’est perdu\u00a0: il est pris en compte s’il atteint le réseau à temps ou avec {minutes} de minutes de retard au plus.} other {Si votre paiement était déjà parti, rien n’est perdu\u00a0: il est pris en compte s’il atteint le réseau à temps ou avec {minutes} minutes de retard au plus.}}",
    anyMissing:
      "S’il manque quelque chose, la page de paiement indique combien, et vous envoyez le reste à la même adresse.",
    moreMissing:
      "S’il manque au plus {share}, le prix est considéré comme payé. S’il manque davantage, la page de paiement indique combien, et vous envoyez le reste à la même adresse.",
    onlyBitcoin: "Pas pour le moment. Le Bitcoin est le seul moyen de paiement proposé.",
    /** `ways` begins the sentence, as does `missing`. */
    otherWays:
      "{ways}, oui\u00a0: vous choisissez au moment de payer, et le Bitcoin est aussi proposé.",
    otherWaysMissing:
      "{ways}, oui\u00a0: vous choisissez au moment de payer, et le Bitcoin est aussi proposé. {missing}, pas pour le moment.",
    choose: "Choisir un pack",
    track: "Suivre une commande",
    sizes: "Tailles des packs",
    coinsFor: "pièces pour",
    scale: "À l’échelle\u00a0: un disque représente {coins} pièces.",
    scaleAtLeast:
      "À l’échelle\u00a0: un disque représente {coins} pièces, et chaque pack en a au moins un.",
    why: "Quatre choses que vous pouvez vérifier vous-même",
    usernameTitle: "Un nom d’utilisateur nous suffit",
    usernameText:
      "Les pièces arrivent sur le compte que vous indiquez. Nous ne demandons jamais de mot de passe TikTok ni de code de connexion, et personne de cette boutique ne vous écrira pour en obtenir un.",
    heldTitle: "Le prix est bloqué pendant 60 minutes",
    heldText:
      "Le montant en Bitcoin est calculé une seule fois, à l’étape du paiement, et ne bouge plus tant que le compte à rebours tourne. À zéro, il n’est plus valable, et vous pouvez obtenir un nouveau montant au cours du moment.",
    seenTitle: "Vous voyez le paiement en même temps que nous",
    seenText:
      "La page change quand votre paiement apparaît sur le réseau Bitcoin, puis quand il est confirmé. Ni capture d’écran, ni justificatif à envoyer.",
    trackingTitle: "Un suivi même sans compte",
    trackingText:
      "Votre numéro de commande et votre adresse e-mail suffisent, sur n’importe quel appareil.",
    example: "Exemple de commande",
    exampleOrder:
      "Commande passée, {coins, plural, one {# pièce} many {# de pièces} other {# pièces}}",
    exampleSeen: "Paiement détecté sur le réseau",
    exampleConfirmed: "Paiement confirmé",
    exampleNext: "Pièces sur le compte",
    /** When the step above comes. */
    exampleWhen: "ensuite",
    pick: "Choisissez un pack",
    nothing: "Aucun pack pour le moment",
    nothingText:
      "Rien n’est en vente actuellement. Les commandes déjà passées ne sont pas concernées.",
    trackOrder: "Suivi de commande",
    others: "Codes cadeaux et crédit",
    othersText:
      "Un code cadeau est envoyé par e-mail et devient du crédit pour la personne qui l’utilise. Le crédit permet de payer n’importe quel pack de pièces.",
    questions: "Avant d’acheter",
    writeTo: "Une autre question\u202f? Écrivez à <email></email>.",
    start: "Commencez avec {coins, plural, one {# pièce} many {# de pièces} other {# pièces}}",
    startOr:
      "Commencez avec {coins, plural, one {# pièce} many {# de pièces} other {# pièces}}, ou avec {most}",
  },
  /** Questions and answers on the home page. */
  questions: {
    howToPay: "Comment payer en Bitcoin\u202f?",
    howToPayAnswer:
      "Au moment de payer, vous voyez une adresse, le montant exact à huit décimales et un QR code qui contient les deux. Envoyez ce montant en un seul paiement, depuis le portefeuille de votre choix. Votre portefeuille ajoute les frais de réseau.",
    howToPayAlone: "Comment payer\u202f?",
    howToPayAloneAnswer:
      "En Bitcoin. Au moment de payer, vous voyez une adresse, le montant exact à huit décimales et un QR code qui contient les deux. Envoyez ce montant en un seul paiement, depuis le portefeuille de votre choix. Votre portefeuille ajoute les frais de réseau.",
    lockEnds: "Que se passe-t-il quand le prix n’est plus bloqué\u202f?",
    // In front of the sentence on how late a payment may be, and what follows it.
    lockEndsHeld:
      "Le montant en Bitcoin est bloqué pendant 60 minutes. À zéro, il n’est plus valable, et l’écran propose un nouveau montant au cours du moment, à la même adresse.",
    lockEndsAlone:
      "Le montant est bloqué pendant 60 minutes. À zéro, il n’est plus valable, et l’écran propose un nouveau montant au cours du moment, à la même adresse.",
    lockEndsReview: "Tout ce qui arrive plus tard, nous le vérifions à la main.",
    tooLittle: "Et si j’envoie trop peu\u202f?",
    /** After the sentence on what counts as paid. */
    tooLittleCoins: "Les pièces sont envoyées dès que le montant complet est arrivé.",
    delivery: "Combien de temps prend la livraison\u202f?",
    deliveryBitcoin:
      "Le réseau Bitcoin doit d’abord confirmer votre paiement. Cela prend souvent de 10 à 60 minutes, davantage quand le réseau est chargé.",
    deliveryFirst: "Votre paiement doit d’abord arriver.",
    delayCard: "Un paiement par carte arrive tout de suite.",
    delayBitcoin:
      "Le réseau Bitcoin prend souvent de 10 à 60 minutes, davantage quand il est chargé.",
    delayPaypal: "PayPal prend souvent un petit moment.",
    delayBank: "Un virement prend souvent un ou deux jours ouvrés.",
    deliveryThen:
      "Votre commande passe ensuite à «\u00a0En traitement\u00a0», puis à «\u00a0Terminée\u00a0» quand les pièces sont sur le compte.",
    otherWays: "Puis-je payer par carte, avec PayPal ou par virement\u202f?",
    rejected: "Et si ma commande est annulée\u202f?",
    rejectedAnswer:
      "Vous le voyez sur la page de suivi. Le remboursement se fait par le même moyen de paiement. Seuls les paiements en Bitcoin ne peuvent pas être renvoyés ainsi\u00a0: dans ce cas, c’est un nouveau paiement vers une adresse que vous nous donnez.",
    rejectedBitcoinAnswer:
      "Vous le voyez sur la page de suivi. Un paiement en Bitcoin ne peut pas être annulé\u00a0: le remboursement est donc un nouveau paiement vers une adresse que vous nous donnez.",
  },
  package: {
    name: "{coins, plural, one {# pièce TikTok} many {# de pièces TikTok} other {# pièces TikTok}}",
    description:
      "{coins, plural, one {# pièce TikTok} many {# de pièces TikTok} other {# pièces TikTok}} pour {price}, à payer {paid}.",
    all: "Tous les packs",
    scale:
      "À l’échelle\u00a0: un disque représente {coins, plural, one {# pièce} many {# de pièces} other {# pièces}}.",
    inBitcoin: "En Bitcoin, environ",
    noRate:
      "<b>Le cours du Bitcoin n’est pas disponible pour le moment.</b> Le prix en dollars ne change pas\u202f; le montant en Bitcoin s’affichera au paiement dès que le cours sera disponible.",
    rateMinutes:
      "Au cours de {rate} pour 1 BTC, mis à jour {minutes, plural, =0 {il y a moins d’une minute} one {il y a une minute} many {il y a # de minutes} other {il y a # minutes}}. Le montant exact est fixé au paiement.",
    rateHours:
      "Au cours de {rate} pour 1 BTC, mis à jour {hours, plural, one {il y a une heure} many {il y a # d’heures} other {il y a # heures}}. Le montant exact est fixé au paiement.",
    rateMinutesMargin:
      "Au cours de {rate} pour 1 BTC (marge de {margin} comprise), mis à jour {minutes, plural, =0 {il y a moins d’une minute} one {il y a une minute} many {il y a # de minutes} other {il y a # minutes}}. Le montant exact est fixé au paiement.",
    rateHoursMargin:
      "Au cours de {rate} pour 1 BTC (marge de {margin} comprise), mis à jour {hours, plural, one {il y a une heure} many {il y a # d’heures} other {il y a # heures}}. Le montant exact est fixé au paiement.",
    get: "Ce que vous recevez",
    getCoins:
      "{coins, plural, one {# pièce} many {# de pièces} other {# pièces}} sur le compte TikTok que vous indiquez",
    getPage: "Une page de commande qui montre le paiement et la livraison, sans compte",
    getAmount: "Un montant en Bitcoin, bloqué pendant 60 minutes dès l’étape du paiement",
    how: "Comment ça marche",
    account: "Indiquez le compte",
    accountText:
      "Un nom d’utilisateur TikTok et une adresse e-mail. Ni mot de passe, ni code de connexion.",
    pay: "Payez à votre façon",
    payText: "Vous payez {ways}, et vous voyez le paiement arriver.",
    payBitcoin: "Payez le montant exact",
    payBitcoinText:
      "Vous voyez une adresse, le montant et un QR code, et le prix est bloqué pendant 60 minutes.",
    follow: "Suivez la commande",
    followText: "Sa page montre l’arrivée du paiement, puis l’envoi des pièces.",
  },
  /** What is sold, wherever it is named. */
  goods: {
    forBeginners: "Idéal pour débuter",
    popularOption: "L’option la plus choisie",
    greatValue: "Un pack avantageux",
    forPowerUsers: "Le pack des utilisateurs réguliers",
    largest: "Notre plus grand pack. Même commande, même suivi, un seul paiement.",
    coins: "{coins, plural, one {# pièce} many {# de pièces} other {# pièces}}",
    credit: "{amount} de crédit",
    giftCode: "Code cadeau de {amount}",
    /** The same, the number large and the rest small. */
    coinsHeading:
      "{coins, plural, one {# <small>pièce</small>} many {# <small>de pièces</small>} other {# <small>pièces</small>}}",
    creditHeading: "{amount} <small>de crédit</small>",
    giftCodeHeading: "{amount} <small>en code cadeau</small>",
    giftCodeRecipient: "Code cadeau pour {email}",
    creditRecipient: "Crédit pour le compte",
    /** In the picture of a card, below its value: there is room for about 12 letters. */
    creditCard: "crédit",
    giftCard: "code cadeau",
    creditPicture: "Une carte d’une valeur de {amount}",
    giftPicture: "Une carte cadeau d’une valeur de {amount}",
    popular: "POPULAIRE",
    /** What is in `<sr>` is for screen readers only. */
    buy: "Acheter<sr>, {goods}</sr>",
    soldOut: "Épuisé<sr>, {goods}</sr>",
    originalPrice: "<sr>Prix d’origine\u00a0: </sr>{amount}",
    percentOff: "−{percent}",
    price: "Prix",
    discount: "Remise, {percent}",
    coupon: "Code promo {code}",
    creditUsed: "Crédit",
    heldElsewhere: "{amount} sont retenus par un achat abandonné.",
    takeBack: "Récupérer",
    vat: "TVA de {rate} incluse",
    total: "Total",
    /** On the page of a payment provider. */
    coinsPaid:
      "{coins, plural, one {{number} pièce} many {{number} de pièces} other {{number} pièces}}, commande {order} · {shop}",
    creditPaid: "{amount} de crédit, commande {order} · {shop}",
    giftCodePaid: "Code cadeau de {amount}, commande {order} · {shop}",
    preview: "Colonnes de pièces",
    buyAgain: "Acheter à nouveau",
    buyAgainOrder: "Acheter à nouveau, commande {id}",
    username: "Nom d’utilisateur TikTok",
    usernamePlaceholder: "@utilisateur",
    uid: "UID TikTok",
    uidHint: "Utile si le nom d’utilisateur a changé récemment.",
  },
  checkout: {
    title: "Commander · {shop}",
    description: "Payer un pack de pièces TikTok\u00a0: votre compte, le paiement, la commande.",
    steps: "Étapes de la commande",
    account: "Compte",
    payment: "Paiement",
    confirm: "Confirmation",
    accountHeading: "Votre compte TikTok",
    creditHeading: "Votre compte",
    giftHeading: "Qui reçoit le code cadeau",
    method: "Moyen de paiement",
    confirmHeading: "Confirmez votre commande",
    noPackage: "Aucun pack choisi",
    backToShop: "Retour à la boutique",
    cookieBlocked:
      "Vous venez d’en choisir un\u202f? Alors votre navigateur bloque les cookies, et nous n’avons pas pu le retenir. Autorisez les cookies pour cette boutique, puis choisissez le pack à nouveau. Un seul cookie nous suffit, pour votre achat et vos commandes.",
    chooseFirst:
      "Choisissez d’abord un pack. Pour commander, il suffit d’un nom d’utilisateur, d’une adresse e-mail et d’un paiement {ways}.",
    whichPackage: "Quel pack souhaitez-vous\u202f?",
    continueWithCoins:
      "{coins, plural, one {Continuer avec # pièce} many {Continuer avec # de pièces} other {Continuer avec # pièces}}",
    continueWithCredit: "Continuer avec {amount} de crédit",
    continueWithGiftCode: "Continuer avec le code cadeau de {amount}",
    buyCoinsInstead:
      "{coins, plural, one {Acheter plutôt # pièce} many {Acheter plutôt # de pièces} other {Acheter plutôt # pièces}}",
    buyCreditInstead: "Acheter plutôt {amount} de crédit",
    buyGiftCodeInstead: "Acheter plutôt le code cadeau de {amount}",
    choseCoins:
      "Vous avez choisi {coins, plural, one {# pièce} many {# de pièces} other {# pièces}} dans un autre onglet.",
    choseCredit: "Vous avez choisi {amount} de crédit dans un autre onglet.",
    choseGiftCode: "Vous avez choisi un code cadeau de {amount} dans un autre onglet.",
    // After one of the three above.
    tabForCoins:
      "Dans celui-ci, il s’agit de {coins, plural, one {# pièce} many {# de pièces} other {# pièces}}.",
    tabForCredit: "Dans celui-ci, il s’agit de {amount} de crédit.",
    tabForGiftCode: "Dans celui-ci, il s’agit d’un code cadeau de {amount}.",
    tabGone: "Le pack de celui-ci n’est plus en vente.",
    soldOut: "Ce pack est épuisé.",
    gone: "Ce pack n’est plus en vente.",
    yoursIsKept:
      "Le vôtre vous est réservé\u00a0: vous pouvez le payer et le confirmer comme indiqué ici.",
    nothingCharged: "Rien n’a été débité. <link>Choisissez un autre pack</link>.",
    back: "Retour",
    continue: "Continuer",
    usernameHint: "Le compte qui reçoit les pièces. Nous ne demandons jamais son mot de passe.",
    email: "E-mail",
    emailHint: "Pour le reçu, et pour suivre la commande.",
    country: "Pays",
    countryHint: "Votre pays de résidence\u00a0: la TVA en dépend.",
    chooseCountry: "Choisissez votre pays",
    savedRecipients: "Destinataires enregistrés",
    lastRecipient: "Votre dernier destinataire",
    useRecipient: "Choisir {username}",
    removeRecipient: "Retirer {username} de la liste",
    yourEmail: "Votre e-mail",
    giverHint:
      "Pour le reçu, et pour suivre la commande. La personne qui reçoit le cadeau voit de qui il vient.",
    giftEmail: "E-mail du destinataire",
    giftEmailHint:
      "Le code est envoyé à cette adresse. Laissez vide pour recevoir le code vous-même.",
    giftMessage: "Message",
    giftMessageHint: "Envoyé avec le code.",
    creditNeedsAccount:
      "Le crédit est lié à un compte. Connectez-vous ou créez-en un, et vous reviendrez ici.",
    creditNeedsSignIn: "Pour acheter du crédit, connectez-vous avec une adresse e-mail confirmée.",
    signIn: "Se connecter",
    createAccount: "Créer un compte",
    confirmEmailFirst:
      "Confirmez d’abord l’adresse e-mail {email}\u00a0: ouvrez le lien que nous vous avons envoyé, ou faites-le renvoyer depuis <link>Mes commandes</link>.",
    creditAddedTo:
      "Le crédit est ajouté à votre compte <b>{email}</b> dès qu’il est payé. Il se dépense dans cette boutique et ne peut pas être versé en argent.",
    isThisYou: "Est-ce bien vous\u202f?",
    /** What is in `<sr>` is for screen readers only. */
    onTikTok: "{username} sur TikTok<sr> (s’ouvre dans un nouvel onglet)</sr>",
    changeUsername: "Modifier le nom",
    howToPay: "Comment payer",
    payTerms: "En payant, vous acceptez les <link>conditions de vente</link>.",
    consentLater:
      "L’étape suivante vous demande votre accord pour une livraison immédiate\u202f; si vous payez et partez avant, la page de votre commande vous le demandera.",
    haveCode: "Vous avez un code\u202f?",
    code: "Code",
    apply: "Appliquer",
    codeTakesOff: "Le code <b>{code}</b> vous fait économiser {amount}.",
    remove: "Retirer",
    removeCodeNamed: "Retirer le code {code}",
    removeCode: "Retirer ce code",
    moneySeen: "Votre paiement est arrivé\u00a0: le prix ne change donc plus.",
    moneyOnly:
      "Les codes promo et le crédit ne s’appliquent pas à l’achat de crédit ou de codes cadeaux.",
    youHaveCredit: "Vous avez {amount} de crédit.",
    useCredit: "Utiliser {amount} de crédit",
    creditUsed: "Crédit utilisé\u00a0: {amount}.",
    doNotUse: "Ne pas l’utiliser",
    tooManyUnpaid:
      "Trop de commandes impayées de votre part ou depuis votre réseau. Payez-en une, ou réessayez dans une heure.",
    unpayable:
      "{amount} est en dehors de ce qu’acceptent nos modes de paiement. Choisissez un autre pack.",
    unpayableReduced:
      "Après déduction de votre code ou de votre crédit, il reste {amount}, qu’aucun mode de paiement n’accepte. Choisissez un autre montant ou payez sans déduction.",
    methodFrom: "{method}\u00a0: à partir de {amount}.",
    methodUpTo: "{method}\u00a0: jusqu’à {amount}.",
    notOpen: "Nous n’acceptons pas encore de paiements. Revenez un peu plus tard.",
    noFreeAmount:
      "Tous les montants proches de ce prix sont pris pour l’instant. Réessayez dans un moment, ou choisissez un autre pack.",
    changedPrice: "Le prix de ce pack est passé de {before} à {after}.",
    changedPackage: "Ce pack a changé. Vérifiez ce que vous recevez.",
    changedCoupon: "Le code {code} déduit maintenant {after} au lieu de {before}.",
    endedCoupon: "Le code {code} n’est plus valable. Il déduisait {before}.",
    changedMethod: "Le mode de paiement a changé. Vérifiez-le avant de confirmer.",
    changedVat: "Le taux de TVA a changé. Le prix reste le même.",
    returnedCredit:
      "{amount} de crédit sont revenus sur le compte, car il n’est plus connecté ici.",
    takenBackCredit: "{amount} de crédit ont été repris sur le compte depuis un autre endroit.",
    signedOut:
      "Le compte n’est plus connecté ici\u00a0: ses informations ont été retirées. Un paiement déjà envoyé compte toujours\u00a0: la commande se crée toute seule et un e-mail la confirme.",
    changedElsewhere:
      "Vous avez modifié ces informations dans un autre onglet. Vérifiez-les, puis confirmez votre commande.",
    details: "Détails de la commande",
    nothingDue: "Il n’y a rien à payer. La commande est payée dès que vous la confirmez.",
    pageOpensNext: "La page de {owner} s’ouvre ensuite\u00a0: c’est là que vous payez.",
    placeThenSend:
      "Vous passez la commande maintenant. Sa page indique ensuite où envoyer l’argent.",
    package: "Pack",
    confirmTerms: "En confirmant, vous acceptez les <link>conditions de vente</link>.",
    coinsFinal:
      "Les pièces vont au nom d’utilisateur ci-dessus et ne peuvent plus être déplacées ensuite.",
    creditFinal: "Le crédit reste sur ce compte et ne peut pas être versé en argent.",
    giftFinal:
      "Le code est envoyé à l’adresse ci-dessus\u202f; toute personne qui l’a peut l’utiliser, une seule fois.",
    confirmOrder: "Confirmer la commande",
    placePending:
      "Vous pouvez passer la commande maintenant et la payer depuis sa page tant que le prix est bloqué, jusqu’à <time></time>.",
    placePartial:
      "Vous pouvez passer la commande maintenant et envoyer le reste depuis sa page tant que le prix est bloqué, jusqu’à <time></time>.",
    placeExpired:
      "Vous pouvez passer la commande maintenant, puis obtenir un nouveau montant et payer depuis sa page.",
    placeDetected:
      "Paiement détecté sur le réseau. Vous pouvez passer la commande en attendant sa confirmation.",
    placePaid: "Paiement confirmé. Il n’y a plus rien à payer.",
    placeReview:
      "Nous vérifions ce paiement. Vous pouvez passer la commande maintenant\u202f; rien n’est perdu.",
    placeReversed:
      "Le réseau a annulé ce paiement. La commande continue dès qu’il est de nouveau confirmé.",
    placeRefunded: "Ce paiement a été remboursé.",
    placePartRefunded: "Une partie de ce paiement a été remboursée.",
    summary: "Récapitulatif",
    codeSentTo: "Code envoyé à",
    accountName: "Nom du compte",
    charged: "Vous payez en dollars américains. L’autre montant est approximatif.",
    next: "Et ensuite\u202f?",
    nextPayBitcoin:
      "Vous payez en Bitcoin à l’étape suivante. Le prix est alors bloqué pendant 60 minutes.",
    nextAppears:
      "Votre paiement apparaît sur le réseau Bitcoin. Cette page se met à jour toute seule.",
    nextPlaceThenPay:
      "Vous passez la commande. Tant qu’elle n’est pas payée, sa page indique comment payer.",
    nextPlace: "Vous passez la commande.",
    nextChoose: "Vous choisissez comment payer\u00a0: {ways}.",
    nextPage: "Vous payez sur la page de {owner}, puis vous revenez à votre commande.",
    nextByHand:
      "Vous envoyez l’argent en indiquant le numéro de commande. Nous l’enregistrons à son arrivée.",
    nextConfirms: "Le réseau confirme le paiement, souvent en 10 à 60 minutes.",
    nextConfirmOrder: "«\u00a0Confirmer la commande\u00a0» vous amène à la page de votre commande.",
    nextCheck: "Vous vérifiez les informations et passez la commande.",
    nextLightning:
      "Votre paiement arrive en quelques secondes. Cette page se met à jour toute seule.",
    nextBoth:
      "Par Lightning, votre paiement arrive en quelques secondes. On-chain, le réseau le confirme, souvent en 10 à 60 minutes. Cette page se met à jour toute seule.",
    creditAtOnce: "Le crédit est ajouté à votre compte tout de suite.",
    giftCodeAtOnce: "Le code cadeau est envoyé à son destinataire tout de suite.",
    giftCodeToAtOnce: "Le code cadeau est envoyé à {recipient} tout de suite.",
    coinsSent:
      "Nous envoyons les pièces à votre compte, et la commande passe à «\u00a0Terminée\u00a0».",
    coinsSentTo:
      "Nous envoyons les pièces à {recipient}, et la commande passe à «\u00a0Terminée\u00a0».",
  },
  payment: {
    label: "Paiement en Bitcoin",
    expiresIn: "La commande expire dans <clock></clock>",
    codeForOther: "QR code pour un autre appareil",
    isPending: "En attente de votre paiement",
    isPartial: "Il manque une partie du paiement",
    isDetected: "Paiement détecté sur le réseau",
    isConfirmed: "Paiement confirmé",
    isExpired: "Le prix n’est plus bloqué",
    isInReview: "Nous vérifions ce paiement",
    isReversed: "Le réseau a annulé ce paiement",
    isRefunded: "Remboursé",
    isPartRefunded: "Remboursé en partie",
    hasNoAmount: "Il n’y a pas encore de montant",
    confirmationsLate:
      "<b>Le réseau Bitcoin est injoignable pour le moment.</b> Les confirmations seront détectées plus tard que d’habitude. Rien n’est perdu.",
    paymentsLate:
      "<b>Le réseau Bitcoin est injoignable pour le moment.</b> Les paiements seront détectés plus tard que d’habitude. Rien n’est perdu.",
    lightningDown:
      "<b>Lightning n’est pas disponible pour le moment.</b> Si vous avez payé, vous n’avez rien à faire\u202f; nous retrouverons votre paiement.",
    payOnChain:
      "<b>Lightning n’est pas disponible pour le moment.</b> Vous pouvez payer on-chain à la place.",
    paidIsFound:
      "Si vous avez payé, vous n’avez rien à faire\u202f; nous retrouverons votre paiement.",
    notPaid: "Je n’ai pas payé",
    notPaidText:
      "Ne continuez que si vous n’avez pas payé\u202f: un second paiement arriverait aussi et devrait être renvoyé.",
    nothingCharged: "Rien n’a été débité, et ce que vous avez saisi est conservé.",
    orderKept: "Votre commande est conservée et attend son paiement.",
    heldFromShown:
      "Le prix est bloqué pendant 60 minutes à partir du moment où le montant s’affiche.",
    noPrice:
      "<b>Impossible d’obtenir le cours du Bitcoin</b><br></br>Sans lui, aucun montant ne peut être calculé.",
    retry: "Réessayer",
    newAmount: "Obtenir un nouveau montant",
    ways: "Comment payer en Bitcoin",
    eitherWay: "Au choix",
    lightning: "Lightning",
    onChain: "On-chain",
    showCode: "Afficher le code",
    showInvoice: "Afficher la facture",
    showAddress: "Afficher l’adresse",
    showCodeNamed: "Afficher le code (au choix)",
    showInvoiceNamed: "Afficher la facture (Lightning)",
    showAddressNamed: "Afficher l’adresse (on-chain)",
    sendExactly: "Envoyez exactement",
    copyAmount: "Copier le montant",
    amountCopied: "Montant copié",
    held: "<b>{price}</b> au cours de {rate} pour 1 BTC, bloqué jusqu’à <time></time>.",
    heldInSats:
      "<b>{price}</b>, soit {sats, plural, one {# sat} many {# de sats} other {# sats}}, au cours de {rate} pour 1 BTC, bloqué jusqu’à <time></time>.",
    rateFrom: "Source du cours\u00a0: {source}.",
    rateFromLess: "Source du cours\u00a0: {source}, moins une marge de {margin}.",
    rateMedian: "Cours médian des sources suivantes\u00a0: {sources}.",
    rateMedianLess:
      "Cours médian des sources suivantes\u00a0: {sources}, moins une marge de {margin}.",
    codeOfAddress: "QR code avec l’adresse et le montant",
    codeOfInvoice: "QR code avec la facture Lightning",
    codeOfBoth: "QR code avec l’adresse, la facture Lightning et le montant",
    hasAddress: "Contient l’adresse et le montant",
    hasInvoice: "Contient la facture et son montant",
    hasBoth: "Contient l’adresse, la facture et le montant",
    hasMissing: "Contient l’adresse et le montant manquant",
    toAddress: "À cette adresse",
    toInvoice: "Avec cette facture Lightning",
    toBoth: "À cette adresse, ou par Lightning",
    toSameAddress: "À la même adresse",
    sendOnce: "Envoyez-le en un seul paiement. Votre portefeuille ajoute les frais de réseau.",
    lightningTakes: "Un paiement Lightning prend quelques secondes et ne coûte presque rien.",
    walletChooses:
      "Votre portefeuille paie par Lightning s’il le peut, en quelques secondes, et sinon on-chain.",
    noticed: "Cette page le remarque toute seule, et la commande continue.",
    noticedOrder: "Cette page le remarque toute seule, et la commande {id} continue.",
    whenUp: "Une fois le temps écoulé, vous pouvez obtenir un nouveau montant au cours du moment.",
    openWallet: "Ouvrir le portefeuille",
    openSandboxWallet: "Payer avec le portefeuille de test",
    copyAddress: "Copier l’adresse",
    addressCopied: "Adresse Bitcoin copiée",
    copyInvoice: "Copier la facture",
    invoiceCopied: "Facture Lightning copiée",
    copyMissing: "Copier le montant manquant",
    feeTaken: "Certains portefeuilles prélèvent les frais sur le montant.",
    restContinues: "Dès que le reste est là, la commande continue.",
    restContinuesOrder: "Dès que le reste est là, la commande {id} continue.",
    restHeld:
      "Ce montant est bloqué jusqu’au <time></time>. Ce qui est arrivé n’est pas perdu\u00a0: nous le vérifierons.",
    restCounted:
      "À 00:00, le prix n’est plus bloqué. Ce qui est arrivé n’est pas perdu\u00a0: nous le vérifierons.",
    sendRest: "Nous avons vérifié votre paiement. Envoyez le reste, et la commande continue.",
    amountDue: "Montant dû",
    received: "Reçu",
    stillToSend: "Reste à envoyer",
    missing: "Manque",
    stillSeen: "Toujours visible",
    seen: "Détecté",
    confirmations: "Confirmations",
    confirmationsOf: "{confirmed} sur {required}",
    /** In the ring that stands in the place of the code: the numbers above the word. */
    confirmationsRing:
      "<b>{confirmed} sur {required}</b><span>{required, plural, one {confirmation} many {confirmations} other {confirmations}}</span>",
    confirmsSoon: "Le réseau le confirme, souvent en 10 à 60 minutes.",
    placedOnceConfirmed:
      "Dès qu’il est confirmé, votre commande est passée automatiquement avec les informations que vous avez saisies.",
    movesOnceConfirmed:
      "Dès qu’il est confirmé, la commande passe automatiquement à «\u00a0En traitement\u00a0».",
    movesOnceConfirmedOrder:
      "Dès qu’il est confirmé, la commande {id} passe automatiquement à «\u00a0En traitement\u00a0».",
    coinsThen: "Ensuite, nous envoyons les pièces.",
    creditThen: "Ensuite, le crédit est ajouté à votre compte.",
    giftCodeThen: "Ensuite, le code cadeau est envoyé.",
    coinsNext:
      "Nous allons envoyer les pièces à votre compte TikTok, et la commande passera à «\u00a0Terminée\u00a0».",
    creditNext: "Le crédit va être ajouté à votre compte, et la commande sera terminée.",
    giftCodeNext: "Le code cadeau va être envoyé par e-mail, et la commande sera terminée.",
    coinsArrived: "Les pièces sont sur votre compte TikTok.",
    creditArrived: "Le crédit est sur votre compte.",
    giftCodeArrived: "Le code cadeau a été envoyé par e-mail.",
    seenClose: "Paiement détecté. Vous pouvez fermer cette page.",
    seenCloseOrder: "Paiement de la commande {id} détecté. Vous pouvez fermer cette page.",
    /** With a time of today. */
    arrivedAt:
      "{payments, plural, one {<amount></amount>\u00a0: arrivé à <time></time>.} many {<amount></amount>\u00a0: arrivé en # de paiements, le dernier à <time></time>.} other {<amount></amount>\u00a0: arrivé en # paiements, le dernier à <time></time>.}}",
    arrivedAtInLock:
      "{payments, plural, one {<amount></amount>\u00a0: arrivé à <time></time>, pendant le blocage du prix.} many {<amount></amount>\u00a0: arrivé en # de paiements, le dernier à <time></time>, pendant le blocage du prix.} other {<amount></amount>\u00a0: arrivé en # paiements, le dernier à <time></time>, pendant le blocage du prix.}}",
    /** With a day and a time. */
    arrivedOn:
      "{payments, plural, one {<amount></amount>\u00a0: arrivé le <time></time>.} many {<amount></amount>\u00a0: arrivé en # de paiements, le dernier le <time></time>.} other {<amount></amount>\u00a0: arrivé en # paiements, le dernier le <time></time>.}}",
    arrivedOnInLock:
      "{payments, plural, one {<amount></amount>\u00a0: arrivé le <time></time>, pendant le blocage du prix.} many {<amount></amount>\u00a0: arrivé en # de paiements, le dernier le <time></time>, pendant le blocage du prix.} other {<amount></amount>\u00a0: arrivé en # paiements, le dernier le <time></time>, pendant le blocage du prix.}}",
    nothingToDo:
      "Vous n’avez plus rien à faire\u00a0: nous attendons que le réseau confirme le paiement.",
    lightningArrived: "Votre paiement Lightning est arrivé.",
    lightningArrivedOrder: "Votre paiement Lightning pour la commande {id} est arrivé.",
    networkConfirmed: "Le réseau a confirmé votre paiement.",
    networkConfirmedOrder: "Le réseau a confirmé votre paiement pour la commande {id}.",
    checkDetails: "Vérifiez les informations à l’étape suivante.",
    settled: "Le prix est réglé, et il n’y a plus rien à payer.",
    excess:
      "<b>Nous avons reçu <amount></amount> de trop.</b> Pour récupérer la différence, indiquez une adresse Bitcoin sur la page de votre commande, ou écrivez à <email></email> avec l’identifiant de transaction.",
    excessOrder:
      "<b>Nous avons reçu <amount></amount> de trop.</b> Pour récupérer la différence, indiquez une adresse Bitcoin ci-dessous, ou écrivez à <email></email> avec le numéro de commande {id}.",
    follow: "Vous pouvez la suivre avec votre numéro de commande et votre e-mail.",
    followOrder: "Vous pouvez la suivre avec le numéro de commande {id} et votre e-mail.",
    lightningPayment: "Paiement Lightning",
    copyHash: "Copier l’empreinte du paiement",
    hashCopied: "Empreinte du paiement copiée",
    transaction: "Transaction",
    transactionNumbered: "Transaction {number}",
    copyTransaction: "Copier l’identifiant de transaction",
    copyTransactionNumbered: "Copier l’identifiant de la transaction {number}",
    transactionCopied: "Identifiant de transaction copié",
    noLongerValid: "plus valable",
    amountEnded: "Ce montant n’est plus valable.",
    amountEndedText:
      "{minutes, plural, one {Aucun paiement n’a été détecté en # minute.} many {Aucun paiement n’a été détecté en # de minutes.} other {Aucun paiement n’a été détecté en # minutes.}} N’envoyez plus ce montant\u00a0: obtenez-en un nouveau au cours du moment.",
    heldAgain:
      "{minutes, plural, one {Un nouveau montant est de nouveau bloqué pendant # minute.} many {Un nouveau montant est de nouveau bloqué pendant # de minutes.} other {Un nouveau montant est de nouveau bloqué pendant # minutes.}}",
    addressStays: "L’adresse reste la même.",
    orderIdStays: "Le numéro de commande {id} reste le même.",
    addressAndOrderIdStay: "L’adresse et le numéro de commande {id} restent les mêmes.",
    sentShowsUp:
      "Si vous l’avez déjà envoyé, rien n’est perdu\u00a0: le paiement apparaîtra quand même ici.",
    alreadyPaid: "J’ai déjà payé",
    alreadyPaidText:
      "Alors, vous n’avez rien à faire. Nous continuons à surveiller l’adresse ci-dessous, que votre portefeuille doit aussi afficher. Ce qui est détecté au plus tard {minutes, plural, one {# minute} many {# de minutes} other {# minutes}} après la fin reste valable comme convenu. Tout ce qui arrive plus tard, nous le vérifions à la main.",
    alreadyPaidLightning:
      "Alors, vous n’avez rien à faire. Si votre portefeuille indique que le paiement Lightning est effectué, il apparaîtra quand même ici. S’il a échoué, l’argent est toujours dans votre portefeuille.",
    underpaid: "Il est arrivé moins que le montant dû, et le prix n’est plus bloqué.",
    underpaidText:
      "N’envoyez pas le reste maintenant\u00a0: demandez-nous d’abord, et nous vous dirons le montant.",
    late: "{minutes, plural, one {Il est arrivé plus de # minute après la fin du blocage du prix.} many {Il est arrivé plus de # de minutes après la fin du blocage du prix.} other {Il est arrivé plus de # minutes après la fin du blocage du prix.}}",
    lateText: "Il ne couvre peut-être plus le prix, c’est pourquoi nous le vérifions.",
    again: "De l’argent est encore arrivé après le renvoi de votre paiement.",
    againText:
      "N’envoyez plus rien\u00a0: nous allons le vérifier, puis l’utiliser ou vous le renvoyer.",
    recorded: "Rien n’est perdu. Le paiement est enregistré, et nous déciderons de la suite.",
    recordedOrder:
      "Rien n’est perdu. Le paiement est enregistré pour la commande {id}, et nous déciderons de la suite.",
    askToFinish: "Vous voulez le compléter, ou le récupérer\u202f?",
    askWhenReplaced: "Votre portefeuille indique qu’il a échoué ou qu’il a été remplacé\u202f?",
    askWhenNotArrived: "Il n’est pas arrivé\u202f?",
    /** After one of these questions. */
    write: "Écrivez à <email></email>.",
    writeTransaction: "Écrivez à <email></email>, avec l’identifiant de transaction ci-dessus.",
    writeOrder: "Écrivez à <email></email>, avec le numéro de commande {id}.",
    reversed: "Votre paiement était confirmé, puis il ne l’était plus.",
    reversedText:
      "Cela peut arriver quand le réseau remplace son bloc le plus récent. Ce n’est la faute de personne.",
    reversedHeld:
      "Les pièces qui n’ont pas été envoyées sont retenues jusqu’à ce que ce soit réglé.",
    reversedWait: "Vous n’avez pas besoin de payer à nouveau maintenant.",
    reconfirmed:
      "Si le réseau le confirme de nouveau, ce qui est habituel, la commande continue automatiquement.",
    reconfirmedOrder:
      "Si le réseau le confirme de nouveau, ce qui est habituel, la commande {id} continue automatiquement.",
    closed: "Ce paiement est clos. N’envoyez plus rien à son adresse.",
    sentBackLead: "Nous avons renvoyé ce paiement.",
    sentBackLeadOrder: "Nous avons renvoyé le paiement de la commande {id}.",
    sentBackText:
      "Il passe par le réseau Bitcoin comme tout paiement, et votre portefeuille l’affiche dès qu’il y apparaît.",
    creditedLead: "Nous avons ajouté ce paiement à votre crédit.",
    creditedLeadOrder: "Nous avons ajouté le paiement de la commande {id} à votre crédit.",
    creditedText:
      "Vous le trouvez dans «\u00a0Mes commandes\u00a0», et vous pouvez l’utiliser pour payer une commande.",
    sentBackPart: "Nous avons renvoyé une partie de ce paiement.",
    creditedPart: "Nous avons ajouté une partie de ce paiement à votre crédit.",
    credited: "Ajouté à votre crédit",
    sentBack: "Renvoyé",
    refundAddress: "À l’adresse",
    copyRefundAddress: "Copier l’adresse Bitcoin du remboursement",
    refundTransaction: "Transaction",
    copyRefundTransaction: "Copier l’identifiant de transaction du remboursement",
    /** The payment as one row of an order: before anything arrived, then by its state, of an amount or without one. */
    fact: "Paiement",
    factPaid: "Payé",
    factNone: "Pas encore reçu",
    factPart: "Une partie",
    factUnconfirmed: "Non confirmé",
    factConfirmed: "Confirmé",
    factInReview: "En vérification",
    factReversed: "Annulé par le réseau",
    factRefunded: "Remboursé",
    factAmountPart: "<amount></amount> <state>une partie</state>",
    factAmountUnconfirmed: "<amount></amount> <state>non confirmé</state>",
    factAmountConfirmed: "<amount></amount> <state>confirmé</state>",
    factAmountLightning: "<amount></amount> <state>par Lightning</state>",
    factAmountInReview: "<amount></amount> <state>en vérification</state>",
    factAmountReversed: "<amount></amount> <state>annulé par le réseau</state>",
    factAmountRefunded: "<amount></amount> <state>remboursé</state>",
    factAmountPartRefunded: "<amount></amount> <state>remboursé en partie</state>",
  },
  method: {
    card: "Carte",
    bitcoin: "Bitcoin",
    bitcoinByLightning: "Bitcoin (Lightning)",
    bitcoinOnChain: "Bitcoin (on-chain)",
    paypal: "PayPal",
    transfer: "Virement bancaire",
    credit: "Crédit",
    coupon: "Code promo",
    /** Ways to pay, for {paid}: "by card, in Bitcoin, with PayPal or by bank transfer". */
    paidByCard: "par carte",
    paidInBitcoin: "en Bitcoin",
    paidWithPaypal: "avec PayPal",
    paidByTransfer: "par virement",
    /** Ways to pay, for {ways}: French repeats the preposition. */
    byCard: "par carte",
    byBitcoin: "en Bitcoin",
    byPaypal: "avec PayPal",
    byTransfer: "par virement",
    orCard: "par carte",
    orBitcoin: "en Bitcoin",
    orPaypal: "avec PayPal",
    orTransfer: "par virement",
    payByCard: "Payer par carte",
    payWithBitcoin: "Payer en Bitcoin",
    payWithPaypal: "Payer avec PayPal",
    payByTransfer: "Payer par virement",
    onStripe: "Sur la page de Stripe",
    onPaypal: "Sur la page de PayPal",
    heldPrice: "Le prix est bloqué pendant 60 minutes",
    sentByHand: "La page de la commande indique où l’envoyer",
    fromBank: "Depuis votre banque, souvent en un ou deux jours ouvrés",
    youPay: "Vous payez",
    forGoods: "Achat\u00a0: {goods}.",
    forGoodsTo: "Achat\u00a0: {goods} pour <who></who>.",
    next: "Et ensuite\u202f?",
    nextCheck: "Vous vérifiez les informations à l’étape suivante et confirmez la commande.",
    nextPage: "La page de {owner} s’ouvre. Vous y payez, puis elle vous ramène à votre commande.",
    nextReference:
      "Vous recevez le numéro de commande et envoyez l’argent en l’indiquant comme référence, pour que nous retrouvions votre paiement.",
    nothingToPay: "Il n’y a rien à payer",
    paidOnceConfirmed: "La commande est payée dès que vous la confirmez.",
    cardAlone:
      "Le numéro de votre carte n’est transmis qu’à Stripe. Cette boutique ne le voit jamais.",
    signInAlone:
      "Vous vous connectez uniquement chez {owner}. Cette boutique ne voit jamais votre mot de passe.",
    notCharged: "Rien n’est débité avant que vous n’y payiez.",
    recordedPaypal:
      "Nous enregistrons chaque paiement PayPal à la main\u00a0: la commande continue donc quelque temps après son arrivée.",
    recordedTransfer:
      "Nous enregistrons chaque virement à la main\u00a0: la commande continue donc quelque temps après son arrivée.",
    priceStays: "Une fois la commande passée, le prix ne change plus.",
    accountName: "Titulaire du compte",
    iban: "IBAN",
    accountNumber: "Numéro de compte",
    bank: "Banque",
    reference: "Référence",
    paypalAccount: "Compte PayPal",
    note: "Note",
    /** `label` is one of these. */
    copied: "Copié\u00a0: {label}",
    copy: "Copier\u00a0: {label}",
    isWaiting: "En attente de votre paiement",
    isConfirmed: "Paiement confirmé",
    isInReview: "Nous vérifions ce paiement",
    isDisputed: "Ce paiement est contesté",
    isRefunded: "Remboursé",
    isPartRefunded: "Remboursé en partie",
    endedCard: "Nous n’acceptons plus les paiements par carte.",
    endedPaypal: "Nous n’acceptons plus les paiements avec PayPal.",
    endedTransfer: "Nous n’acceptons plus les paiements par virement.",
    endedText:
      "Si vous avez déjà payé, ne payez pas une seconde fois\u00a0: écrivez-nous. Sinon, choisissez un autre moyen de paiement ci-dessous.",
    onPage: "Vous payez sur la page de {owner}, puis vous revenez ici.",
    noticed: "Cette page remarque le paiement toute seule, et la commande {order} continue.",
    amount: "Montant",
    opensNext: "La page de {owner} s’ouvre ensuite. Rien n’est débité avant que vous n’y payiez.",
    checkedByHand:
      "Nous vérifions notre compte à la main. Cette page se met à jour dès que votre paiement pour la commande {order} est enregistré.",
    send: "Envoyez {amount}, en indiquant le numéro de commande.",
    sendText:
      "C’est ce qui nous permet de retrouver votre paiement\u00a0: n’écrivez rien d’autre à cet endroit.",
    processing: "Votre paiement est en route. Vous pouvez fermer cette page.",
    processingText:
      "{owner} le traite et nous prévient dès qu’il est effectué. La commande {order} continue alors automatiquement.",
    processingTextService:
      "Le service le traite et nous prévient dès qu’il est effectué. La commande {order} continue alors automatiquement.",
    paid: "Votre paiement est arrivé.",
    paidText: "Il n’y a plus rien à payer.",
    overpaid: "Votre paiement est arrivé, et il dépasse le prix.",
    overpaidText:
      "Il n’y a plus rien à payer. Nous avons enregistré la différence et nous la vérifierons.",
    review: "Le montant arrivé n’est pas exactement le prix de cette commande.",
    reviewText: "Rien n’est perdu. Nous allons le vérifier et décider de la suite.",
    reversed: "Votre paiement était confirmé, puis il a été annulé.",
    reversedText:
      "Les pièces qui n’ont pas été envoyées sont retenues jusqu’à ce que ce soit réglé.",
    refunded: "Nous avons renvoyé ce paiement.",
    refundedPart: "Nous avons remboursé une partie de ce paiement.",
    refundedText:
      "Il vous revient par le même moyen de paiement, ce qui peut prendre quelques jours.",
    credited: "Nous avons ajouté ce paiement à votre crédit.",
    creditedText:
      "Vous le trouvez dans «\u00a0Mes commandes\u00a0», et vous pouvez l’utiliser pour payer une commande.",
    creditedPart: "Nous avons ajouté une partie de ce paiement à votre crédit.",
    due: "Montant dû",
    received: "Reçu",
    receivedAt: "{amount}, <time></time>",
    sentBack: "Renvoyé",
    toCredit: "Ajouté à votre crédit",
    missing: "Manque",
    questions:
      "Des questions\u202f? Écrivez à <email></email>, avec le numéro de commande {order}.",
  },
  order: {
    trackOrder: "Suivi de commande",
    description: "Suivez une commande de pièces TikTok, du paiement jusqu’au compte.",
    searchLead:
      "Saisissez le numéro de commande qui figure sur votre reçu et l’adresse e-mail donnée lors de l’achat.",
    justPlaced: "Merci pour votre commande\u202f!",
    orderId: "Numéro de commande",
    orderIdMissing: "Saisissez votre numéro de commande",
    email: "E-mail",
    emailMissing: "Saisissez votre adresse e-mail",
    emailRequired: "L’adresse e-mail est obligatoire",
    notFound: "Commande introuvable. Vérifiez le numéro de commande et l’adresse e-mail.",
    trackAnother: "Suivre une autre commande",
    findMail: "Vous ne trouvez pas notre e-mail\u202f? Recevez les liens vers vos commandes",
    recentTitle: "Commandes récentes sur cet appareil",
    recentOrder: "Commande {id}",
    forget: "Oublier les commandes sur cet appareil",
    forgetHint:
      "Pour les revoir, saisissez le numéro de commande et l’adresse e-mail, ou ouvrez le lien dans l’e-mail de la commande.",
    label: "Commande",
    isPending: "La commande {id} est en attente",
    isProcessing: "La commande {id} est en traitement",
    isCompleted: "La commande {id} est terminée",
    isRejected: "La commande {id} est annulée",
    masked:
      "Les noms et l’adresse e-mail sont masqués. Pour les voir, saisissez dans le formulaire ci-dessus l’adresse e-mail donnée lors de l’achat.",
    rejected: "Cette commande a été annulée.",
    reason: "Motif\u00a0: {reason}",
    reasonUnpaid: "non payée",
    reasonWithdrawn: "rétractation de votre part",
    rejectedRefunded:
      "Votre paiement a été renvoyé. Il n’est pas arrivé\u202f? Écrivez à <email></email> avec le numéro de commande {id}.",
    rejectedPartRefunded:
      "Nous avons remboursé {amount} de votre paiement. La somme n’est pas arrivée\u202f? Écrivez à <email></email> avec le numéro de commande {id}.",
    rejectedUnpaid:
      "Ne la payez pas. Si vous avez déjà payé, ou si vous pensez qu’il s’agit d’une erreur, écrivez à <email></email> avec le numéro de commande {id}.",
    rejectedFree:
      "Rien n’a été payé pour celle-ci. Pour toute question, écrivez à <email></email> avec le numéro de commande {id}.",
    rejectedPaid:
      "Votre paiement est enregistré, et rien n’est perdu\u00a0: nous vous contacterons pour vous le renvoyer. Pour toute question, écrivez à <email></email> avec le numéro de commande {id}.",
    progress: "Avancement de la commande",
    stepPlaced: "Commande passée",
    stopped: "Interrompue\u00a0: <time></time>",
    paidAt: "Paiement confirmé\u00a0: <time></time>",
    paidAtSentence: "Paiement confirmé\u00a0: <time></time>.",
    waitsForPayment: "Pas encore payée.<br></br><link>Voir comment payer</link>",
    waitsForQuote: "Pas encore payée.<br></br><link>Obtenir un nouveau montant</link>",
    waitsForRest: "Il manque une partie du paiement.<br></br><link>Voir le reste à payer</link>",
    waitsForConfirmation: "Paiement détecté,<br></br>en attente de confirmation.",
    waitsForReview: "Nous vérifions le paiement.<br></br><link>Voir pourquoi</link>",
    waitsForReconfirmation: "En attente d’une nouvelle<br></br>confirmation du paiement.",
    paymentSentBack: "Le paiement a été renvoyé.<br></br><link>Voir où</link>",
    paymentPartRefunded:
      "Remboursement partiel\u00a0: {amount}.<br></br><link>Voir le remboursement</link>",
    coinsOncePaid: "Dès que le paiement est confirmé,<br></br>nous envoyons les pièces.",
    creditOncePaid: "Dès que le paiement est confirmé,<br></br>le crédit est ajouté.",
    giftCodeOncePaid: "Dès que le paiement est confirmé,<br></br>le code cadeau est envoyé.",
    coinsNext: "Nous allons envoyer les pièces.",
    creditNext: "Le crédit va être ajouté.",
    giftCodeNext: "Le code cadeau va être envoyé.",
    waitsForAnswer: "Nous attendons votre réponse.",
    late: "Cette commande prend plus de temps que d’habitude. Une question\u202f? Écrivez à <email></email>.",
    nextInLine: "Votre commande est la prochaine.",
    placeInLine:
      "Vous êtes en {place, selectordinal, one {#re} other {#e}} position dans la file d’attente.",
    coinsSent: "Pièces envoyées",
    creditAdded: "Crédit ajouté",
    giftCodeSent: "Code envoyé",
    coinsArrived: "<time></time>.<br></br>Les pièces sont sur le compte.",
    creditArrived: "<time></time>.<br></br>Le crédit est sur le compte.",
    giftCodeArrived: "<time></time>.<br></br>Le code a été envoyé par e-mail.",
    coinsGoal: "Pièces sur le compte",
    creditGoal: "Crédit sur le compte",
    giftCodeGoal: "Code envoyé par e-mail",
    coinsNever: "Ne seront pas envoyées",
    creditNever: "Pas de crédit",
    giftCodeNever: "Code inutilisable",
    // After "moins de", in the three sentences below.
    minutes: "{count, plural, one {# minute} many {# de minutes} other {# minutes}}",
    hours: "{count, plural, one {# heure} many {# d’heures} other {# heures}}",
    days: "{count, plural, one {# jour} many {# de jours} other {# jours}}",
    usuallyArrive: "Les pièces arrivent généralement en moins de {most}.",
    nearlyAllWithin: "Presque toutes les commandes sont livrées moins de {most} après le paiement.",
    halfWithin:
      "La moitié des commandes sont livrées moins de {half} après le paiement, et 95\u00a0% d’entre elles moins de {most} après.",
    package: "Pack",
    recipient: "Pour",
    tiktokUsername: "Nom d’utilisateur TikTok",
    giftMessage: "Message",
    tiktokUid: "UID TikTok",
    placedAt: "Passée le",
    paymentMethod: "Moyen de paiement",
    received: "Reçu",
    updatedAt: "Dernière mise à jour",
    notifyMe: "Me prévenir quand mes pièces arrivent",
    notifyDenied: "Votre navigateur bloque les notifications de ce site.",
    notifyFailed: "Votre navigateur n’a pas pu être configuré pour cela.",
    invoice: "Télécharger la facture",
    creditNote: "Avoir {number}",
    correction: "Rectification {number}",
    sentBack: "Remboursé",
    becameCredit: "Remboursé en crédit",
    tooManyInvoices: "Trop de factures à la fois. Réessayez dans quelques secondes.",
    tryAgain: "Réessayer",
    backToShop: "Retour à la boutique",
    payAnotherWay: "Payer autrement",
    wrongUsername: "Mauvais nom d’utilisateur\u202f? Corrigez-le",
    correctOnce:
      "Vous pouvez encore le corriger une fois, jusqu’à ce que nous commencions à envoyer les pièces.",
    correctTwice:
      "Vous pouvez le corriger deux fois, jusqu’à ce que nous commencions à envoyer les pièces.",
    saveUsername: "Enregistrer le nom",
    correctUsedUp: "Le nom d’utilisateur a été corrigé deux fois et ne peut plus être modifié.",
    notCorrectedClosed:
      "Le destinataire n’a pas été modifié\u00a0: la commande est en cours de livraison, ou terminée.",
    notCorrectedUsedUp:
      "Le destinataire n’a pas été modifié\u00a0: il a déjà été corrigé deux fois.",
    notCorrectedStale:
      "Le destinataire a été corrigé entre-temps. Vérifiez-le, puis enregistrez à nouveau.",
    mailRefused: "Notre e-mail à <address></address> n’est pas arrivé.",
    mailSignIn: "Pour corriger l’adresse, <link>connectez-vous</link>.",
    mailCheck:
      "Vérifiez l’adresse, pour recevoir le lien vers cette commande et les e-mails de suivi.",
    mailMovesAccount:
      "Avec une autre adresse, la commande passe de votre compte à celui de cette adresse.",
    mailAgain: "Enregistrer et renvoyer",
    consented: "Vous avez donné votre accord le <time></time>\u00a0: «\u00a0{text}\u00a0»",
    consentMissing: "Vous n’avez pas encore donné votre accord pour une livraison immédiate.",
    consentHere: "Vous pouvez le faire ici\u00a0: «\u00a0{text}\u00a0»",
    consent: "J’accepte",
    withdraw: "Renoncer au contrat ici",
    withdrawn:
      "<b>Nous avons reçu votre rétractation de ce contrat le <time></time></b> et l’avons confirmée à {email}.",
    withdrawalOpen:
      "Les pièces ne sont pas envoyées tant que nous ne l’avons pas examinée. Nous vous écrirons au sujet du remboursement.",
    withdrawalAccepted: "Elle a été acceptée. Ce que vous avez payé est remboursé.",
    withdrawalDeclined: "Elle a été refusée\u202f; notre message ci-dessous explique pourquoi.",
    refundTitle: "Où envoyer un éventuel remboursement\u202f?",
    refundTitleSaved: "Votre adresse de remboursement",
    refundLead:
      "Si nous renvoyons de l’argent, ce sera à cette adresse. Vous pouvez la modifier jusqu’à l’envoi du remboursement.",
    refundAddress: "Adresse Bitcoin",
    refundHint:
      "Indiquez une adresse de votre propre portefeuille. Beaucoup de plateformes d’échange n’acceptent de dépôts qu’à l’adresse qu’elles vous affichent.",
    refundSave: "Enregistrer l’adresse",
    refundChange: "Modifier l’adresse",
    refundMissing: "Saisissez une adresse Bitcoin",
    refundInvalid: "Cette adresse Bitcoin n’est pas valable. Copiez-la depuis votre portefeuille.",
    refundOwn: "C’est l’une de nos propres adresses. Saisissez-en une de votre portefeuille.",
    asked:
      "Nous avons une question sur votre commande, et nous reprendrons son traitement dès que vous aurez répondu. <link>Lire et répondre</link>",
    messagesOfOrder: "Messages de cette commande",
    messages: "Messages",
    you: "Vous",
    write: "Nous écrire",
    writeFirst: "Une question sur cette commande\u202f? Écrivez-nous",
    conversationClosed:
      "Cette conversation est close. Si vous avez une question, écrivez à {supportEmail}.",
    message: "Votre message",
    messageHint:
      "Nous répondons ici, et vous prévenons par e-mail. Ne nous envoyez jamais de mot de passe ni de code de connexion.",
    messageSend: "Envoyer le message",
    messageMissing: "Écrivez un message",
    messageTooLong: "Le message est trop long ({max} caractères au plus)",
    messageInvalid: "Le message contient des caractères non autorisés",
    notSentClosed: "Votre message n’a pas été envoyé\u00a0: cette conversation est close.",
    todaysPrice: "Prix du jour",
    changeDetails: "Modifier les informations",
    continueToPayment: "Continuer vers le paiement",
    packageGone: "Ce pack n’est plus en vente",
    packageGoneText:
      "{count, plural, one {Le pack de # pièce} many {Le pack de # de pièces} other {Le pack de # pièces}} n’est plus en vente. Choisissez l’un des packs du jour.",
    choosePackage: "Choisir un pack",
    codeMissing: "Saisissez un code",
    codeUnknown: "Nous ne connaissons pas ce code.",
    codeOtherKind: "Les codes ne s’appliquent pas au crédit ni aux codes cadeaux.",
    proofTitle: "Pour modifier cette commande, ouvrez le lien de notre e-mail.",
    proofText:
      "Avec le numéro de commande et l’e-mail seuls, vous pouvez la suivre et la payer. Le lien permet aussi de corriger le destinataire, de nous écrire, de télécharger la facture et d’indiquer où va un remboursement. Si vous avez un compte, vous pouvez aussi <link>vous connecter</link>.",
    proofSend: "M’envoyer le lien par e-mail",
  },
  orderLinks: {
    title: "Vous ne trouvez pas notre e-mail\u202f?",
    lead: "Saisissez l’adresse e-mail donnée lors de l’achat. Nous y envoyons les liens vers toutes ses commandes.",
    email: "E-mail",
    emailMissing: "Saisissez votre adresse e-mail",
    send: "Envoyer les liens",
    sendAgain: "Renvoyer",
    sent: "S’il existe des commandes avec {email}, un e-mail avec leurs liens est en route. Regardez aussi dans vos courriers indésirables.",
    back: "Retour au suivi de commande",
  },
  withdraw: {
    title: "Renoncer au contrat",
    order: "Commande",
    package: "Pack",
    placedAt: "Passée le",
    name: "Votre nom",
    nameMissing: "Le nom est obligatoire",
    email: "E-mail",
    emailHint:
      "Nous confirmons à l’adresse ci-dessus la réception de votre rétractation, avec sa date et son heure.",
    statement: "Je vous notifie ma rétractation du contrat portant sur cette commande.",
    back: "Retour à la commande",
    confirm: "Confirmer la rétractation",
    stopTitle: "Ce n’était pas vous ?",
    stopLead:
      "Nous annulons ce qui a été fait et fermons l’accès de tous les autres navigateurs et des anciens liens à cette commande.",
    stopWhat: "Ce qui a été fait",
    stopRecipient: "Le destinataire a été corrigé",
    stopRefund: "Une adresse de remboursement a été indiquée",
    stopConsent: "La livraison immédiate a été acceptée",
    stopWithdrawal: "Le contrat a fait l’objet d’une rétractation",
    stopMessage: "Un message nous a été écrit",
    stopDevice: "Un appareil est prévenu de l’arrivée des pièces",
    stopButton: "Ce n’était pas moi : annuler",
    stopDone:
      "C’est fait. Ce qui pouvait être annulé l’est, et nous sommes au courant. Les anciens liens et navigateurs n’ont plus accès à cette commande.",
    stopLate:
      "Cela n’a plus pu être annulé, car la commande a avancé. Nous sommes au courant. Les anciens liens et navigateurs n’ont plus accès à cette commande.",
    stopInvalid: "Ce lien a expiré ou a déjà servi.",
  },
  signIn: {
    signIn: "Se connecter",
    newHere: "Pas encore de compte\u202f? <link>Créer un compte</link>",
    email: "E-mail",
    password: "Mot de passe",
    forgotPassword: "Mot de passe oublié\u202f?",
    withPasskey: "Se connecter avec une clé d’accès",
    noAccountNeeded: "Pas besoin de compte pour acheter ou pour <link>suivre une commande</link>.",
    accountUnderAttack:
      "Trop d’échecs de connexion à ce compte. Connectez-vous depuis un navigateur que vous avez déjà utilisé, ou choisissez un nouveau mot de passe avec «\u00a0Mot de passe oublié\u202f?\u00a0».",
    // Shown only after a successful sign-in, so that others do not learn that the account exists.
    blocked: "Ce compte est bloqué. Contactez l’assistance.",
    passkeyFailed: "Cette clé d’accès n’a pas fonctionné. Réessayez, ou connectez-vous autrement.",
    passkeyUnused: "Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.",
    // Beside the forms.
    everyOrder: "Toutes vos commandes dans une liste",
    everyOrderText:
      "Les commandes passées avec votre e-mail apparaissent dès que l’adresse est confirmée.",
    or: "ou",
    continueWith: "Continuer avec {provider}",
    continueInWindow: "Continuez dans la fenêtre {provider} qui vient de s’ouvrir.",
    cancel: "Annuler",
    providerFailed: "La connexion avec {provider} a échoué. Réessayez.",
    socialFailed: "La connexion avec ce service a échoué. Réessayez.",
    someLoginFailed: "La connexion a échoué. Réessayez.",
    tooMany: "Trop de tentatives. Attendez quelques minutes, puis réessayez.",
    windowBlocked: "Votre navigateur a bloqué la fenêtre de connexion",
    allowPopups: "Autorisez les pop-ups de ce site dans la barre d’adresse, puis réessayez.",
    continueHere: "Continuer dans cet onglet",
    signingIn: "Connexion en cours",
    signedIn: "Connexion réussie.",
    signedInText: "Vous pouvez fermer cette fenêtre, ou continuer ici.",
    toShop: "Aller à la boutique",
    backToCreateAccount: "Retour à la création de compte",
    backToSignIn: "Retour à la connexion",
    createAccount: "Créer un compte",
    haveAccount: "Vous en avez déjà un\u202f? <link>Se connecter</link>",
    fullName: "Nom complet",
    passwordHint:
      "{min, plural, one {Au moins # caractère} many {Au moins # de caractères} other {Au moins # caractères}}",
    confirmPassword: "Confirmer le mot de passe",
    newPassword: "Nouveau mot de passe",
    confirmNewPassword: "Confirmer le nouveau mot de passe",
    referralCode: "Code de parrainage",
    agree:
      "J’accepte les <terms>conditions de vente</terms> et j’ai lu la <privacy>page de confidentialité</privacy>",
    // Read after the name of a link.
    inNewTab: "(dans un nouvel onglet)",
    registrationFailed: "L’inscription a échoué. Réessayez.",
    forgotTitle: "Mot de passe oublié",
    forgotText:
      "Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
    linkSent:
      "Si un compte utilise cette adresse, un e-mail avec un lien est en route. Le lien fonctionne une seule fois, pendant une heure.",
    sendLink: "Envoyer le lien",
    sendAnotherLink: "Envoyer un autre lien",
    choosePassword: "Choisissez un nouveau mot de passe",
    choosePasswordText:
      "Toutes vos sessions seront fermées, et vous pourrez vous connecter avec le nouveau.",
    savePassword: "Enregistrer le mot de passe",
    resetLinkEnded: "Ce lien ne fonctionne plus",
    resetLinkEndedText:
      "Les liens fonctionnent une seule fois, pendant une heure. Votre mot de passe n’a pas changé.",
    newLink: "Obtenir un nouveau lien",
    changePassword: "Changer de mot de passe",
    changePasswordText:
      "Cette boutique demande un nouveau mot de passe de temps en temps, et c’est le moment.",
    currentPassword: "Mot de passe actuel",
    passwordUnchanged: "Choisissez un mot de passe différent de celui que vous venez d’utiliser",
    saveAndContinue: "Enregistrer et continuer",
    confirmEmailTitle: "Confirmer l’adresse e-mail",
    emailConfirmed: "Adresse e-mail confirmée",
    emailConfirmedText:
      "Les commandes passées avec cette adresse apparaissent maintenant dans «\u00a0Mes commandes\u00a0».",
    myOrders: "Mes commandes",
    linkBroken: "Ce lien ne fonctionne pas",
    emailTaken: "Un autre compte utilise cette adresse",
    emailTakenText:
      "Votre e-mail ne change pas. Si l’autre compte est le vôtre, connectez-vous plutôt avec celui-ci.",
    emailLinkBroken:
      "Les liens fonctionnent une seule fois, pendant un jour. Celui-ci a expiré, a déjà servi ou n’a pas été copié en entier. Un changement de mot de passe le désactive aussi. Vous pouvez en demander un nouveau depuis votre compte.",
    toAccount: "Aller à votre compte",
    changeEmail: "Changer d’adresse e-mail\u202f?",
    changeEmailText:
      "Votre adresse e-mail passe de {current} à <b>{email}</b>. Vous vous connecterez désormais avec la nouvelle adresse.",
    changeMyEmail: "Changer mon e-mail",
    confirmEmail: "Confirmer votre adresse e-mail\u202f?",
    confirmEmailText:
      "<b>{email}</b> est l’adresse de votre compte. Les commandes passées avec elle apparaîtront alors dans «\u00a0Mes commandes\u00a0».",
    confirmAddress: "Confirmer cette adresse",
    undoEmailTitle: "Annuler un changement d’e-mail",
    undoEmail: "Annuler le changement\u202f?",
    undoEmailText:
      "Votre compte retrouve l’adresse {email}. Tous les navigateurs sont déconnectés, et nous vous enverrons un lien pour choisir un nouveau mot de passe.",
    changeBack: "Annuler le changement",
    emailChangedBack: "Votre ancien e-mail est rétabli",
    emailChangedBackText:
      "Vous vous connectez de nouveau avec {email}. Tous les navigateurs sont déconnectés, et l’ancien mot de passe ne fonctionne plus. Nous vous avons envoyé un lien pour en choisir un nouveau.",
    emailNowTaken: "Un autre compte utilise maintenant cette adresse",
    emailNowTakenText:
      "Elle y a été confirmée après le changement, qui ne peut donc plus être annulé ici. Écrivez à l’assistance.",
    undoLinkBroken:
      "Les liens fonctionnent une seule fois, pendant 7 jours. Celui-ci a expiré, a déjà servi ou n’a pas été copié en entier.",
    keepTwoFactorTitle: "Garder la double authentification",
    keepTwoFactorHeading: "Garder la double authentification activée\u00a0?",
    keepTwoFactorText:
      "Elle reste activée pour {email}, et la connexion demande un code comme avant.",
    keepTwoFactor: "La garder activée",
    twoFactorKept: "La double authentification reste activée",
    twoFactorKeptText:
      "Rien n’a changé. Si vous n’avez pas demandé à la désactiver, choisissez tout de suite un nouveau mot de passe\u00a0: quelqu’un connaît peut-être le vôtre.",
    keepLinkBroken:
      "Le lien fonctionne une seule fois, jusqu’à la désactivation de la double authentification. Celui-ci a déjà servi, n’est plus valable ou n’a pas été copié en entier.",
    twoFactor: "Double authentification",
    recoveryCode: "Code de secours",
    fromApp:
      "Ouvrez votre application d’authentification et saisissez le code qu’elle affiche pour cette boutique.",
    fromList: "L’un des codes reçus lors de l’activation. Chaque code fonctionne une seule fois.",
    byPasskey: "Utilisez votre clé d’accès pour terminer la connexion.",
    code: "Code",
    codeMissing: "Saisissez les 6 chiffres affichés par votre application",
    recoveryCodeMissing: "Saisissez un code de secours",
    codeWrong: "Code incorrect ou expiré. Essayez le suivant.",
    continue: "Continuer",
    usePasskey: "Utiliser une clé d’accès",
    noPasskeyHere:
      "Ce navigateur ne prend pas en charge les clés d’accès. Connectez-vous depuis celui où vous avez ajouté la vôtre.",
    useAppCode: "Utiliser le code de l’application",
    useRecoveryCode: "Utiliser un code de secours",
    signOutQuestion: "Se déconnecter\u202f?",
    signedOut: "Déconnexion effectuée",
    otherOrdersHere:
      "Ce navigateur a aussi servi à passer des commandes qui ne sont pas dans votre compte. Il ne les affichera plus, sauf si vous les gardez ici.",
    ordersHere:
      "Ce navigateur a servi à passer des commandes sans compte. Il ne les affichera plus, sauf si vous les gardez ici.",
    keepOrders: "Garder les commandes de ce navigateur",
    done: "Terminé",
    invitation: "Invitation",
    joinTeam: "Rejoindre l’équipe",
    invites:
      "{inviter} invite <b>{email}</b> à rejoindre l’administration, avec le rôle <b>{role}</b>.",
    roleAdmin: "Propriétaire",
    roleDelivery: "Livraison",
    roleBookkeeper: "Comptable",
    signInToAccept: "Se connecter pour accepter",
    acceptText: "Vous vous reconnectez ensuite, et commencez avec le nouveau rôle.",
    accept: "Accepter l’invitation",
    otherAccount: "Cette invitation est pour un autre compte",
    otherAccountText:
      "Votre session est celle de {current}, et l’invitation est pour <b>{email}</b>. Déconnectez-vous, puis ouvrez à nouveau le lien de l’e-mail.",
    invitationEnded: "Cette invitation ne fonctionne plus",
    invitationEndedText:
      "Les invitations fonctionnent une seule fois, pendant 7 jours, sauf si elles sont révoquées ou renvoyées. Demandez-en une nouvelle à la personne qui vous l’a envoyée.",
    resendEmail: "Renvoyer l’e-mail",
  },
  account: {
    title: "Compte",
    profile: "Profil",
    security: "Sécurité",
    sessions: "Sessions",
    data: "Données",
    name: "Nom",
    nameAbout: "Comment nous nous adressons à vous dans nos e-mails.",
    yourName: "Votre nom",
    saveName: "Enregistrer le nom",
    email: "E-mail",
    emailAbout:
      "Il sert à vous connecter. Dès qu’il est vérifié, les commandes passées avec cette adresse apparaissent dans «\u00a0Mes commandes\u00a0».",
    emailPending:
      "<b>Ouvrez le lien que nous avons envoyé à {email}.</b> D’ici là, votre e-mail ne change pas.",
    emailAlreadyYours: "Votre compte utilise déjà cette adresse, et elle est confirmée",
    verified: "Vérifié",
    notVerified: "Pas encore vérifié",
    newEmail: "Nouvel e-mail",
    newEmailHint:
      "Nous enverrons un lien à la nouvelle adresse. Votre e-mail changera une fois que vous l’y aurez confirmé.",
    sendLink: "Envoyer le lien",
    yourPassword: "Votre mot de passe",
    birthday: "Anniversaire",
    birthdayAbout: "Pour 100 points offerts une fois par an. Facultatif.",
    yourBirthday: "Votre anniversaire",
    saveBirthday: "Enregistrer la date",
    securityTitle: "Sécurité · Compte",
    password: "Mot de passe",
    passwordAbout: "Le changer vous déconnecte de tous les autres navigateurs.",
    passwordMissing:
      "Vous vous connectez avec un autre service et n’avez pas encore de mot de passe.",
    currentPassword: "Mot de passe actuel",
    currentPasswordMissing: "Saisissez votre mot de passe actuel",
    newPassword: "Nouveau mot de passe",
    newPasswordHint:
      "{min, plural, one {Au moins # caractère.} many {Au moins # de caractères.} other {Au moins # caractères.}}",
    confirmPassword: "Confirmer le nouveau mot de passe",
    changePassword: "Changer de mot de passe",
    setPassword:
      "Nous envoyons à <address></address> un lien qui vous permet de choisir un mot de passe. Vous pourrez toujours vous connecter avec l’autre service.",
    passkeys: "Clés d’accès",
    passkeysAbout:
      "Connectez-vous avec votre empreinte, votre visage ou un code PIN, sans mot de passe ni code. Ajoutez-en plusieurs, pour pouvoir vous connecter même si vous perdez un appareil.",
    passkeyAdd: "Ajouter une clé d’accès",
    passkeyAddedAt: "Ajoutée le <time></time>",
    passkeyUsedAt: "Dernière utilisation le <time></time>",
    passkeyUnused: "Jamais utilisée",
    passkeyRename: "Renommer",
    passkeyRemoveTitle: "Supprimer",
    passkeyRemoveText:
      "Elle ne permettra plus de se connecter ici. Supprimez-la aussi de votre appareil, pour qu’elle ne soit plus proposée.",
    passkeyRemove: "Supprimer la clé d’accès",
    passkeyOnDevice: "Cet appareil a déjà une clé d’accès pour votre compte.",
    passkeysMissing: "Ce navigateur ne prend pas en charge les clés d’accès.",
    passkeyNotAdded: "Aucune clé d’accès n’a été ajoutée. Réessayez.",
    passkeyRefused: "Cette clé d’accès n’a pas pu être ajoutée. Réessayez.",
    passkeysTooMany:
      "{max, plural, one {Un compte peut avoir # clé d’accès.} many {Un compte peut avoir # de clés d’accès.} other {Un compte peut avoir # clés d’accès.}} Supprimez-en d’abord une.",
    twoFactor: "Double authentification",
    twoFactorAbout:
      "La connexion demande alors aussi un code à 6 chiffres, donné par une application sur votre téléphone.",
    twoFactorNeedsPassword:
      "Définissez d’abord un mot de passe\u00a0: il est nécessaire pour l’activer.",
    on: "Activée",
    off: "Désactivée",
    turnOn: "Activer",
    turnOff: "Désactiver",
    turnOffText: "Votre mot de passe suffira pour vous connecter.",
    turnOffTwoFactor: "Désactiver la double authentification",
    qrCode: "QR code pour votre application d’authentification",
    scan: "Scannez ceci avec une application d’authentification, ou saisissez la clé\u00a0:",
    keyCopied: "Clé copiée",
    copyKey: "Copier la clé",
    code: "Code de l’application",
    codeHint:
      "Il change toutes les 30 secondes. La double authentification s’active dès que le code est accepté.",
    codeWrong: "Code incorrect ou expiré. Essayez le suivant.",
    cancel: "Annuler",
    codesTitle: "La double authentification est activée. Conservez vos codes de secours",
    codesText:
      "Chaque code permet une connexion, sans votre téléphone. Ils ne s’affichent qu’une seule fois.",
    codes: "Codes de secours",
    codesCopied: "Codes de secours copiés",
    copyCodes: "Copier les codes",
    downloadCodes: "Télécharger (texte)",
    codesSaved: "Je les ai conservés",
    newCodes: "Nouveaux codes de secours",
    newCodesText: "Vos codes actuels ne fonctionneront plus.",
    createCodes: "Créer de nouveaux codes",
    codesLeft:
      "{count, plural, one {# code de secours restant} many {# de codes de secours restants} other {# codes de secours restants}}",
    noCodesLeft: "Plus aucun code de secours",
    sessionsTitle: "Sessions · Compte",
    sessionsLead: "Vos sessions ouvertes",
    sessionsOthers:
      "Fermez toute session que vous ne reconnaissez pas, puis changez de mot de passe.",
    sessionsOnlyThis: "Uniquement dans ce navigateur.",
    endOthers: "Fermer toutes les autres",
    thisBrowser: "Ce navigateur",
    browserOn: "{browser} sur {system}",
    unknownBrowser: "Navigateur inconnu",
    unknownBrowserOn: "Navigateur inconnu sur {system}",
    signedInAt: "Connexion le <time></time>",
    lastActiveAt: "Dernière activité le <time></time>",
    // The part that only screen readers read is hidden.
    endSession: "Fermer<hidden> la session de {device}</hidden>",
    dataTitle: "Données · Compte",
    download: "Télécharger mes données",
    downloadAbout:
      "Tout ce que cette boutique enregistre à votre sujet, au format JSON\u00a0: profil, commandes, destinataires, points, crédit, connexions liées et sessions.",
    delete: "Supprimer le compte",
    deleteAbout: "Vos points, vos gains, votre crédit et votre code de parrainage seront perdus.",
    deleteTitle: "Supprimer votre compte\u202f?",
    deleteQuestion:
      "Voulez-vous vraiment supprimer votre compte\u202f? Vos commandes restent, sans votre compte. Cette action est irréversible.",
    deleteDecline: "Garder le compte",
    deleteSure: "Oui, supprimer mon compte",
    deleteLastOwner:
      "Vous êtes l’unique propriétaire. Donnez ce rôle à quelqu’un d’autre avant de supprimer ce compte.",
    deleteNotFresh: "Déconnectez-vous et reconnectez-vous, puis supprimez le compte.",
  },
  myOrders: {
    title: "Mes commandes",
    aside: "Fidélité, parrainage et crédit",
    search: "Rechercher par numéro de commande ou par statut",
    searchHint: "Numéro de commande ou statut",
    found:
      "{total, plural, one {# commande correspond à «\u00a0{search}\u00a0»} many {# de commandes correspondent à «\u00a0{search}\u00a0»} other {# commandes correspondent à «\u00a0{search}\u00a0»}}",
    noMatch: "Aucune commande ne correspond à «\u00a0{search}\u00a0»",
    clearSearch: "Effacer la recherche",
    searchLooksAt: "La recherche porte sur les numéros de commande et les statuts.",
    notVerified:
      "<b>Votre e-mail n’est pas encore vérifié.</b> Vérifiez-le pour voir les commandes passées avec cette adresse\u00a0: ouvrez le lien dans l’e-mail que nous vous avons envoyé.",
    none: "Pas encore de commande",
    noneText: "Les commandes passées avec votre e-mail apparaissent ici.",
    choosePackage: "Choisir un pack",
    orders: "Commandes",
    order: "Commande {id}",
    for: "pour {recipient}",
    forAccount: "pour votre compte",
    invoice: "Facture",
    invoiceOf: "Facture de la commande {id}",
    creditNote: "Avoir {number}",
    correction: "Rectification {number}",
    pages: "Pages",
    newer: "Plus récentes",
    page: "Page {page} sur {pages}",
    older: "Plus anciennes",
  },
  credit: {
    title: "Votre crédit",
    use: "Utilisez-le pour payer votre prochaine commande.",
    verifyToUse: "Vérifiez votre e-mail pour pouvoir payer avec.",
    owed: "Votre prochain crédit sera diminué de {amount}\u00a0: cette somme a été dépensée, puis reprise.",
    convert:
      "{points, plural, one {Échanger # point contre {amount}} many {Échanger # de points contre {amount}} other {Échanger # points contre {amount}}}",
    giftCode: "Code cadeau",
    redeem: "Utiliser",
    // For every code alike: unknown, redeemed, expired and withdrawn ones.
    unusableCode:
      "Ce code ne peut pas être utilisé. Vérifiez-le\u00a0: il fonctionne une seule fois, et jusqu’à sa date de fin.",
    history: "D’où vient votre crédit",
    historyCaption: "Mouvements de votre crédit, du plus récent au plus ancien",
    date: "Date",
    what: "Opération",
    balance: "Solde",
    ofOrder: "{what}\u00a0: commande <id></id>",
    moreOwed: "(reste dû\u00a0: {amount})",
    referral: "Parrainage",
    referralTakenBack: "Retrait du parrainage",
    points: "Points",
    refund: "Remboursement",
    refundTakenBack: "Retrait du remboursement",
    bought: "Achat",
    boughtTakenBack: "Retrait du crédit acheté",
    used: "Utilisation",
    usedAtCheckout: "Utilisation pour un achat en cours",
    returned: "Restitution",
    returnedFromCheckout: "Restitution d’un achat en cours",
    adjusted: "Ajustement",
    deducted: "Déduction d’une somme due",
  },
  loyalty: {
    tier: "Niveau de fidélité",
    bronze: "Bronze",
    silver: "Argent",
    gold: "Or",
    platinum: "Platine",
    progress:
      "{next, plural, one {{points} sur # point pour le niveau {tier}} many {{points} sur # de points pour le niveau {tier}} other {{points} sur # points pour le niveau {tier}}}",
    pointsCount: "{points, plural, one {# point} many {# de points} other {# points}}",
    topTier: "Niveau maximal",
    perks: "Avantages",
    weekends: "Points doublés le week-end",
    birthdayBonus: "Points offerts pour votre anniversaire",
    referralTitle: "Votre code de parrainage",
    referralLead: "Vos amis le saisissent en créant leur compte.",
    codeCopied: "Code de parrainage copié\u202f!",
    copy: "Copier",
    share:
      "Ou partagez ce lien, qui le remplit tout seul. Vous recevez en crédit 5\u00a0% de la première commande terminée d’un ami. Votre ami gagne des points dès sa première commande.",
    linkCopied: "Lien copié",
    copyLink: "Copier le lien",
    friends: "Amis inscrits",
    earned: "Gains",
    rules: "Comment fonctionnent les points",
    rulesText:
      "10 points par dollar entier d’une commande terminée, 20 si elle a été passée un samedi ou un dimanche. 100 points pour votre anniversaire, une fois par an. 5\u00a0% de la première commande terminée que chaque ami passe après son inscription avec votre code. Si une commande est annulée, supprimée ou remboursée, ses points et primes sont retirés, en partie si le remboursement est partiel.",
    nothingYet:
      "Rien pour l’instant. La première ligne arrivera avec votre première commande terminée.",
    ledgerCaption: "Mouvements des points et des gains, du plus récent au plus ancien",
    date: "Date",
    what: "Opération",
    points: "Points",
    balance: "Solde",
    birthday: "Anniversaire",
    orderCompleted: "Commande <id></id> terminée",
    orderTakenBack: "Retrait\u00a0: commande <id></id>",
    orderRefunded: "Remboursement de la commande <id></id>",
    orderRefundUndone: "Remboursement annulé\u00a0: commande <id></id>",
    referral: "Parrainage\u00a0: commande <id></id>",
    referralTakenBack: "Retrait du parrainage\u00a0: commande <id></id>",
    referralRefunded: "Parrainage\u00a0: remboursement de la commande <id></id>",
    referralRefundUndone: "Parrainage\u00a0: remboursement annulé, commande <id></id>",
  },
  newsletter: {
    title: "Newsletter",
    lead: "De temps en temps, les nouveaux packs et les nouveaux prix dans votre boîte mail. Vous confirmez d’abord votre adresse, et chaque e-mail contient un lien de désinscription.",
    email: "E-mail",
    emailMissing: "Saisissez votre adresse e-mail",
    subscribe: "S’abonner",
    sent: "Regardez votre boîte de réception\u00a0: un lien de confirmation est en route vers {email}. Il fonctionne pendant {days, plural, one {# jour} many {# de jours} other {# jours}}.",
    toShop: "Vers la boutique",
    confirmTitle: "Confirmez votre abonnement",
    confirmLead:
      "Un clic, et vous recevrez la newsletter à l’adresse à laquelle ce lien a été envoyé.",
    confirm: "Confirmer l’abonnement",
    subscribed: "Votre abonnement est confirmé",
    subscribedLead:
      "La prochaine newsletter vous sera envoyée. Chacune contient un lien de désinscription.",
    brokenLink: "Ce lien ne fonctionne pas",
    expiredLead:
      "Les liens de confirmation fonctionnent pendant {days, plural, one {# jour} many {# de jours} other {# jours}}. Celui-ci a expiré ou n’a pas été copié en entier. Vous pouvez en demander un nouveau au bas de n’importe quelle page.",
    brokenLead: "Il n’a pas été copié en entier. Ouvrez à nouveau le lien au bas de la newsletter.",
    unsubscribe: "Se désabonner",
    unsubscribeTitle: "Se désabonner\u202f?",
    unsubscribeLead:
      "{email} ne recevra plus la newsletter. Vous recevrez toujours les e-mails sur vos commandes.",
    unsubscribed: "Votre désabonnement est enregistré",
    unsubscribedLead: "{email} ne recevra plus la newsletter. Merci de l’avoir lue.",
    subscribeAgain: "Se réabonner",
    goneLead: "Cette adresse n’est pas sur la liste\u00a0: elle ne reçoit donc pas de newsletter.",
  },
  legal: {
    terms: "Conditions de vente",
    privacy: "Confidentialité",
    refunds: "Remboursements",
    termsLead:
      "Ce que vous et {shopName} pouvez attendre l’un de l’autre quand vous achetez des pièces ici.",
    termsSell: "Ce que nous vendons",
    termsSellText:
      "Des packs de pièces TikTok, envoyées au compte TikTok que vous indiquez. {shopName} est une boutique indépendante. Elle n’est pas affiliée à TikTok, et les règles propres à TikTok sur les pièces et les comptes s’appliquent une fois les pièces livrées.",
    termsYou: "Ce que vous nous indiquez",
    termsYouText:
      "Un nom d’utilisateur TikTok, une adresse e-mail et, si vous le souhaitez, votre UID TikTok. Vérifiez bien le nom d’utilisateur\u00a0: les pièces vont au compte que vous indiquez et ne peuvent plus être déplacées ensuite. Nous ne demandons jamais de mot de passe TikTok, de code de connexion ni la phrase de récupération d’un portefeuille.",
    termsPrices: "Prix et blocage du prix",
    termsPricesText:
      "Les prix sont en dollars américains. {vat} Quand vous arrivez au paiement en Bitcoin, le prix est converti en un montant en Bitcoin au cours qui y est affiché, et ce montant est bloqué pendant 60 minutes. Ensuite, il n’est plus valable, et vous pouvez obtenir un nouveau montant au cours du moment\u202f; l’adresse reste la même.",
    termsPayment: "Paiement",
    termsBitcoinPayment:
      "En Bitcoin, envoyez le montant affiché à l’adresse affichée. Votre portefeuille ajoute les frais de réseau. {shortPayments} Si vous avez envoyé plus que le montant dû, écrivez-nous.",
    termsPaidOrder:
      "Un achat payé devient toujours une commande, même si vous avez fermé la page avant de la confirmer. {unpaidOrders} L’argent qui arrive pour une commande annulée est vérifié à la main.",
    termsDelivery: "Livraison",
    termsDeliveryText:
      "Votre paiement doit d’abord arriver\u00a0: en Bitcoin, le réseau doit le confirmer, ce qui prend souvent de 10 à 60 minutes, davantage quand le réseau est chargé. Votre commande passe ensuite à «\u00a0En traitement\u00a0», puis à «\u00a0Terminée\u00a0» quand les pièces sont sur le compte. {deliveryTime} Vous pouvez la suivre sur la [page de suivi](/track-order) avec votre numéro de commande et votre adresse e-mail.",
    termsRejected: "Commandes annulées et remboursements",
    termsRejectedText:
      "Si nous ne pouvons pas livrer, par exemple parce que le nom d’utilisateur n’existe pas, la commande est annulée et sa page l’indique. Un paiement en Bitcoin ne peut pas être annulé\u00a0: le remboursement est donc un nouveau paiement vers une adresse que vous nous donnez. {otherRefunds} Les pièces livrées ne peuvent pas être reprises et ne sont pas remboursées. La page [Remboursements](/refunds) explique ce qui est remboursé, quand et comment.",
    termsCredit: "Crédit",
    termsCreditText:
      "Un compte peut avoir du crédit\u00a0: grâce au parrainage, à des codes cadeaux, à des remboursements que vous avez accepté de recevoir en crédit, ou à un geste de notre part. Vous le dépensez pour des commandes dans cette boutique. Il n’est jamais versé en argent, n’est pas cessible et prend fin avec le compte. La part d’une commande payée en crédit est restituée en crédit si la commande est annulée. Le crédit accordé pour une opération annulée par la suite, comme la commande annulée d’un ami, est repris.",
    termsData: "Vos données",
    termsDataText:
      "Nous conservons ce qu’une commande exige\u00a0: le nom d’utilisateur, l’UID si vous l’avez indiqué, votre adresse e-mail et le paiement. Nous nous en servons pour livrer, pour vous répondre et pour tenir notre comptabilité. Les pages ouvertes avec le seul numéro de commande affichent ces informations masquées. La page [Confidentialité](/privacy) donne les détails.",
    termsQuestions: "Questions",
    termsQuestionsText: "Écrivez à {supportEmail} en indiquant votre numéro de commande.",
    privacyLead:
      "Ce que {shopName} enregistre à votre sujet, pourquoi, pendant combien de temps, et qui d’autre peut en voir une partie.",
    privacyOrder: "Quand vous commandez",
    privacyOrderText:
      "Votre adresse e-mail, le nom d’utilisateur TikTok et, si vous l’avez indiqué, l’UID TikTok\u202f; {country} le pack, les montants, les dates et les heures\u202f; ce que vous nous écrivez et ce que nous vous écrivons au sujet de la commande. {withdrawalData} Pour les paiements en Bitcoin\u00a0: l’adresse et ce que le réseau montre du paiement\u202f; pour les autres paiements\u00a0: le montant, la date et l’heure, et la référence. Nous nous en servons pour livrer les pièces, pour vous répondre et pour tenir notre comptabilité.",
    privacyPush:
      "Si vous demandez à votre navigateur de vous prévenir de l’arrivée des pièces\u00a0: l’adresse à laquelle son service de notifications reçoit des messages pour lui, jusqu’à l’envoi de l’avis, pendant 30 jours au plus.",
    privacyNever:
      "Nous ne demandons jamais de mot de passe TikTok, de code de connexion ni la phrase de récupération d’un portefeuille. Comme tout paiement en Bitcoin, le vôtre est public sur le réseau.",
    privacyAccount: "Quand vous avez un compte",
    privacyAccountText:
      "Votre nom et votre adresse e-mail, une empreinte de votre mot de passe, qui ne permet pas de le lire, vos points, votre crédit avec chacun de ses mouvements, votre code de parrainage, votre parrain ou votre marraine, et votre anniversaire si vous l’indiquez. Si vous activez la double authentification, sa clé et ses codes de secours, chiffrés. Pour chaque navigateur où votre session est ouverte\u00a0: son adresse réseau, son nom et sa dernière utilisation, pour que vous puissiez le vérifier et fermer la session dans votre compte. Les types de navigateurs et de réseaux utilisés pour vos connexions, sous forme d’empreintes, pour que nous puissions vous prévenir par e-mail quand il y en a un nouveau. Pendant 7 jours après un changement d’adresse e-mail, l’ancienne adresse, pour que le changement puisse être annulé depuis celle-ci.",
    privacySocial:
      "Si vous vous connectez avec Google ou Facebook, ces services nous donnent votre nom, votre adresse e-mail, un identifiant de votre compte et des jetons qui nous permettent de lire uniquement ces données, et ils apprennent que vous vous connectez ici. Rien n’est échangé avec eux tant que vous n’appuyez pas sur ce bouton.",
    privacyNewsletter: "Quand vous vous abonnez à la newsletter",
    privacyNewsletterText:
      "Votre adresse e-mail, la page de votre inscription, et le moment de votre inscription, de votre confirmation et de votre désinscription. Personne ne la reçoit sans avoir confirmé, et chaque newsletter contient un lien de désinscription. Nous ne suivons pas qui ouvre un e-mail ou clique sur un lien qu’il contient.",
    privacyCookies: "Cookies",
    privacyCookiesText:
      "Uniquement ceux sans lesquels la boutique ne peut pas fonctionner\u202f; c’est pourquoi nous ne vous demandons pas de les accepter.",
    privacyCookieVisitor:
      "`satchel_visitor` reconnaît votre navigateur, pour votre achat en cours et les commandes qu’il peut voir\u00a0: 30 jours, déposé quand vous choisissez un pack ou ouvrez une commande.",
    privacyCookieSignedOut:
      "`satchel_signed_out` garde la même information pendant 10 minutes après votre déconnexion, si ce navigateur a d’autres commandes, pour que vous puissiez les garder ici.",
    privacyCookieCode:
      "`satchel_code` garde le code d’un lien que vous avez suivi, jusqu’à ce que vous choisissiez un pack\u00a0: 30 jours au plus.",
    privacyCookieSession:
      "`satchel.session_token` garde votre session ouverte\u00a0: jusqu’à votre déconnexion, 30 jours au plus.",
    privacyCookieState:
      "`satchel.state` vous ramène de Google ou de Facebook pendant que vous vous y connectez\u00a0: 5 minutes.",
    privacyCookieTwoFactor:
      "`satchel.two_factor` attend votre code pendant que vous vous connectez avec la double authentification\u00a0: 10 minutes.",
    privacyCookiePasskey:
      "`satchel.passkey_challenge` est ce qu’une clé d’accès doit signer quand vous l’utilisez pour vous connecter, ou quand vous en ajoutez une\u00a0: 5 minutes.",
    privacyCookieKnown:
      "`satchel.known_browser` montre que ce navigateur a déjà servi à vous connecter, pour que les mots de passe erronés d’autres personnes ne vous en bloquent pas l’accès\u00a0: un an, déposé quand vous vous connectez. Il ne dit pas qui vous êtes.",
    privacyCookieLanguage:
      "`satchel_language` et `satchel_currency` gardent la langue et la devise que vous avez choisies\u00a0: un an, déposés quand vous en choisissez une.",
    privacyCookieNames:
      "Quand cette page est arrivée en https, ces noms commencent par `__Host-`. Le choix entre clair et sombre reste dans le stockage de votre navigateur\u202f; de même l’adresse d’une page que vous avez demandée, jusqu’à ce qu’elle s’ouvre.",
    privacyNoAnalytics: "Ni mesure d’audience, ni tiers",
    privacyNoAnalyticsText:
      "Les pages ne chargent rien depuis d’autres serveurs\u00a0: ni mesure d’audience, ni publicité, ni polices ou scripts venus d’ailleurs.",
    privacyServer: "Avec qui le serveur communique",
    privacyServerText:
      "Des services de cotation, pour le cours du Bitcoin\u202f; ils n’apprennent rien sur vous. Un ou plusieurs services qui lisent le réseau Bitcoin\u202f; ils voient l’adresse de paiement de votre commande, mais pas à qui elle est. Un serveur de messagerie, qui reçoit votre adresse e-mail et les e-mails que nous vous envoyons. Si vous demandez un avis à l’arrivée des pièces, le service de notifications de votre navigateur\u202f; il apprend qu’il y a un message, mais pas ce qu’il dit. {otherCompanies} Les programmes qui nous aident à livrer les pièces peuvent recevoir des données sur votre commande\u00a0: son numéro, ce que vous avez commandé, votre nom d’utilisateur et votre UID TikTok, votre adresse e-mail. La boutique ne transmet vos données à personne d’autre.",
    privacyHowLong: "Durée de conservation",
    privacyHowLongText:
      "Les commandes, leurs paiements et les e-mails qui les concernent sont conservés aussi longtemps que notre comptabilité doit l’être. Les inscriptions à la newsletter non confirmées sont supprimées après 7 jours\u202f; la liste des destinataires d’une newsletter, 30 jours après son envoi. Ce que les programmes ont reçu sur votre commande est conservé pendant 30 jours. Si vous vous désabonnez, nous en gardons la trace jusqu’à ce que vous nous demandiez de la supprimer.",
    privacyAttempts:
      "Les échecs de connexion et de recherche de commande, les inscriptions et les demandes d’e-mails sont comptés par réseau et par adresse e-mail pendant environ un jour, pour freiner ceux qui tentent de deviner. Le journal du serveur note chaque connexion avec l’identifiant du compte et l’adresse réseau.",
    privacyRights: "Vos droits",
    privacyRightsText:
      "Dans [votre compte](/account), vous pouvez rectifier ce qui est inexact, télécharger ce qui est enregistré à votre sujet et supprimer le compte. Les commandes restent ensuite dans notre comptabilité. Vous avez commandé sans compte, souhaitez faire effacer des données ou en savoir plus\u202f? Écrivez à {supportEmail} depuis l’adresse avec laquelle vous avez commandé, pour que nous sachions que c’est bien vous. Les données effacées peuvent subsister dans des sauvegardes jusqu’au remplacement de celles-ci.",
    refundsLead:
      "Quand {shopName} rembourse, comment cela fonctionne avec le Bitcoin, et ce qui ne peut pas être remboursé.",
    refundsPayment: "Un remboursement est un nouveau paiement",
    refundsPaymentText:
      "Un paiement en Bitcoin ne peut être annulé ni par vous, ni par nous, ni par une banque. Un remboursement est un paiement distinct, que nous faisons à la main depuis notre portefeuille vers une adresse qui vous appartient.",
    refundsWhen: "Quand nous remboursons",
    refundsUndeliverable:
      "**Nous ne pouvons pas livrer**, par exemple parce que le nom d’utilisateur n’existe pas. La commande est annulée, sa page l’indique, et vous récupérez ce que vous avez payé.",
    refundsTooMuch:
      "**Vous avez payé trop**, ou deux fois. L’excédent vous est remboursé\u202f; écrivez-nous.",
    refundsTooLittle:
      "**Vous avez payé trop peu** et ne voulez pas envoyer le reste. Vous récupérez ce que vous avez envoyé.",
    refundsTooLate:
      "**Vous avez payé trop tard**, et le paiement ne couvrait alors plus le prix. À vous de choisir\u00a0: envoyer le reste, ou récupérer ce que vous avez envoyé.",
    refundsRejected:
      "**Vous avez payé une commande déjà annulée**, par exemple parce qu’elle était restée impayée trop longtemps. Vous récupérez ce que vous avez envoyé, ou nous livrons tout de même si vous êtes d’accord.",
    refundsLate: "Paiements tardifs ou incomplets",
    refundsShortText:
      "{shortPayments} Une fois le délai écoulé, nous vérifions à la main et nous vous écrivons.",
    refundsHow: "Comment ça marche",
    refundsWrite:
      "Écrivez à {supportEmail} depuis l’adresse e-mail de votre commande, avec le numéro de commande. Si nous le remarquons en premier, nous écrivons à cette adresse.",
    refundsAddress:
      "Si vous avez payé en Bitcoin, nous vous demandons une adresse Bitcoin qui vous appartient. Nous ne renvoyons pas l’argent là d’où il est venu\u00a0: cette adresse appartient souvent à une plateforme d’échange, et ce qui y arrive pourrait ne pas vous parvenir.",
    refundsCheck:
      "Vérifiez bien l’adresse que vous nous donnez. L’argent envoyé à une mauvaise adresse ne peut pas être récupéré.",
    refundsSent:
      "Nous envoyons le remboursement, et la page de votre commande indique combien a été envoyé, où, et dans quelle transaction.",
    refundsOnlyAddress:
      "Nous demandons seulement une adresse\u00a0: ni paiement préalable, ni phrase de récupération, ni mot de passe. Chaque remboursement est fait à la main, ce qui peut prendre quelques jours ouvrés. Sans adresse, nous ne pouvons rien envoyer\u202f; votre paiement reste enregistré avec votre commande jusqu’à ce que vous nous en donniez une.",
    refundsHowMuch: "Combien",
    refundsHowMuchText:
      "Ce qui a été payé en Bitcoin est remboursé en Bitcoin\u00a0: le montant en Bitcoin que vous avez envoyé, ou l’excédent, quelle que soit alors sa valeur en dollars. Les frais de réseau payés par votre portefeuille sont allés au réseau et non à nous\u00a0: nous ne pouvons donc pas les rendre. Les frais du remboursement sont déduits de ce que nous envoyons, sauf si l’erreur venait de nous. Un montant inférieur à ces frais ne peut pas être envoyé.",
    refundsNot: "Ce qui n’est pas remboursé",
    refundsDelivered: "Les pièces livrées. Elles ne peuvent pas être retirées d’un compte TikTok.",
    refundsOtherUsername:
      "Les pièces livrées au nom d’utilisateur que vous avez donné, si ce n’était pas celui que vous vouliez.",
    refundsRate: "Les variations du cours du Bitcoin entre votre paiement et un remboursement.",
    refundsRights: "Vos droits légaux de consommateur ne sont pas affectés.",
    refundsQuestions: "Questions",
    refundsQuestionsText: "Écrivez à {supportEmail} en indiquant votre numéro de commande.",
    /** For owners who have changed neither. */
    consent:
      "J’accepte que ma commande soit livrée avant la fin du délai de rétractation de 14 jours. Je reconnais que je perds mon droit de rétractation dès qu’elle est livrée.",
    withdrawalNotice:
      "Vous pouvez vous rétracter de ce contrat dans un délai de 14 jours, sans donner de motif. Si vous avez accepté une livraison immédiate, ce droit prend fin dès que votre commande est livrée. Nous remboursons ce que vous avez payé dans un délai de 14 jours.",
    /** What stands in the place of the placeholders. */
    latePayments:
      "{minutes, plural, =0 {Un paiement qui atteint le réseau Bitcoin à temps est pris en compte, même s’il est confirmé plus tard.} one {Un paiement qui atteint le réseau Bitcoin à temps ou avec une minute de retard au plus est pris en compte, même s’il est confirmé plus tard.} many {Un paiement qui atteint le réseau Bitcoin à temps ou avec {minutes} de minutes de retard au plus est pris en compte, même s’il est confirmé plus tard.} other {Un paiement qui atteint le réseau Bitcoin à temps ou avec {minutes} minutes de retard au plus est pris en compte, même s’il est confirmé plus tard.}} Un paiement plus tardif est pris en compte s’il couvrait le prix à son arrivée\u202f; sinon, nous le vérifions à la main, et il n’est pas perdu.",
    exactAmounts:
      "Envoyez exactement ce montant\u00a0: c’est lui qui indique de qui vient le paiement. Tout autre montant est vérifié à la main et n’est pas perdu.",
    anyMissing:
      "S’il manque quelque chose, envoyez le reste à la même adresse\u202f; les pièces sont envoyées dès que le montant complet est arrivé.",
    moreMissing:
      "S’il manque au plus {share}, le prix est considéré comme payé. S’il manque davantage, envoyez le reste à la même adresse\u202f; les pièces sont envoyées dès que le montant complet est arrivé.",
    unpaidOrders:
      "{hours, plural, one {Une commande qui reste impayée une heure après la fin de son dernier montant bloqué est annulée.} many {Une commande qui reste impayée {hours} d’heures après la fin de son dernier montant bloqué est annulée.} other {Une commande qui reste impayée {hours} heures après la fin de son dernier montant bloqué est annulée.}}",
    onlyBitcoin: "Vous payez en Bitcoin.",
    otherMethods:
      "Vous payez {paid}. {others}, vous payez le prix en dollars américains, une fois la commande passée.",
    otherRefunds: "Ce qui a été payé {paid} est remboursé par le même moyen de paiement.",
    otherCompanies:
      "{names}, si vous choisissez d’y payer\u00a0: le montant, la commande et votre adresse e-mail\u202f; ce que vous saisissez sur leurs pages, comme un numéro de carte, cette boutique ne le voit jamais.",
    vat: "Ils comprennent une TVA de {rate}.",
    country: "le pays que vous avez choisi\u202f;",
    withdrawal: "Droit de rétractation",
    withdrawHere: "Sur la page de votre commande, appuyez sur «\u00a0{button}\u00a0».",
    withdrawalData:
      "Si vous vous rétractez du contrat\u00a0: le nom et l’adresse e-mail que vous donnez.",
  },
  errors: {
    outdated: "Cette page n’est plus à jour",
    outdatedText:
      "La boutique a sans doute été mise à jour depuis que vous l’avez ouverte. Rien n’a été modifié\u00a0: rechargez la page, puis refaites la dernière étape.",
    reload: "Recharger la page",
    failed: "Un problème est survenu",
    failedText:
      "Cette page n’a pas pu s’afficher, et c’est de notre faute. Vos commandes et vos paiements sont en sécurité\u00a0: ils ne dépendent pas de cette page.",
    requestId:
      "Si vous nous écrivez à ce sujet, indiquez cet identifiant de requête\u00a0: <id></id>",
    tryAgain: "Réessayer",
    home: "Retour à l’accueil",
    paused: "Pas de nouvelles commandes pour le moment",
    pausedText:
      "La boutique ne peut pas prendre de nouvelles commandes pour l’instant. Les commandes déjà passées et les paiements en cours sont en sécurité. Réessayez plus tard.",
    unreachable: "La boutique est injoignable",
    unreachableText:
      "Cette page reviendra d’elle-même dès que possible. Vos commandes et vos paiements sont en sécurité\u00a0: ils ne dépendent pas de cette page.",
    forbidden: "Accès refusé",
    forbiddenText:
      "Votre rôle ne donne pas accès à cette page. Le propriétaire de la boutique peut vous en attribuer un autre.",
    toWork: "Aller à mon espace",
    notFound: "Page introuvable",
    notFoundText:
      "Cette page n’existe pas ou a été déplacée. Vos commandes ne sont pas concernées.",
    track: "Suivre votre commande",
    busy: "Réessayez dans quelques secondes",
    busyMessage: "Trop de connexions à la fois. Réessayez dans quelques secondes.",
    backToForm: "Retour au formulaire",
    tooLong: "C’est trop long\u00a0: {size} ko au plus. Rien n’a été enregistré.",
    addressTooLong: "Cette adresse est trop longue.",
    addressUnreadable: "Cette adresse est illisible.",
    databaseUnreachable: "La base de données est injoignable.",
    serverFailed: "Un problème est survenu. Rien n’est perdu\u202f; réessayez.",
    /** Below it, for questions to the shop. */
    serverRequest: "Requête {id}",
    tooManyAttempts:
      "{minutes, plural, one {Trop de tentatives. Attendez une minute, puis réessayez.} many {Trop de tentatives. Attendez # de minutes, puis réessayez.} other {Trop de tentatives. Attendez # minutes, puis réessayez.}}",
  },
  ui: {
    switchTheme: "Basculer entre clair et sombre",
    columns:
      "{columns, plural, one {Une colonne de disques} many {Des colonnes de disques} other {Des colonnes de disques}}, un disque pour {scale, plural, one {# pièce} many {# de pièces} other {# pièces}}\u00a0: {sizes} pièces",
    discs:
      "{discs, plural, one {# disque} many {# de disques} other {# disques}}, un pour {scale, plural, one {# pièce} many {# de pièces} other {# pièces}}",
    discsCutOff:
      "{discs, plural, one {# disque} many {# de disques} other {# disques}}, un pour {scale, plural, one {# pièce} many {# de pièces} other {# pièces}}\u202f; l’image s’arrête à {shown, number}",
    copyFailed: "La copie a échoué",
    copyByHand: "Sélectionnez le texte et copiez-le à la main.",
    optional: "Facultatif",
    polling:
      "Les mises à jour en direct sont bloquées sur cette connexion\u00a0: cette page vérifie donc {seconds, plural, one {chaque seconde} many {toutes les # de secondes} other {toutes les # secondes}}.",
    checkedAt: "Dernière vérification à {time}.",
    checkNow: "Vérifier",
    messages: "Messages",
    /** Read after the name of a step. */
    stepDone: ", étape terminée",
    stepNow: ", étape en cours",
    stepLater: ", étape à venir",
    stepStopped: ", étape interrompue",
    toasts: "Notifications",
    dismiss: "Fermer",
    statusPending: "En attente",
    statusProcessing: "En traitement",
    statusCompleted: "Terminée",
    statusRejected: "Annulée",
  },
  notices: {
    placed: "Merci pour votre commande\u202f!",
    refundAddressSaved: "Adresse de remboursement enregistrée",
    recipientCorrected: "Destinataire corrigé",
    emailSentAgain: "Nous renvoyons notre e-mail",
    withdrawalReceived: "Nous avons reçu votre rétractation",
    deviceTold: "Cet appareil sera prévenu de l’arrivée de vos pièces",
    messageSent: "Message envoyé",
    ordersForgotten: "Cet appareil a oublié ses commandes",
    methodChanged: "Moyen de paiement modifié",
    pageClosed:
      "Votre commande est enregistrée. Si vous n’avez pas encore payé, vous pouvez le faire ici",
    signedIn: "Connexion réussie\u202f!",
    registered: "Votre compte est créé\u202f!",
    nameSaved: "Nom enregistré",
    birthdaySaved: "Anniversaire enregistré",
    emailSent: "E-mail envoyé\u00a0: ouvrez son lien pour confirmer l’adresse",
    emailVerified: "Adresse e-mail confirmée",
    passwordSaved: "Mot de passe modifié",
    sessionEnded: "Cette session a été fermée",
    twoFactorOff: "La double authentification est désactivée",
    passkeyAdded: "Clé d’accès ajoutée",
    passkeyRenamed: "Clé d’accès renommée",
    passkeyRemoved: "Clé d’accès supprimée",
    deleted: "Compte supprimé",
    packageGone: "Ce pack n’est plus en vente",
    packageSoldOut: "Ce pack vient d’être épuisé",
    codeKept: "Votre code est conservé et sera appliqué à votre achat",
    creditRedeemed: "Code cadeau utilisé",
    pointsConverted: "Points échangés contre du crédit",
    creditTakenBack: "Crédit récupéré",
    creditNotTakenBack: "Un paiement est arrivé pour cet achat\u00a0: son crédit y reste",
    teamJoined: "Vous êtes dans l’équipe. Connectez-vous pour commencer",
    twoFactorNeeded: "Activez la double authentification pour ouvrir l’administration",
    secondFactorNeeded:
      "Ajoutez une clé d’accès ou activez la double authentification pour ouvrir l’administration",
    codeUnknown: "Nous ne connaissons pas le code de ce lien",
    pageUnavailable:
      "La page de paiement ne peut pas s’ouvrir pour le moment. Votre commande est enregistrée\u00a0: réessayez ici dans un instant",
    notOpen: "Nous n’acceptons pas de paiements en Bitcoin pour le moment. Réessayez plus tard",
    deviceRefused: "Cet appareil ne peut pas être prévenu",
    notPayable: "Cette commande n’attend plus de paiement",
    emailNotCorrected: "L’adresse e-mail n’a pas été modifiée\u00a0: vérifiez-la ci-dessous",
    refundAddressClosed: "L’adresse de remboursement ne peut plus être modifiée",
    coinsArrived:
      "Vos pièces sont arrivées\u00a0: {coins, plural, one {# pièce} many {# de pièces} other {# pièces}}, commande {order}",
    linkSent: "Le lien est en route vers l’adresse e-mail de la commande",
    proofNeeded: "Ouvrez d’abord le lien de notre e-mail",
  },
  rules: {
    emailMissing: "L’adresse e-mail est obligatoire",
    emailInvalid: "Saisissez une adresse e-mail valable",
    emailInvisible:
      "L’adresse e-mail contient des caractères invisibles. Tapez-la au lieu de la coller",
    usernameMissing: "Le nom d’utilisateur TikTok est obligatoire",
    usernameInvisible:
      "Le nom d’utilisateur TikTok contient des caractères invisibles. Tapez-le au lieu de le coller",
    usernameLink:
      "Ce lien ne contient pas le nom d’utilisateur. Saisissez le nom d’utilisateur lui-même",
    usernameCharacters:
      "Un nom d’utilisateur TikTok ne contient que des lettres, des chiffres, des tirets bas et des points",
    usernamePeriod: "Un nom d’utilisateur TikTok ne se termine pas par un point",
    usernameShort:
      "{min, plural, one {Un nom d’utilisateur TikTok a au moins # caractère} many {Un nom d’utilisateur TikTok a au moins # de caractères} other {Un nom d’utilisateur TikTok a au moins # caractères}}",
    usernameLong:
      "{max, plural, one {Un nom d’utilisateur TikTok a au plus # caractère} many {Un nom d’utilisateur TikTok a au plus # de caractères} other {Un nom d’utilisateur TikTok a au plus # caractères}}",
    uidLong:
      "{max, plural, one {L’UID TikTok est trop long (# caractère au plus)} many {L’UID TikTok est trop long (# de caractères au plus)} other {L’UID TikTok est trop long (# caractères au plus)}}",
    uidCharacters: "L’UID TikTok contient des caractères non autorisés",
    uidInvisible: "L’UID TikTok contient des caractères invisibles. Tapez-le au lieu de le coller",
    countryMissing: "Choisissez votre pays",
    giftEmailMissing: "L’adresse e-mail du destinataire est obligatoire",
    giftMessageLong:
      "{max, plural, one {Le message est trop long (# caractère au plus)} many {Le message est trop long (# de caractères au plus)} other {Le message est trop long (# caractères au plus)}}",
    giftMessageCharacters: "Le message contient des caractères non autorisés",
    giftMessageInvisible:
      "Le message contient des caractères invisibles. Tapez-le au lieu de le coller",
    couponEndedOn: "Le code {code} était valable jusqu’au {date}.",
    couponEnded: "Le code {code} a expiré.",
    couponNotStarted: "Le code {code} est valable à partir du {date}.",
    couponOtherPackage: "Le code {code} ne s’applique pas à ce pack.",
    couponMinimum: "Le code {code} s’applique aux packs à partir de {amount}.",
    couponNothing: "Le code {code} ne réduit pas ce prix.",
    couponFirstOrder:
      "Le code {code} est réservé à une première commande, et il y en a déjà une avec cette adresse e-mail.",
    couponUsed: "Vous avez déjà utilisé le code {code}.",
    couponUsedOften:
      "{times, plural, one {Vous avez utilisé le code {code} autant que possible, # fois.} many {Vous avez utilisé le code {code} autant que possible, # de fois.} other {Vous avez utilisé le code {code} autant que possible, # fois.}}",
    couponUsedUp: "Le code {code} est épuisé.",
    consentMissing:
      "Cochez la case pour accepter une livraison immédiate, puis confirmez votre commande.",
    consentChanged: "Le texte que vous devez accepter a changé. Relisez-le.",
    required: "Remplissez tous les champs obligatoires",
    nameMissing: "Saisissez un nom",
    nameLong:
      "{max, plural, one {Le nom est trop long (# caractère au plus)} many {Le nom est trop long (# de caractères au plus)} other {Le nom est trop long (# caractères au plus)}}",
    nameCharacters: "Le nom contient des caractères non autorisés",
    nameInvisible: "Le nom contient des caractères invisibles. Tapez-le au lieu de le coller",
    nameAddress: "Le nom ne doit pas contenir d’adresse web",
    passwordShort:
      "{min, plural, one {Le mot de passe doit avoir au moins # caractère} many {Le mot de passe doit avoir au moins # de caractères} other {Le mot de passe doit avoir au moins # caractères}}",
    passwordLong:
      "{max, plural, one {Le mot de passe doit avoir au plus # caractère} many {Le mot de passe doit avoir au plus # de caractères} other {Le mot de passe doit avoir au plus # caractères}}",
    passwordsDiffer: "Les mots de passe ne correspondent pas",
    termsMissing: "Acceptez les conditions de vente pour créer un compte",
    referralCodeUnknown: "Ce code de parrainage n’existe pas",
    signInMissing: "Saisissez l’adresse e-mail et le mot de passe",
    signInFailed: "La connexion a échoué. Vérifiez votre e-mail et votre mot de passe.",
    passwordWrong: "Mot de passe incorrect",
    signInNotFresh: "Déconnectez-vous et reconnectez-vous, puis réessayez.",
    passwordCommon:
      "Ce mot de passe figure sur des listes de mots de passe courants. Choisissez-en un autre",
    passwordIsName:
      "Ce mot de passe est facile à deviner, car c’est un nom. Choisissez-en un autre",
    dateMissing: "Saisissez une date",
    yourPasswordMissing: "Saisissez votre mot de passe",
    codeMissing: "Saisissez le code à 6 chiffres de votre application",
    giftMessageAddress: "Le message ne doit pas contenir d’adresse web",
  },
  mail: {
    subject: "{shop}\u00a0: {subject}",
    orderFoot:
      "Des questions\u202f? Écrivez à {email} en indiquant le numéro de commande. Nous ne demandons jamais de mot de passe ni la phrase de récupération d’un portefeuille.",
    accountFoot:
      "Des questions\u202f? Écrivez à {email}. Nous ne demandons jamais de mot de passe ni la phrase de récupération d’un portefeuille.",
    questionsFoot: "Des questions\u202f? Écrivez à {email}.",
    utc: "{time} UTC",
    coins: "{coins, plural, one {# pièce} many {# de pièces} other {# pièces}}",
    credit: "{amount} de crédit",
    giftCode: "Code cadeau de {amount}",
    coinsFor: "{coins, plural, one {# pièce} many {# de pièces} other {# pièces}} pour {username}",
    creditFor: "{amount} de crédit pour votre compte",
    giftCodeFor: "Code cadeau de {amount} pour {email}",
    followOrder: "Suivre cette commande",
    showOrder: "Voir cette commande",
    stillToPay: "Reste à payer",
    stillToPayCard: "Reste à payer par carte",
    stillToPayBitcoin: "Reste à payer en Bitcoin",
    stillToPayPaypal: "Reste à payer avec PayPal",
    stillToPayTransfer: "Reste à payer par virement",
    toAddress: "À cette adresse",
    payOnPage: "Payez sur la page de la commande, par Lightning ou on-chain.",
    heldUntil: "Le montant est bloqué jusqu’au {time}.",
    useReference:
      "Indiquez exactement cette référence, pour que nous puissions retrouver votre paiement. La commande continue dès qu’il est arrivé.",
    pageTakesYou: "La page de la commande vous mène au paiement.",
    accountName: "Titulaire du compte",
    iban: "IBAN",
    accountNumber: "Numéro de compte",
    bank: "Banque",
    reference: "Référence",
    paypalAccount: "Compte PayPal",
    note: "Note",
    received: "Reçu",
    receivedCard: "Reçu par carte",
    receivedBitcoin: "Reçu en Bitcoin",
    receivedPaypal: "Reçu avec PayPal",
    receivedTransfer: "Reçu par virement",
    amountDue: "Montant dû",
    placedSubject: "commande {order} enregistrée",
    placedHeading: "La commande {order} est enregistrée",
    placedPreview: "{goods}, {price}",
    placedTotal: "{goods}, {price} au total.",
    placedShown: "Soit {amount}\u202f; vous payez en dollars américains.",
    byCoupon: "Le code {code} vous a fait économiser {amount}.",
    byCredit: "Payé avec votre crédit\u00a0: {amount}.",
    nothingToPay: "Il n’y a rien à payer.",
    partArrived:
      "Une partie de votre paiement est arrivée\u00a0: {amount}. Envoyez le reste, et la commande continue.",
    unpaidCoins: "Les pièces suivent dès que votre paiement est confirmé.",
    unpaidCredit: "Le crédit est ajouté à votre compte dès que votre paiement est confirmé.",
    unpaidGiftCode: "Le code cadeau est envoyé dès que votre paiement est confirmé.",
    seenCoins:
      "Votre paiement a été détecté. Vous n’avez plus rien à faire\u00a0: les pièces suivent dès qu’il est confirmé.",
    seenCredit:
      "Votre paiement a été détecté. Vous n’avez plus rien à faire\u00a0: le crédit est ajouté à votre compte dès qu’il est confirmé.",
    seenGiftCode:
      "Votre paiement a été détecté. Vous n’avez plus rien à faire\u00a0: le code cadeau est envoyé dès qu’il est confirmé.",
    newQuoteLater: "Ensuite, la page de la commande en propose un nouveau.",
    placedTrack:
      "Ou ouvrez «\u00a0Suivi de commande\u00a0» dans la boutique, et saisissez le numéro de commande {order} et cette adresse e-mail.",
    missingSubject: "il manque une partie du paiement de la commande {order}",
    missingHeading: "Il manque une partie du paiement",
    missingPreview: "Reste à envoyer pour la commande {order}\u00a0: {amount}",
    missingBody:
      "Nous avons reçu {amount} pour la commande {order} ({goods}). La commande continue dès que le reste est là.",
    ratherRefund: "Si vous préférez un remboursement, écrivez à {email}.",
    seeRest: "Voir le reste à payer",
    detectedSubject: "commande {order}\u00a0: paiement détecté",
    paidSubject: "commande {order}\u00a0: paiement confirmé",
    reviewSubject: "commande {order}\u00a0: votre paiement est en cours de vérification",
    detectedHeading: "Paiement détecté",
    paidHeading: "Paiement confirmé",
    reviewHeading: "Votre paiement est en cours de vérification",
    paymentOf: "Commande {order}\u00a0: {goods}, {price}.",
    detectedBody:
      "Votre paiement est en route\u00a0: le réseau l’a détecté et le confirmera bientôt. Vous n’avez plus rien à faire.",
    paidBody: "Votre paiement est confirmé.",
    overpaidBody: "Votre paiement est confirmé, et il dépasse le montant dû.",
    reviewBody:
      "Nous le vérifions et déciderons de la suite. Rien n’est perdu, et vous n’avez rien à envoyer.",
    paidCoins:
      "Nous allons envoyer les pièces, et nous vous écrirons de nouveau quand elles seront sur le compte.",
    paidCredit: "Le crédit va être ajouté à votre compte.",
    paidGiftCode: "Le code cadeau va être envoyé.",
    overpaidCoins:
      "Nous allons envoyer les pièces, et nous vous contacterons au sujet de la différence.",
    overpaidCredit:
      "Le crédit va être ajouté à votre compte. Nous vous contacterons au sujet de la différence.",
    overpaidGiftCode:
      "Le code cadeau va être envoyé. Nous vous contacterons au sujet de la différence.",
    underpaid: "Il est arrivé moins que le montant dû, et le prix n’est plus bloqué.",
    late: "Votre paiement est arrivé bien après la fin du blocage du prix.",
    again: "De l’argent est encore arrivé après le renvoi de votre paiement.",
    underpaidOtherwise: "Il est arrivé moins que le prix.",
    otherCurrency: "Votre paiement est arrivé dans une autre devise que celle du prix.",
    refundSubject: "argent renvoyé pour la commande {order}",
    refundHeading: "Nous vous avons renvoyé de l’argent",
    refundCreditSubject: "crédit pour la commande {order}",
    refundCreditHeading: "Nous avons ajouté du crédit à votre compte",
    refundPreview: "{amount} pour la commande {order}",
    refundOf: "Cela concerne la commande {order} ({goods}).",
    refundWallet: "Votre portefeuille l’affiche dès que le réseau Bitcoin le montre.",
    refundSameWay:
      "L’argent vous revient par le même moyen de paiement, ce qui peut prendre quelques jours.",
    refundCreditWhere:
      "Vous le trouvez dans «\u00a0Mes commandes\u00a0», et vous pouvez l’utiliser pour payer une commande.",
    refundCredit: "Crédit",
    sentBack: "Renvoyé",
    sentBackBy: "Par",
    inTransaction: "Dans cette transaction",
    card: "carte",
    paypal: "PayPal",
    transfer: "virement",
    notYourAddress: "Si ce n’est pas votre adresse, écrivez tout de suite à {email}.",
    notArrived: "S’il n’arrive pas, écrivez tout de suite à {email}.",
    notShown: "S’il n’y apparaît pas, écrivez tout de suite à {email}.",
    creditNoteSubject: "Avoir {number} pour la commande {order}",
    correctionSubject: "Rectification {number} pour la commande {order}",
    creditNoteWhy:
      "La facture reste telle quelle, et l’avoir modifie ce qu’elle indique. Vous trouverez les deux sur la page de la commande.",
    correctionWhy:
      "La commande se poursuit, ou un remboursement a été annulé. Ce document reprend ce qu’un avoir avait déduit de la facture. Vous le trouverez sur la page de la commande.",
    creditNoteQuestions: "Si quelque chose n’y est pas correct, écrivez à {email}.",
    completedSubject: "commande {order} terminée",
    completedHeading: "La commande {order} est terminée",
    rejectedSubject: "commande {order} annulée",
    rejectedHeading: "La commande {order} a été annulée",
    endedOf: "{goods}, {price}.",
    completedCoins: "Les pièces sont sur le compte.",
    completedCredit:
      "Le crédit est sur votre compte\u00a0: vous le trouvez dans «\u00a0Mes commandes\u00a0».",
    completedGiftCode: "Le code est en route par e-mail.",
    rejectedCoins: "Les pièces ne seront pas envoyées.",
    rejectedCredit: "Le crédit n’est pas sur votre compte.",
    rejectedGiftCode: "Un code déjà envoyé ne peut plus être utilisé.",
    reason: "Motif\u00a0: {reason}.",
    nothingLost:
      "Si vous avez payé, rien n’est perdu\u00a0: écrivez-nous avec le numéro de commande, et nous vérifierons.",
    buyAgain: "Besoin d’autres pièces\u202f? <link>Achetez-en à nouveau</link> au prix du jour.",
    questionSubject: "une question sur la commande {order}",
    questionHeading: "Une question sur la commande {order}",
    questionBody:
      "Nous avons une question sur votre commande, et nous reprendrons son traitement dès que vous aurez répondu.",
    questionAction: "Lire et répondre",
    messageSubject: "un message sur la commande {order}",
    messageHeading: "Un message sur la commande {order}",
    messageBody: "Nous vous avons écrit au sujet de votre commande.",
    messageAction: "Lire le message",
    answerThere: "Répondez sur cette page\u00a0: les réponses à cet e-mail n’y apparaissent pas.",
    consentSubject: "votre accord pour la commande {order}",
    consentHeading: "Votre accord pour la commande {order}",
    consentGiven: "Vous avez donné votre accord le {time}\u00a0: «\u00a0{text}\u00a0»",
    withdrawalSubject: "votre rétractation pour la commande {order}",
    withdrawalHeading: "Votre rétractation pour la commande {order}",
    withdrawalPreview: "Reçue le {time}",
    withdrawalBody:
      "Nous avons reçu votre rétractation de ce contrat le {time}. Nous vous écrirons au sujet du remboursement.",
    name: "Nom",
    order: "Commande",
    orderOf: "{order} du {time}",
    what: "Contenu",
    giftSubject: "un code cadeau de {amount}",
    giftHeading: "Un code cadeau de {amount}",
    giftPreview: "{amount} à dépenser chez {shop}",
    giftFootOwn: "Vous recevez cet e-mail parce que vous avez acheté un code cadeau chez {shop}.",
    giftFoot:
      "Vous recevez cet e-mail parce que {from} a acheté un code cadeau pour vous chez {shop}.",
    giftFrom: "{from} vous offre {amount} à dépenser chez {shop}.",
    giftText: "«\u00a0{text}\u00a0»",
    yourCode: "Votre code\u00a0:",
    redeemHow:
      "Connectez-vous ou créez un compte, ouvrez «\u00a0Mes commandes\u00a0», puis saisissez le code dans la partie «\u00a0Votre crédit\u00a0». Il paiera alors vos achats.",
    redeem: "L’utiliser dans «\u00a0Mes commandes\u00a0»",
    codeOnce:
      "Le code fonctionne une seule fois. Toute personne qui l’a peut l’utiliser\u00a0: ne transférez donc pas cet e-mail. Si vous en avez reçu plusieurs pour un même cadeau, c’est le code du plus récent qui fonctionne.",
    linksSubject: "vos commandes",
    linksPreview: "Les liens vers vos commandes, comme demandé",
    linksHeading:
      "{orders, plural, one {Le lien vers votre commande} many {Les liens vers vos commandes} other {Les liens vers vos commandes}}",
    linksBody:
      "{orders, plural, one {Voici la commande passée avec cette adresse e-mail.} many {Voici les commandes passées avec cette adresse e-mail, de la plus récente à la plus ancienne.} other {Voici les commandes passées avec cette adresse e-mail, de la plus récente à la plus ancienne.}} Chaque lien ouvre la commande sans mot de passe\u00a0: ne transférez donc pas cet e-mail.",
    linkTo: "Commande {order}",
    linkOf: "{goods}, {price}, {date}",
    linksAsked:
      "Quelqu’un (sans doute vous) a demandé ces liens dans la boutique. Si ce n’était pas vous, ignorez cet e-mail\u00a0: il n’a été envoyé qu’à vous.",
    hello: "Bonjour,",
    helloName: "Bonjour {name},",
    verifySubject: "confirmez votre adresse e-mail",
    verifyHeading: "Confirmez votre adresse e-mail",
    verifyBody:
      "Ouvrez le lien pour confirmer que cette adresse est la vôtre. Les commandes passées avec elle apparaîtront alors dans votre compte.",
    verifyAction: "Confirmer cette adresse",
    verifyAfter:
      "Le lien fonctionne une seule fois, pendant un jour. Si vous n’avez pas créé de compte ni changé son adresse, ignorez cet e-mail.",
    resetSubject: "choisissez un nouveau mot de passe",
    resetHeading: "Choisissez un nouveau mot de passe",
    resetBody:
      "Quelqu’un (sans doute vous) a demandé à réinitialiser votre mot de passe. Ouvrez le lien pour en choisir un nouveau.",
    resetAction: "Choisir un nouveau mot de passe",
    resetAfter:
      "Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ignorez cet e-mail\u00a0: votre mot de passe ne change pas.",
    emailChangedSubject: "votre adresse e-mail a changé",
    emailChangedHeading: "Votre adresse e-mail a changé",
    emailChangedBody:
      "L’adresse e-mail de votre compte a été modifiée. Si c’était vous, vous n’avez rien à faire.",
    emailChangedAction: "Annuler ce changement",
    emailChangedAfter:
      "Le lien fonctionne une seule fois, pendant 7 jours. Il rétablit cette adresse et déconnecte tous les navigateurs\u202f; vous choisissez ensuite un nouveau mot de passe.",
    passwordChangedSubject: "votre mot de passe a changé",
    passwordChangedHeading: "Votre mot de passe a changé",
    passwordChangedBody:
      "Le mot de passe de votre compte a été modifié, et tous les autres navigateurs sont déconnectés.",
    passwordChangedAfter:
      "Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
    passwordChangedAction: "Choisir un nouveau mot de passe",
    newSignInSubject: "nouvelle connexion à votre compte",
    newSignInHeading: "Nouvelle connexion à votre compte",
    newSignInBody: "Quelqu’un s’est connecté à votre compte depuis un nouvel endroit.",
    newSignInAfter:
      "Si c’était vous, vous n’avez rien à faire. Sinon, fermez cette session et changez de mot de passe.",
    newSignInAction: "Voir vos sessions ouvertes",
    passkeyAddedSubject: "une clé d’accès a été ajoutée à votre compte",
    passkeyAddedHeading: "Une clé d’accès a été ajoutée à votre compte",
    passkeyAddedBody: "Une clé d’accès a été ajoutée à votre compte et permet de s’y connecter.",
    passkeyAddedAfter:
      "Si c’était vous, vous n’avez rien à faire. Sinon, supprimez-la et changez tout de suite de mot de passe.",
    passkeyRemovedSubject: "une clé d’accès a été supprimée de votre compte",
    passkeyRemovedHeading: "Une clé d’accès a été supprimée de votre compte",
    passkeyRemovedBody:
      "Une clé d’accès a été supprimée de votre compte et ne permet plus de s’y connecter.",
    passkeyRemovedAfter:
      "Si c’était vous, vous n’avez rien à faire. Sinon, changez tout de suite de mot de passe.",
    seePasskeys: "Voir vos clés d’accès",
    twoFactorAskedSubject: "la double authentification va être désactivée",
    twoFactorAskedHeading: "La double authentification va être désactivée",
    twoFactorAskedBody:
      "On nous a dit que vous aviez perdu votre application d’authentification et vos codes de secours. La double authentification de votre compte va donc être désactivée, et tous les navigateurs déconnectés. Vous vous connecterez ensuite sans code et pourrez la configurer à nouveau.",
    twoFactorAskedBy: "Demandé par",
    twoFactorOffAt: "Désactivation le",
    twoFactorAskedAfter:
      "Si c’est exact, vous n’avez rien à faire. Si vous ne l’avez pas demandé, ou si vous avez retrouvé vos codes, gardez-la activée.",
    keepTwoFactor: "La garder activée",
    keepTwoFactorAfter:
      "Le lien fonctionne une seule fois. Vous connecter avec un code la garde aussi activée. Si vous n’avez rien demandé, choisissez en plus un nouveau mot de passe\u00a0: quelqu’un connaît peut-être le vôtre.",
    twoFactorOffSubject: "la double authentification a été désactivée",
    twoFactorOffHeading: "La double authentification a été désactivée",
    twoFactorOffBody:
      "La double authentification de votre compte a été désactivée, comme nous vous l’avons écrit il y a un jour, et tous les navigateurs ont été déconnectés. Vous vous connectez maintenant sans code.",
    twoFactorOffAfter:
      "Configurez-la à nouveau, s’il vous plaît. Si vous ne l’avez pas demandé, changez tout de suite de mot de passe.",
    twoFactorOffAction: "La configurer à nouveau",
    when: "Quand",
    device: "Avec",
    networkAddress: "Depuis l’adresse réseau",
    confirmSubject: "confirmez votre abonnement",
    confirmHeading: "Confirmez votre abonnement",
    confirmBody:
      "Quelqu’un (sans doute vous) s’est inscrit à notre newsletter avec cette adresse. Ouvrez le lien et appuyez sur le bouton pour commencer à la recevoir.",
    confirmAction: "Confirmer l’abonnement",
    confirmAfter:
      "Le lien fonctionne pendant 7 jours. Si vous n’avez rien demandé, ignorez cet e-mail, et vous ne recevrez pas la newsletter.",
    alreadySubject: "vous recevez déjà notre newsletter",
    alreadyHeading: "Vous recevez déjà notre newsletter",
    alreadyBody:
      "Quelqu’un (sans doute vous) s’est inscrit à notre newsletter avec cette adresse. Votre abonnement est déjà actif\u00a0: vous n’avez donc rien à faire.",
    alreadyAfter: "Chaque newsletter contient aussi ce lien.",
    unsubscribe: "Se désabonner",
    newsletterFoot:
      "Vous recevez cet e-mail parce que vous avez confirmé votre abonnement à la newsletter de {shop}. <link>Se désabonner</link>",
    newsletterTestFoot:
      "Vous recevez cet e-mail parce que vous avez confirmé votre abonnement à la newsletter de {shop}. Ceci est un test\u00a0: le lien de désinscription sera ici.",
    actSubject: "une modification de la commande {order}",
    actRecipient: "Le destinataire a été corrigé",
    actRefund: "Une adresse de remboursement a été indiquée",
    actMessage: "Nous avons reçu un message au sujet de votre commande",
    actDevice: "Un appareil est prévenu de l’arrivée de vos pièces",
    actTo: "Maintenant",
    actFrom: "Avant",
    stopHeading: "Ce n’était pas vous ?",
    stopBody:
      "Ce lien l’annule pendant 7 jours, tant que la commande n’a pas avancé, et ferme l’accès de toute autre personne :",
    stop: "Ce n’était pas moi",
  },
  invoice: {
    invoice: "Facture",
    proforma: "Facture pro forma",
    title: "Facture {number}",
    proformaTitle: "Facture pro forma de la commande {order}",
    awaitingPayment: "En attente de paiement",
    awaitingConfirmation: "En attente de confirmation",
    partlyPaid: "Payée en partie",
    underReview: "Paiement en cours de vérification",
    paid: "Payée",
    refunded: "Remboursée",
    reversed: "Paiement annulé",
    rejected: "Annulée",
    notRecorded: "Aucun paiement enregistré",
    refundedUnissued: "Le paiement a été remboursé. Aucune facture n’a été émise.",
    rejectedUnissued: "La commande a été annulée. Aucune facture n’a été émise.",
    completedUnissued:
      "La commande a été terminée sans paiement enregistré. Aucune facture n’a été émise.",
    noProof:
      "Cette facture pro forma n’est pas une preuve de paiement. La facture numérotée la remplace dès que le paiement est confirmé.",
    paidInFull: "Payée intégralement.",
    creditNote: "Avoir",
    correction: "Rectification",
    documentNumber: "Numéro",
    issuedOn: "Émis le",
    creditFor: "Avoir sur la facture {invoice}",
    correctionFor: "Rectification des avoirs sur la facture {invoice}",
    noteRefund: "Le paiement de cette commande a été remboursé, en tout ou en partie.",
    noteRejected: "La commande a été annulée après son paiement.",
    noteReversed: "Le paiement a été annulé après l’émission de la facture.",
    noteRestored:
      "La commande se poursuit, ou un remboursement a été annulé\u00a0: ce document reprend ce qu’un avoir avait déduit de la facture.",
    restored: "Rétablie",
    number: "Numéro de facture",
    order: "Numéro de commande",
    placed: "Commandée le",
    issued: "Émise et payée le",
    from: "Vendeur",
    to: "Client",
    username: "Nom d’utilisateur TikTok {username}",
    uid: "UID TikTok {uid}",
    giftCodeFor: "Code cadeau pour {email}",
    creditForAccount: "Crédit pour le compte",
    package: "Pack",
    inDollars: "Montant en dollars américains",
    coins:
      "{coins, plural, one {# pièce TikTok} many {# de pièces TikTok} other {# pièces TikTok}}",
    creditOf: "{amount} de crédit",
    giftCodeOf: "Code cadeau de {amount}",
    discount: "Remise {percent}",
    coupon: "Code promo {code}",
    credit: "Crédit",
    total: "Total",
    /** What the buyer saw beside the amount in dollars, which is charged. */
    shownAs: "{amount} ({dollar} = {rate})",
    net: "Montant HT",
    vat: "TVA {percent}",
    priceWithVat: "Prix TTC",
    payment: "Paiement",
    paymentBitcoin: "Paiement en Bitcoin",
    paymentCard: "Paiement par carte",
    paymentPaypal: "Paiement avec PayPal",
    paymentTransfer: "Paiement par virement",
    paymentCredit: "Paiement en crédit",
    paymentCoupon: "Paiement par code promo",
    receivedCard: "{amount} par carte, {time}",
    receivedPaypal: "{amount} avec PayPal, {time}",
    receivedTransfer: "{amount} par virement, {time}",
    receivedAt: "{amount}, {time}",
    thenSentBack: "{receipt}, renvoyé\u00a0: {amount}",
    thenCredited: "{receipt}, porté au crédit\u00a0: {amount}",
    received: "Reçu",
    more: "{omitted, plural, one {et # autre} many {et # d’autres} other {et # autres}}",
    amount: "Montant",
    rate: "Cours",
    rateAt: "{bitcoin} = {amount}, {time}",
    address: "Adresse",
    heldUntil: "Bloqué jusqu’au",
    byLightning: "{amount} par Lightning, {time}",
    seen: "{amount}, détecté le {time}",
    seenReversed: "{amount}, détecté le {time}, annulé par le réseau",
    payments: "{payments, plural, one {Paiement} many {Paiements} other {Paiements}}",
    sentBack: "Renvoyé",
    sentBackTo: "{amount} à {address}",
    asOf: "État au {time}. Questions\u00a0: {email}",
    sandbox: "Faite en mode test\u00a0: aucun argent réel n’a circulé.",
  },
} satisfies Translation;

export default fr;
