/**
 * Coins drawn to scale: one disc is 35 coins, discs are stacked in tens. The picture is the data,
 * so a package that an administrator adds draws itself.
 */

export const COINS_PER_DISC = 35;
export const DISCS_PER_STACK = 10;

export function discCount(coins: number, coinsPerDisc = COINS_PER_DISC): number {
  return Math.max(1, Math.round(coins / coinsPerDisc));
}

/** Disc counts of the stacks of ten that a number of discs makes; the last may be lower. */
export function stackSizes(discs: number): number[] {
  const full = Math.floor(discs / DISCS_PER_STACK);
  const rest = discs % DISCS_PER_STACK;
  const sizes = Array.from({ length: full }, () => DISCS_PER_STACK);
  return rest > 0 ? [...sizes, rest] : sizes;
}

/**
 * How far a disc lies off the axis of its stack, from -spread to +spread: looks like chance, but is
 * the same on the server and in the browser. Integer hashing, which no engine rounds differently.
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
 * How many coins one disc stands for when packages are drawn as single columns: 35, or a round
 * multiple of it where the largest column would not fit.
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
  /** How many discs are in the picture; fewer than there are only past the limit. */
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
  // Rows of `columns` and of one less in turn: two rows hold 2 * columns - 1.
  const pair = Math.max(1, 2 * columns - 1);
  const pairs = Math.floor(count / pair);
  const rest = count - pairs * pair;
  return 2 * pairs + (rest === 0 ? 0 : rest <= columns ? 1 : 2);
}

function fieldSize(count: number, columns: number): { width: number; height: number } {
  const rows = fieldRows(count, columns);
  return {
    width: FIELD_PITCH_X * columns + 1,
    height: 2 * (FIELD_MARGIN + FIELD_RY) + FIELD_STACK + (rows - 1) * FIELD_PITCH_Y,
  };
}

/** Stacks of ten in staggered rows, as many columns as give at least the wanted width to height. */
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
