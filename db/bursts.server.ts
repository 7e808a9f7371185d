import type { Pool, PoolClient, QueryResult } from "pg";

interface Asked {
  question: Parameters<PoolClient["query"]>;
  answer: PromiseWithResolvers<QueryResult>;
}

/**
 * Has what is asked of a server in one go travel in one go: over one connection, in one piece, answered one after the
 * other. The loaders of a page ask side by side, and each statement that is sent alone costs a call of the system and
 * a connection. What is asked inside a transaction goes out in one piece, too, if it is asked in one go.
 */
export function inBursts(pool: Pool): Pool {
  let burst: Asked[] = [];

  const send = async () => {
    const asked = burst;
    burst = [];
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
      return;
    }
    for (const { question, answer } of asked)
      answer.resolve(client.query(...question) as unknown as Promise<QueryResult>);
    await Promise.allSettled(asked.map(({ answer }) => answer.promise));
    try {
      client.release();
    } catch {
      // Its line was lost, and it was taken back.
    }
  };

  pool.on("connect", inOnePiece);
  return Object.assign(pool, {
    query: (...question: Asked["question"]) => {
      const answer = Promise.withResolvers<QueryResult>();
      if (burst.push({ question, answer }) === 1) process.nextTick(() => void send());
      return answer.promise;
    },
  });
}

/** What is sent until everything has been done that follows from the same event waits for the last of it. */
function inOnePiece(client: PoolClient): void {
  const query = client.query.bind(client) as (...question: Asked["question"]) => unknown;
  let corked = false;
  Object.assign(client, {
    query: (...question: Asked["question"]) => {
      if (!corked) {
        const { stream } = client.connection;
        stream.cork();
        corked = true;
        process.nextTick(() => {
          corked = false;
          stream.uncork();
        });
      }
      return query(...question);
    },
  });
}
