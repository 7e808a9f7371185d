import { useState } from "react";

/**
 * The version that a form saves over: that which it was opened with, though the page follows what others do meanwhile,
 * until it was told that saving was refused; then the one it shows now. So nobody's change is overwritten unknowingly.
 */
export function useOpenedVersion(shown: number | undefined, told: boolean): number | undefined {
  const [opened] = useState(shown);
  return told ? shown : opened;
}
