import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Revalidates after a refused form as well, if the page was out of date: a conflict, or a record that is gone. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409 || args.actionStatus === 404;
}
