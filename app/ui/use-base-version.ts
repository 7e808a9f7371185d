import { useState } from "react";

/**
 * Returns the version a form submits for optimistic locking: the one it was opened with, although live updates may
 * have refreshed the page since. Once the user has seen the conflict message, it is the current version.
 */
export function useBaseVersion(
  currentVersion: number | undefined,
  conflictShown: boolean,
): number | undefined {
  const [openedVersion] = useState(currentVersion);
  return conflictShown ? currentVersion : openedVersion;
}
