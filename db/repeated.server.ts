import {
  parse,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { keepingParsers } from "./parsers.server.ts";

// PGlite has each statement parsed, described, planned and executed anew, in six exchanges with the database. What is
// sent over and over is prepared by a name here, as `pg` does for a server, and is then one exchange: a fifth of the time
// for a small one.

/** Tables grow, and a plan for an empty one reads it whole: after so many uses a statement is planned anew. */
const PLANNED_FOR = 200;

/** Where a client, or a transaction of one, has what sends statements by name. */
const REPEATED = Symbol("repeated");

type Query = PGlite["query"];
interface Sender {
  query: Query;
}

interface Named {
  name: string;
  uses: number;
  /** The types of its parameters, by OID. */
  types: readonly number[];
  /** What its rows are made of; none where it gives no rows. */
  columns: readonly Message[];
}
type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];

/** What sends statements that come over and over through this client or transaction; itself, where nothing else does. */
export function repeatedly<Client extends object>(client: Client): Client | Sender {
  return (Reflect.get(client, REPEATED) as Sender | undefined) ?? client;
}

/**
 * Adds to a client, and to its transactions, what sends statements by name. `outside` wraps what is sent outside of
 * transactions.
 */
export function withRepeated(client: PGlite, outside: (ask: Query) => Query): PGlite {
  const send = senderOf(client);
  const ask = async <Row>(text: string, params?: unknown[], options?: QueryOptions) =>
    client.closed
      ? client.query<Row>(text, params, options)
      : // oxlint-disable-next-line no-underscore-dangle -- how PGlite's own query keeps out of the transactions of others
        client._runExclusiveTransaction(() => send<Row>(text, params, options));
  const transaction = client.transaction.bind(client);
  return Object.assign(client, {
    [REPEATED]: { query: outside(ask) },
    transaction: <Answer>(work: (tx: Transaction) => Promise<Answer>) =>
      transaction((tx) => {
        const inside: Query = async (text, params, options) =>
          tx.closed ? tx.query(text, params, options) : send(text, params, options);
        const query = keepingParsers(client, tx.query.bind(tx));
        return work(Object.assign(tx, { query, [REPEATED]: { query: inside } }));
      }),
  });
}

function senderOf(client: PGlite): Query {
  const { serialize } = protocol;
  const known = new Map<string, Named>();
  let count = 0;

  const exchange = async (...messages: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  async function prepare(text: string, old: Named | undefined): Promise<Named> {
    count += 1;
    const name = `repeated_${count}`;
    const answer = await exchange(
      ...(old ? [serialize.close({ type: "S", name: old.name })] : []),
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    );
    const types = parse.parseDescribeStatementResults(answer);
    return { name, uses: 0, types, columns: answer.filter((one) => one.name === "rowDescription") };
  }

  async function send(text: string, params: unknown[], options?: QueryOptions) {
    const old = known.get(text);
    const named = old && old.uses < PLANNED_FOR ? old : await prepare(text, old);
    // Until it has worked, it is to be planned anew.
    const { uses } = named;
    named.uses = PLANNED_FOR;
    known.set(text, named);
    const values = params.map((value, i) => asText(value, named.types[i]));
    const answer = await exchange(
      serialize.bind({ statement: named.name, values }),
      serialize.execute({}),
    );
    named.uses = uses + 1;
    return parse.parseResults([...named.columns, ...answer], client.parsers, options)[0];
  }

  function asText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : client.serializers[type];
    return serializer ? serializer(value) : `${value as string | number | boolean}`;
  }

  return keepingParsers(
    client,
    async <Row>(text: string, params: unknown[] = [], options?: QueryOptions) =>
      client.runExclusive(async () => (await send(text, params, options)) as Results<Row>),
  );
}
