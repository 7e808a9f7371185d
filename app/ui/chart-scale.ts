/** More lines than this are a grid, and fewer say little. */
const MOST_STEPS = 6;

/** The marks of an axis that reaches up to `scale`: round numbers from 0 on, whole ones. */
export function axisMarks(scale: number): number[] {
  // Steps of 1, 2, 5, 10, 20, 50 and so on: the first that is not too small.
  let step = 1;
  for (let factor = 0; Math.floor(scale / step) > MOST_STEPS; factor += 1)
    step *= factor % 3 === 1 ? 2.5 : 2;
  return Array.from({ length: Math.floor(scale / step) + 1 }, (_, index) => index * step);
}

/** Every how many bars there is room for a label. */
export function labelEvery(bars: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((bars * room) / width));
}
