import type { PartialTranslation } from "./catalog.ts";

/** Machine-made, and reviewed by nobody yet. A reviewer who has read all of it puts their name here. */
const es = {
  frame: {
    trackOrder: "Seguir un pedido",
    myOrders: "Mis pedidos",
    checkout: "Pagar",
    signIn: "Iniciar sesión",
    main: "Principal",
    menu: "Menú",
    account: "Cuenta",
    accountMenu: "Menú de la cuenta, {name}",
    skip: "Ir al contenido",
    about: "Paquetes de monedas para cuentas de TikTok, pagados {paid}.",
    subscribe: "Paquetes y precios nuevos, en tu correo",
    quickLinks: "Enlaces",
    packages: "Paquetes",
    questions: "Preguntas",
    terms: "Condiciones",
    privacy: "Privacidad",
    refunds: "Reembolsos",
    support: "Ayuda",
    supportNote:
      "Incluye el número de tu pedido. Nunca pedimos contraseñas ni la semilla de una cartera.",
    unaffiliated: "Sin relación con TikTok. TikTok es una marca de su propietario.",
    language: "Idioma",
    loading: "Cargando...",
  },
  home: {
    titleBitcoin: "Monedas de TikTok, pagadas en Bitcoin",
    leadBitcoin:
      "Elige un paquete, danos un nombre de usuario y envía el importe exacto. La página de tu pedido lo sigue desde que aparece en la red hasta que las monedas están en la cuenta.",
    pricesBitcoin:
      "Los precios están en dólares de EE. UU. Al pagar se convierten en un importe exacto en Bitcoin.",
    needsBitcoin: "Necesitas un nombre de usuario de TikTok, un correo y una cartera de Bitcoin.",
    title: "Monedas de TikTok, a tu manera",
    lead: "Elige un paquete, danos un nombre de usuario y paga {paid}. La página de tu pedido lo sigue desde el pago hasta que las monedas están en la cuenta.",
    prices: "Los precios están en dólares de EE. UU. Pagas {ways}.",
    needs: "Necesitas un nombre de usuario de TikTok, un correo y una forma de pago.",
    description:
      "Elige un paquete de monedas de TikTok, da un nombre de usuario, paga {paid} y sigue el pedido hasta la cuenta.",
    choose: "Elegir un paquete",
    track: "Seguir un pedido",
    sizes: "Tamaños de los paquetes",
    coinsFor: "monedas por",
    scale: "Dibujado a escala: un disco son {coins} monedas.",
    scaleAtLeast:
      "Dibujado a escala: un disco son {coins} monedas, y ningún paquete tiene menos de uno.",
    why: "Cuatro cosas que puedes comprobar",
    usernameTitle: "Solo necesitamos un nombre de usuario",
    usernameText:
      "Las monedas van a la cuenta que indiques. Nunca pedimos la contraseña de TikTok ni un código de acceso, y nadie de esta tienda te escribirá para pedirlos.",
    heldTitle: "El precio se mantiene 60 minutos",
    heldText:
      "El importe en Bitcoin se calcula una vez, al llegar al pago, y no cambia mientras corre la cuenta atrás. Al llegar a cero termina, y puedes pedir un importe nuevo al cambio actual.",
    seenTitle: "Ves el pago cuando lo vemos nosotros",
    seenText:
      "La página cambia cuando tu pago aparece en la red de Bitcoin y otra vez cuando se confirma. Sin capturas de pantalla ni comprobantes por correo.",
    trackingTitle: "Seguimiento sin cuenta",
    trackingText: "Bastan el número del pedido y el correo que usaste, en cualquier dispositivo.",
  },
} satisfies PartialTranslation;

export default es;
