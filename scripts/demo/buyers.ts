import type { SeededRandom } from "./random.ts";

/** A buyer with their names, possibly with an account. */
export interface Buyer {
  name: string;
  username: string;
  uid: string | null;
  email: string;
  /** Null for guests. */
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

const suffixes = [
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

/** Creates a buyer with an email that is not in `taken`, and adds it there. */
export function createBuyer(random: SeededRandom, taken: Set<string>): Buyer {
  const first = random.pick(given);
  const last = random.pick(family);
  const plain = first.toLowerCase();
  const username = random.weighted([
    [`${plain}.${last.toLowerCase()}`, 3],
    [`${plain}_${random.pick(suffixes)}`, 4],
    [`${plain}${random.between(2, 99)}`, 3],
    [`the${plain}${random.pick(suffixes)}`, 1],
  ]);
  const host = random.pick(hosts);
  let email = `${plain}.${last.toLowerCase()}@${host}`;
  while (taken.has(email)) {
    email = `${plain}.${last.toLowerCase()}${random.between(1, 9999)}@${host}`;
  }
  taken.add(email);
  return {
    name: `${first} ${last}`,
    username,
    uid: random.withProbability(0.3) ? random.text(19, "123456789") : null,
    email,
    registeredAt: null,
  };
}
