import type { AddressHistory, BlockRef, SeenOutput } from "./chain.ts";

/** Blocks by which one host may lag behind another. */
const USUAL_LAG_BLOCKS = 2;

/** Returns the newest block that two hosts have reached; a single host is believed. */
export function agreedTip(tips: readonly BlockRef[]): BlockRef | undefined {
  const byHeight = tips.toSorted((a, b) => b.height - a.height);
  return byHeight[1] ?? byHeight[0];
}

/** False when one of the hosts is far behind another, or far ahead. */
export function tipsAgree(tips: readonly BlockRef[]): boolean {
  const heights = tips.map(({ height }) => height);
  return Math.max(...heights) - Math.min(...heights) <= USUAL_LAG_BLOCKS;
}

/**
 * What hosts that were asked about the same address say together: an output is where two of them say it is. One
 * about which no two say the same is `disputed`, and the history then not `complete`; `agreed` when all of them say
 * the same.
 */
export function agreedHistory(
  histories: readonly AddressHistory[],
): AddressHistory & { agreed: boolean } {
  const [only] = histories;
  if (only && histories.length === 1) return { ...only, agreed: true };
  const told = histories.map(({ outputs, complete }) => ({
    complete,
    byOutpoint: new Map(outputs.map((output) => [outpointOf(output), output])),
  }));
  const outputs: SeenOutput[] = [];
  let complete = histories.every((history) => history.complete);
  let agreed = true;
  for (const outpoint of new Set(told.flatMap(({ byOutpoint }) => [...byOutpoint.keys()]))) {
    // An incomplete history proves nothing by leaving an output out.
    const claims = told
      .filter(({ complete, byOutpoint }) => complete || byOutpoint.has(outpoint))
      .map(({ byOutpoint }) => byOutpoint.get(outpoint));
    const groups = [...Map.groupBy(claims, claimText).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    const [first = [], second = []] = groups;
    if (groups.length > 1) agreed = false;
    if (groups.length === 1 || (first.length >= 2 && first.length > second.length)) {
      if (first[0]) outputs.push(first[0]);
      continue;
    }
    complete = false;
    const known = claims.find((claim) => claim !== undefined);
    if (known) outputs.push({ ...known, block: null, disputed: true });
  }
  return { outputs, complete, agreed };
}

function outpointOf({ txid, vout }: SeenOutput): string {
  return `${txid}:${vout}`;
}

function claimText(output: SeenOutput | undefined): string {
  return output ? `${output.sats} in ${output.block?.hash ?? "the mempool"}` : "not there";
}
