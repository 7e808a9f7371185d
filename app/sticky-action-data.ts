import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What an action has answered, for as long as one stays at the page: when a live page loads its data again, React
 * Router forgets the answer.
 */
export function useStickyActionData<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer });
  const isNews = kept.key !== key || (answer !== undefined && answer !== kept.answer);
  if (isNews) setKept({ key, answer });
  return isNews ? answer : kept.answer;
}
