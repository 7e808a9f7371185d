import { count } from "#messages/format.ts";
import { isRightToLeft } from "#messages/direction.ts";
import { t } from "#messages/translate.ts";
import { DISC_HEIGHT, DistantStack, Shadow, Stack } from "./coin-stack.tsx";
import {
  COINS_PER_DISC,
  columnScale,
  discCount,
  DISCS_PER_STACK,
  layField,
  stackSizes,
} from "./coins-geometry.ts";

/** Draws one column of discs per package, to the same scale, in the direction in which their labels are read. */
export function CoinColumns({ packages }: { packages: readonly { id: string; coins: number }[] }) {
  const scale = columnScale(packages.map((pkg) => pkg.coins));
  const heights = packages.map((pkg) => discCount(pkg.coins, scale));
  const width = Math.max(464, packages.length * 116);
  const pitch = width / Math.max(1, packages.length);
  const height = Math.max(...heights, 1) * DISC_HEIGHT;
  const sizes = packages.map((pkg) => count(pkg.coins)).join(", ");
  const label = t("ui.columns", { columns: packages.length, scale, sizes });

  return (
    <svg
      className="coins"
      viewBox={`0 ${-height - 15} ${width} ${height + 30}`}
      role="img"
      aria-label={label}
    >
      {packages.map((pkg, index) => {
        const place = isRightToLeft() ? packages.length - 1 - index : index;
        const x = pitch * (place + 0.5);
        return (
          <g key={pkg.id}>
            <Shadow x={x} />
            <Stack x={x} discs={heights[index] ?? 1} seed={index * 5} spread={1.6} />
          </g>
        );
      })}
    </svg>
  );
}

/** The base positions of one to four stacks, back to front. */
const clusters: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [[0, 0]],
  [
    [-44, 0],
    [44, 0],
  ],
  [
    [0, -17],
    [-46, 2],
    [46, 2],
  ],
  [
    [-2, -30],
    [-80, -12],
    [78, -12],
    [0, 6],
  ],
];

function discLabel(discs: number): string {
  return t("ui.discs", { discs, scale: COINS_PER_DISC });
}

/** Draws a package's coins as a cluster of one to four stacks, or as a field if there are more. */
export function CoinCluster({ coins }: { coins: number }) {
  const discs = discCount(coins);
  const stacks = stackSizes(discs);
  const feet = clusters[stacks.length - 1];
  if (!feet) return <CoinField coins={coins} aspect={1.35} maxStacks={60} />;

  return (
    <svg className="coins" viewBox="-130 -150 260 164" role="img" aria-label={discLabel(discs)}>
      {feet.map(([x, y]) => (
        <Shadow key={x} x={x} y={y} />
      ))}
      {feet.map(([x, y], index) => (
        <Stack key={x} x={x} y={y} discs={stacks[index] ?? 1} seed={index} spread={1.5} />
      ))}
    </svg>
  );
}

export interface CoinFieldProps {
  coins: number;
  /** The minimum ratio of width to height. */
  aspect?: number;
  /** The picture is cut off at this number, and its label says so. */
  maxStacks?: number;
}

/** Returns the text alternative of `CoinField`, also used as its caption. */
export function coinFieldCaption(coins: number, maxStacks = 240): string {
  const discs = discCount(coins);
  const shown = maxStacks * DISCS_PER_STACK;
  return shown < discs
    ? t("ui.discsCutOff", { discs, scale: COINS_PER_DISC, shown })
    : discLabel(discs);
}

/** Draws many coins as stacks of ten in staggered rows. */
export function CoinField({ coins, aspect = 2.8, maxStacks = 240 }: CoinFieldProps) {
  const field = layField(discCount(coins), aspect, maxStacks);
  return (
    <svg
      className="coins coins--field"
      viewBox={`0 0 ${field.width} ${field.height}`}
      preserveAspectRatio="xMidYMax meet"
      role="img"
      aria-label={coinFieldCaption(coins, maxStacks)}
    >
      {field.stacks.map(({ x, y, discs }) =>
        discs === DISCS_PER_STACK ? (
          <use key={`${x} ${y}`} href="#coin-stack" x={x} y={y} />
        ) : (
          // Aligns the base of the lower stack with the others of its row.
          <g
            key={`${x} ${y}`}
            transform={`translate(${x} ${y + ((DISCS_PER_STACK - discs) * 24) / 5})`}
          >
            <DistantStack discs={discs} />
          </g>
        ),
      )}
    </svg>
  );
}
