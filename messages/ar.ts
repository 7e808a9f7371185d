import type { PartialTranslation } from "./catalog.ts";

/** Machine-made, and reviewed by nobody yet. A reviewer who has read all of it puts their name here. */
const ar = {
  frame: {
    trackOrder: "تتبّع الطلب",
    myOrders: "طلباتي",
    checkout: "الدفع",
    signIn: "تسجيل الدخول",
    main: "الرئيسية",
    menu: "القائمة",
    account: "الحساب",
    accountMenu: "قائمة الحساب، {name}",
    skip: "انتقل إلى المحتوى",
    about: "باقات عملات لحسابات TikTok، والدفع {paid}.",
    subscribe: "الباقات والأسعار الجديدة في بريدك",
    quickLinks: "روابط سريعة",
    packages: "الباقات",
    questions: "الأسئلة",
    terms: "الشروط",
    privacy: "الخصوصية",
    refunds: "الاسترداد",
    support: "الدعم",
    supportNote: "اذكر رقم طلبك. لا نطلب أبدًا كلمة مرور أو عبارة استرداد المحفظة.",
    unaffiliated: "لا علاقة لنا بـ TikTok. ‏TikTok علامة تجارية لمالكها.",
    language: "اللغة",
    loading: "جارٍ التحميل...",
  },
  home: {
    titleBitcoin: "عملات TikTok مقابل Bitcoin",
    leadBitcoin:
      "اختر باقة، وأعطنا اسم المستخدم، وأرسل المبلغ المعروض بالضبط. تتابع صفحة طلبك الدفعة منذ ظهورها على الشبكة حتى وصول العملات إلى الحساب.",
    pricesBitcoin: "الأسعار بالدولار الأمريكي، وتتحول عند الدفع إلى مبلغ دقيق من Bitcoin.",
    needsBitcoin: "تحتاج إلى اسم مستخدم في TikTok وبريد إلكتروني ومحفظة Bitcoin.",
    title: "عملات TikTok بطريقة الدفع التي تناسبك",
    lead: "اختر باقة، وأعطنا اسم المستخدم، وادفع {paid}. تتابع صفحة طلبك من الدفع حتى وصول العملات إلى الحساب.",
    prices: "الأسعار بالدولار الأمريكي. تدفع {ways}.",
    needs: "تحتاج إلى اسم مستخدم في TikTok وبريد إلكتروني وطريقة دفع.",
    description:
      "اختر باقة من عملات TikTok، وأعطِ اسم المستخدم، وادفع {paid}، وتابع الطلب حتى الحساب.",
    choose: "اختر باقة",
    track: "تتبّع طلبًا",
    sizes: "أحجام الباقات",
    coinsFor: "عملة مقابل",
    scale: "مرسومة بمقياس: كل قرص {coins} عملة.",
    scaleAtLeast: "مرسومة بمقياس: كل قرص {coins} عملة، ولا باقة أقل من قرص واحد.",
    why: "أربعة أشياء يمكنك التحقق منها بنفسك",
    usernameTitle: "نحتاج فقط إلى اسم المستخدم",
    usernameText:
      "تصل العملات إلى الحساب الذي تسمّيه. لا نطلب أبدًا كلمة مرور TikTok أو رمز دخول، ولن يراسلك أحد من هذا المتجر لطلبهما.",
    heldTitle: "السعر ثابت لمدة 60 دقيقة",
    heldText:
      "يُحسب مبلغ Bitcoin مرة واحدة عند وصولك إلى الدفع، ولا يتغير أثناء العد التنازلي. عند الصفر ينتهي العرض، ويمكنك الحصول على مبلغ جديد بالسعر الحالي.",
    seenTitle: "ترى الدفعة عندما نراها",
    seenText:
      "تتغير الصفحة عندما تظهر دفعتك على شبكة Bitcoin ثم عندما تتأكد. لا لقطات شاشة ولا إثباتات بالبريد.",
    trackingTitle: "التتبّع يعمل بلا حساب",
    trackingText: "يكفي رقم طلبك والبريد الذي استخدمته، من أي جهاز.",
  },
} satisfies PartialTranslation;

export default ar;
