import { LRUCache } from "lru-cache";

/**
 * Keeps what was read last, with the version that it was read for: who asks with the same version is given that.
 * What is read may be newer than the version that was asked for, but never older; no version may come back once it
 * has passed. A read that fails is forgotten.
 */
export function keptByVersion<Value, Asked extends unknown[]>(
  read: (...asked: Asked) => Promise<Value>,
): (version: string, ...asked: Asked) => Promise<Value> {
  let kept: { version: string; value: Promise<Value> } | null = null;

  return (version, ...asked) => {
    if (kept?.version === version) return kept.value;
    const reading = { version, value: read(...asked) };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.value;
  };
}

const ANSWERS = 50;

/**
 * Keeps what was answered to the last questions for the version of now, as `keptByVersion` does. A question is of plain
 * values, as JSON has them.
 */
export function keptAnswers<Question, Answer extends object>(
  version: () => Promise<string>,
  read: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const answersAt = keptByVersion(
    async () =>
      new LRUCache<string, Answer, { question: Question }>({
        max: ANSWERS,
        fetchMethod: (_key, _stale, { context }) => read(context.question),
      }),
  );
  return async (question) => {
    const answers = await answersAt(await version());
    return answers.forceFetch(JSON.stringify(question), { context: { question } });
  };
}
