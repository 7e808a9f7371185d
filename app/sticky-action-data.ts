import { useState } from "react";
import { useLocation } from "react-router";

/**
 * Returns the latest action data until the next navigation. React Router drops it on revalidation, which live pages do
 * all the time.
 */
export function useStickyActionData<ActionData>(
  actionData: ActionData | undefined,
): ActionData | undefined {
  const { key } = useLocation();
  const [sticky, setSticky] = useState({ key, actionData });
  const isNew =
    sticky.key !== key || (actionData !== undefined && actionData !== sticky.actionData);
  if (isNew) setSticky({ key, actionData });
  return isNew ? actionData : sticky.actionData;
}
