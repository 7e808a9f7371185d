/**
 * Coins drawn to scale: one disc is 35 coins, discs are stacked in tens. The picture is the data,
 * so a package that an administrator adds draws itself.
 */

export const COINS_PER_DISC = 35;
export const DISCS_PER_STACK = 10;

export function discCount(coins: number, coinsPerDisc = COINS_PER_DISC): number {
  return Math.max(1, Math.round(coins / coinsPerDisc));
}

/** Splits a number of discs into stacks of ten; the last may be lower. */
export function stackSizes(discs: number): number[] {
  const full = Math.floor(discs / DISCS_PER_STACK);
  const remainder = discs % DISCS_PER_STACK;
  const sizes = Array.from({ length: full }, () => DISCS_PER_STACK);
  return remainder > 0 ? [...sizes, remainder] : sizes;
}

/**
 * Returns the offset of a disc from the axis of its stack, from -spread to +spread. Pseudo-random by integer hashing,
 * so the server and every browser compute the same value.
 */
export function jitter(stack: number, disc: number, spread: number): number {
  let hash = Math.imul(stack + 1, 0x9e3779b1) ^ Math.imul(disc + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  const step = ((hash ^ (hash >>> 15)) >>> 0) % 201;
  return Math.round((step / 100 - 1) * spread * 10) / 10;
}

const MAX_COLUMN_DISCS = 60;
const columnUnits = [1, 2, 5];

/**
 * Returns how many coins one disc represents when packages are drawn as single columns: 35, or a round
 * multiple of it if the largest column would not fit.
 */
export function columnScale(coins: readonly number[]): number {
  const largest = Math.max(...coins, COINS_PER_DISC);
  for (let power = 1; ; power *= 10) {
    for (const unit of columnUnits) {
      const scale = COINS_PER_DISC * unit * power;
      if (discCount(largest, scale) <= MAX_COLUMN_DISCS) return scale;
    }
  }
}

interface FieldStack {
  x: number;
  y: number;
  discs: number;
}

export interface Field {
  width: number;
  height: number;
  stacks: FieldStack[];
  /** The number of discs drawn; lower than the total only beyond `maxStacks`. */
  drawn: number;
}

const FIELD_PITCH_X = 51;
const FIELD_PITCH_Y = 24;
const FIELD_MARGIN = 4;
const FIELD_RX = 22;
const FIELD_RY = 7;
export const FIELD_DISC = 4.8;
const FIELD_STACK = FIELD_DISC * DISCS_PER_STACK;

function fieldRows(count: number, columns: number): number {
  // Rows alternate between `columns` and `columns - 1` stacks, so two rows hold 2 * columns - 1.
  const pair = Math.max(1, 2 * columns - 1);
  const pairs = Math.floor(count / pair);
  const remainder = count - pairs * pair;
  return 2 * pairs + (remainder === 0 ? 0 : remainder <= columns ? 1 : 2);
}

function fieldSize(count: number, columns: number): { width: number; height: number } {
  const rows = fieldRows(count, columns);
  return {
    width: FIELD_PITCH_X * columns + 1,
    height: 2 * (FIELD_MARGIN + FIELD_RY) + FIELD_STACK + (rows - 1) * FIELD_PITCH_Y,
  };
}

/** Lays out stacks of ten in staggered rows, with the fewest columns that reach the aspect ratio. */
export function layField(discs: number, aspect: number, maxStacks: number): Field {
  const sizes = stackSizes(discs).slice(0, maxStacks);
  let columns = 1;
  let size = fieldSize(sizes.length, columns);
  while (columns < sizes.length && size.width / size.height < aspect) {
    columns += 1;
    size = fieldSize(sizes.length, columns);
  }

  const stacks: FieldStack[] = [];
  for (let row = 0; stacks.length < sizes.length; row += 1) {
    const staggered = row % 2 === 1 && columns > 1;
    const inRow = staggered ? columns - 1 : columns;
    for (let column = 0; column < inRow && stacks.length < sizes.length; column += 1) {
      stacks.push({
        x: FIELD_MARGIN + FIELD_RX + (column + (staggered ? 0.5 : 0)) * FIELD_PITCH_X,
        y: FIELD_MARGIN + FIELD_RY + row * FIELD_PITCH_Y,
        discs: sizes[stacks.length] ?? DISCS_PER_STACK,
      });
    }
  }
  return { ...size, stacks, drawn: sizes.reduce((sum, n) => sum + n, 0) };
}
