const MAX_STEPS = 6;

/** Returns the axis ticks from 0 up to `scale`, at round integer steps. */
export function axisMarks(scale: number): number[] {
  // The smallest of 1, 2, 5, 10, 20, 50, … that needs at most MAX_STEPS.
  let step = 1;
  for (let factor = 0; Math.floor(scale / step) > MAX_STEPS; factor += 1)
    step *= factor % 3 === 1 ? 2.5 : 2;
  return Array.from({ length: Math.floor(scale / step) + 1 }, (_, index) => index * step);
}

/** Returns n so that a label at every nth bar fits the width. */
export function labelEvery(bars: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((bars * room) / width));
}
