import { useNavigation } from "react-router";

/** Whether the form with this intent is under way; of several alike, the one for `sessionId`. */
export function useSending(intent: string, sessionId?: string): boolean {
  const { state, formData } = useNavigation();
  if (state === "idle" || formData?.get("intent") !== intent) return false;
  return sessionId === undefined || formData.get("sessionId") === sessionId;
}
