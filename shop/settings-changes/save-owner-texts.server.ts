import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import type { Language } from "#messages/languages.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { OwnTexts } from "../settings/owner-texts.ts";
import { storeOwnTexts } from "../settings/owner-texts.server.ts";

/** Saves the owner's texts in a language. */
export async function saveOwnTexts(
  db: Db,
  input: {
    language: Language;
    texts: OwnTexts;
    /** The version of the form that the administrator edited. */
    version: number;
    actor: Actor;
    now: Date;
  },
): Promise<Result<void, "forbidden" | "stale">> {
  const { language, actor, now } = input;
  return db.transaction(async (tx): Promise<Result<void, "forbidden" | "stale">> => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const stored = await storeOwnTexts(tx, input);
    if (!stored.ok) return stored;
    const data = stored.value;
    if (Object.keys(data.after).length === 0) return ok(undefined);
    await recordAudit(tx, {
      actor,
      action: "settings.updated",
      subject: "settings",
      subjectId: `texts.${language}`,
      data,
      now,
    });
    return ok(undefined);
  });
}
