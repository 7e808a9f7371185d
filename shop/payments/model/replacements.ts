import { isLive, type OutputFact } from "./payment.ts";

interface Group {
  coins: readonly string[];
  outputs: OutputFact[];
}

/**
 * Returns the outputs with the time that they count from. A replacement (RBF, BIP 125) keeps the time of the payment
 * that it replaces, up to the amount of that payment. Transactions that are linked by the coins they spend count as
 * versions of one payment. An output of unknown coins replaces none.
 */
export function withReplacedTimes(outputs: readonly OutputFact[]): OutputFact[] {
  if (outputs.every(isLive)) return [...outputs];
  return groupByCoins(outputs).flatMap(withEarlierTimes);
}

/** Groups the outputs whose transactions spend a coin in common, directly or through others. */
function groupByCoins(outputs: readonly OutputFact[]): OutputFact[][] {
  const groups = new Set<Group>();
  const groupOf = new Map<string, Group>();
  for (const output of outputs) {
    const group: Group = { coins: output.spends ?? [], outputs: [output] };
    const linked = new Set(group.coins.flatMap((coin) => groupOf.get(coin) ?? []));
    for (const other of linked) {
      group.coins = [...group.coins, ...other.coins];
      group.outputs.push(...other.outputs);
      groups.delete(other);
    }
    groups.add(group);
    for (const coin of group.coins) groupOf.set(coin, group);
  }
  return [...groups].map((group) => group.outputs);
}

/** Gives the live versions of a payment the time of the earliest gone version that paid as much as they do together. */
function withEarlierTimes(versions: OutputFact[]): OutputFact[] {
  const live = versions.filter(isLive);
  const gone = versions.filter((output) => !isLive(output));
  const replaced = [...Map.groupBy(gone, ({ txid }) => txid).values()].map((outputs) => ({
    sats: outputs.reduce((sum, { sats }) => sum + sats, 0),
    firstSeenAt: Math.max(...outputs.map(timeOf)),
  }));
  let total = 0;
  // The oldest first, so that money that arrives later takes no time from what was counted before.
  const counted = live.toSorted(byAge).map((output) => {
    total += output.sats;
    const earlier = replaced.flatMap(({ sats, firstSeenAt }) => (sats >= total ? firstSeenAt : []));
    return { ...output, firstSeenAt: new Date(Math.min(timeOf(output), ...earlier)) };
  });
  return [...counted, ...gone];
}

function byAge(a: OutputFact, b: OutputFact): number {
  return timeOf(a) - timeOf(b) || a.txid.localeCompare(b.txid) || a.vout - b.vout;
}

function timeOf({ firstSeenAt }: OutputFact): number {
  return firstSeenAt.getTime();
}
