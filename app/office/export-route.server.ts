import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { formatOf, tableFile } from "#app/table-file.server.ts";
import type { Db } from "#db/client.server.ts";
import type { CsvCell } from "#lib/csv.ts";
import type { Result } from "#lib/result.ts";
import type { Actor } from "#shop/audit/audit.ts";

/** What an export gets of its request. */
interface ExportRequest {
  db: Db;
  form: FormData;
  /** The search parameters of the list. */
  params: URLSearchParams;
  who: { actor: Actor; now: Date };
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

interface ExportRecord {
  /** The list that is exported. */
  list: string;
  /** The name of the file, before its day. */
  name: string;
  head: readonly string[];
  /** Reads the rows in batches, and records the export in the audit log. */
  rows: (
    request: ExportRequest,
  ) => Promise<Result<AsyncIterable<readonly (readonly CsvCell[])[]>, "forbidden">>;
}

/** Returns the loader and the action of a route that streams a list as CSV or for Excel. */
export function exportRoute({ list, name, head, rows }: ExportRecord) {
  return {
    /** Redirects a GET to the list: exports are audited and need a POST. */
    loader: (args: Parameters<typeof requireTeam>[0]) => {
      requireTeam(args);
      throw redirect(list);
    },
    action: async (args: Parameters<typeof requireTeam>[0]): Promise<Response> => {
      requireTeam(args);
      const { context, request, url } = args;
      const form = await readForm(request);
      const who = { actor: actorOf(context), now: new Date() };
      const exported = await rows({
        ...{ db: context.get(servicesContext).db, form, who },
        ...{ params: url.searchParams, signal: request.signal },
      });
      if (!exported.ok) throw redirect("/");
      const day = who.now.toISOString().slice(0, 10);
      return tableFile(context, formatOf(form), `${name}-${day}`, {
        head,
        batches: exported.value,
      });
    },
  };
}
