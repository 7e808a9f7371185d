import type { Db } from "#db/client.server.ts";
import { type CsvCell, csvCents } from "#lib/csv.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { CustomerQuery, ListedCustomer } from "./customer.ts";
import { findCustomers, type ListPlace } from "./customer-search.server.ts";
import { readListed } from "./customers.server.ts";

/** Rows per query of an export. */
const BATCH = 1000;

const columns: [head: string, cell: (customer: ListedCustomer) => CsvCell][] = [
  ["Email", ({ email }) => email],
  ["Name", ({ name }) => name],
  ["Role", ({ accountState }) => accountState ?? "guest"],
  ["Email confirmed", ({ verified, accountState }) => accountState && (verified ? "yes" : "no")],
  ["Tier", ({ tier }) => tier],
  ["Orders", ({ orders }) => orders],
  ["Spent (USD)", ({ spentCents }) => csvCents(spentCents)],
  ["Last TikTok username", ({ lastUsername }) => lastUsername],
  ["Last order", ({ lastOrderAt }) => lastOrderAt],
  ["Since", ({ since }) => since],
];

export const customerHead: readonly string[] = columns.map(([head]) => head);

type Exported = Omit<CustomerQuery, "cursor">;

/** Exports customers as rows under `customerHead`, in batches. The audit log records it. */
export async function exportCustomers(
  db: Db,
  options: { what: Exported; actor: Actor; now: Date; batch?: number; signal?: AbortSignal },
): Promise<Result<AsyncGenerator<CsvCell[][]>, "forbidden">> {
  const { what, actor, now, batch = BATCH, signal } = options;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const { search, filter } = what;
    await recordAudit(tx, {
      actor,
      action: "customer.exported",
      subject: "customer",
      data: { search, filter },
      now,
    });
    return ok(rows(db, what, { batch, signal }));
  });
}

async function* rows(
  db: Db,
  what: Exported,
  { batch, signal }: { batch: number; signal: AbortSignal | undefined },
): AsyncGenerator<CsvCell[][]> {
  let after: ListPlace | null = null;
  for (;;) {
    const page = { after, backwards: false, limit: batch, signal };
    const places: ListPlace[] = await findCustomers(db, what, page);
    const found = await readListed(
      db,
      places.map(({ id }) => id),
    );
    if (found.length > 0) yield found.map((one) => columns.map(([, cell]) => cell(one)));
    if (places.length < batch) return;
    after = places.at(-1) ?? null;
  }
}
