import {
  type Network,
  parseAccountKey,
  parseAddress,
  type AddressSource,
} from "#shop/payments/wallet/address.ts";

/** The RPC connection to Bitcoin Core. */
export interface CoreAccess {
  url: string;
  cookieFile: string | null;
  wallet: string;
}

export const livePriceUrls = [
  "https://api.kraken.com/0/public/Ticker?pair=XBTUSD",
  "https://api.coinbase.com/v2/prices/BTC-USD/spot",
  "https://www.bitstamp.net/api/v2/ticker/btcusd/",
  "https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true",
  "https://mempool.space/api/v1/prices",
];

export const liveEsploraUrls: Partial<Record<Network, string[]>> = {
  mainnet: ["https://mempool.space/api", "https://blockstream.info/api"],
  testnet: ["https://mempool.space/testnet/api", "https://blockstream.info/testnet/api"],
  signet: ["https://mempool.space/signet/api"],
};

/** Reads the account key or the single address that receives payments; it must match the network. */
export function readAddresses(
  xpub: string | undefined,
  address: string | undefined,
  network: Network,
  problems: string[],
): AddressSource | null {
  if (xpub && address) problems.push("BITCOIN_XPUB and BITCOIN_ADDRESS cannot both be set");
  if (xpub) {
    const key = parseAccountKey(xpub, network);
    if (key.ok) return { kind: "xpub", key: key.value };
    problems.push(`BITCOIN_XPUB: ${key.error}`);
  } else if (address) {
    const parsed = parseAddress(address, network);
    if (parsed.ok) return { kind: "fixed", address: parsed.value };
    problems.push(`BITCOIN_ADDRESS: ${parsed.error}`);
  }
  return null;
}

/** Reads the access to Bitcoin Core. No message repeats the URL, which may hold a password. */
export function readCore(
  given: Record<string, string | undefined>,
  problems: string[],
): CoreAccess | null {
  const { BITCOIN_RPC_URL: url, BITCOIN_RPC_COOKIE_FILE: cookieFile } = given;
  if (!url) {
    for (const name of ["BITCOIN_RPC_COOKIE_FILE", "BITCOIN_RPC_WALLET"])
      if (given[name]) problems.push(`${name} has no effect without BITCOIN_RPC_URL`);
    return null;
  }
  if (given.ESPLORA_URL)
    problems.push(
      "BITCOIN_RPC_URL and ESPLORA_URL cannot both be set: one of them reads the chain",
    );
  if (!URL.canParse(url)) return null;
  const { username, password } = new URL(url);
  if (!cookieFile && !(username && password))
    problems.push(
      "BITCOIN_RPC_URL must hold user and password (http://user:password@host:8332), or BITCOIN_RPC_COOKIE_FILE be set",
    );
  if (cookieFile && (username || password))
    problems.push(
      "BITCOIN_RPC_URL must hold no user and password when BITCOIN_RPC_COOKIE_FILE is set",
    );
  return { url, cookieFile: cookieFile ?? null, wallet: given.BITCOIN_RPC_WALLET ?? "satchel" };
}
