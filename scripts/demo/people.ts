import type { Chance } from "./chance.ts";

/** Somebody who buys: under which names, and whether with an account. */
export interface Buyer {
  name: string;
  username: string;
  uid: string | null;
  email: string;
  /** When they registered; null for those who only ever order as guests. */
  registeredAt: Date | null;
}

const given = [
  "Ada", "Amir", "Ana", "Anouk", "Bela", "Carmen", "Chidi", "Dana", "Diego", "Elif", "Emeka", "Enzo",
  "Farah", "Finn", "Freya", "Goran", "Hana", "Hugo", "Ines", "Ivo", "Jana", "Jonas", "Jules", "Kaia",
  "Kiran", "Lena", "Liam", "Lucia", "Mads", "Maja", "Malik", "Mira", "Nadia", "Noah", "Noor", "Olga",
  "Omar", "Oskar", "Petra", "Priya", "Rafa", "Rosa", "Sami", "Selin", "Sofi", "Tariq", "Tobias", "Uma",
  "Vera", "Viktor", "Wanda", "Yara", "Yuki", "Zofia",
] as const; // prettier-ignore

const family = [
  "Aker", "Bauer", "Castro", "Diallo", "Engel", "Ferraz", "Garcia", "Holt", "Ivanov", "Jensen", "Kaya",
  "Lindqvist", "Mensah", "Nowak", "Okafor", "Patel", "Quist", "Rossi", "Sato", "Tanaka", "Ueda", "Vogel",
  "Weiss", "Yilmaz", "Zeman",
] as const; // prettier-ignore

const doings = [
  "draws", "plays", "cooks", "live", "daily", "codes", "sings", "fit", "vlogs", "dances", "travels",
  "reads", "paints", "fps", "beats", "makes",
] as const; // prettier-ignore

const hosts = [
  "example.com",
  "example.org",
  "example.net",
  "mail.example",
  "post.example",
] as const;

/** Somebody nobody else in `taken` is; their email joins it. */
export function someBuyer(chance: Chance, taken: Set<string>): Buyer {
  const first = chance.pick(given);
  const last = chance.pick(family);
  const plain = first.toLowerCase();
  const username = chance.weighted([
    [`${plain}.${last.toLowerCase()}`, 3],
    [`${plain}_${chance.pick(doings)}`, 4],
    [`${plain}${chance.between(2, 99)}`, 3],
    [`the${plain}${chance.pick(doings)}`, 1],
  ]);
  const host = chance.pick(hosts);
  let email = `${plain}.${last.toLowerCase()}@${host}`;
  while (taken.has(email)) {
    email = `${plain}.${last.toLowerCase()}${chance.between(1, 9999)}@${host}`;
  }
  taken.add(email);
  return {
    name: `${first} ${last}`,
    username,
    uid: chance.is(0.3) ? chance.text(19, "123456789") : null,
    email,
    registeredAt: null,
  };
}
