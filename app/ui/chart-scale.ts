const STEPS = 5;

/** The marks of an axis from 0 to at least `max`: round numbers, at most six of them. */
export function axisMarks(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((times) => times * magnitude >= rough) ?? 10;
  // Cents and orders come whole.
  const step = Math.max(1, factor * magnitude);
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every how many bars there is room for a label. */
export function labelEvery(bars: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((bars * room) / width));
}
