import { OperatorError } from "#db/errors.ts";

/** Returns the number that an option names; throws OperatorError for anything else. */
export function numberOf(option: string, value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new OperatorError(`--${option} must be a number, and not "${value}".`);
  return number;
}

/** Returns the numbers that an option lists, separated by commas. */
export function numbersOf(option: string, value: string): number[] {
  return value.split(",").map((one) => numberOf(option, one));
}
