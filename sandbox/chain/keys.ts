import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "@scure/bip32";

// The two best-known BIP39 test phrases. Public on purpose: nothing here may ever hold money, and
// anyone can load them into a wallet of their own to follow along.
const MERCHANT_WORDS = `${"abandon ".repeat(11)}about`;
const WALLET_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow";

// BIP84 account 0 on a test network (coin type 1), and the tprv/tpub prefixes that go with it.
const ACCOUNT = "m/84'/1'/0'";
const TEST_VERSIONS = { private: 0x04358394, public: 0x043587cf };

/** The shop's account key in the sandbox: an extended PUBLIC key ("tpub..."), the same every time. */
export function merchantXpub(): string {
  return account(MERCHANT_WORDS).publicExtendedKey;
}

/** The one key pair that owns all the sandbox wallet's coins. */
export function walletKeys(): { privateKey: Uint8Array; publicKey: Uint8Array } {
  const { privateKey, publicKey } = account(WALLET_WORDS).derive("m/0/0");
  if (privateKey === null || publicKey === null) throw new Error("the wallet key has no halves");
  return { privateKey, publicKey };
}

const accounts = new Map<string, HDKey>();

function account(words: string): HDKey {
  const known = accounts.get(words);
  if (known !== undefined) return known;
  // BIP39: the seed is PBKDF2 of the words with an empty passphrase.
  const seed = pbkdf2Sync(words, "mnemonic", 2048, 64, "sha512");
  const key = HDKey.fromMasterSeed(seed, TEST_VERSIONS).derive(ACCOUNT);
  accounts.set(words, key);
  return key;
}
