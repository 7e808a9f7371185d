import type { ApiScope } from "#shop/api-keys/api-key.ts";
import type { Visitor } from "./visitor.ts";

/** Creates a key by the form of the admin page. */
export async function makeKey(
  admin: Visitor,
  scopes: readonly ApiScope[],
  { name = "Bot", lifetime = "never" } = {},
): Promise<string> {
  const fields = new URLSearchParams({ intent: "create", name, lifetime });
  for (const scope of scopes) fields.append("scopes", scope);
  const response = await admin.post("/admin/api-keys", fields);
  const key = /satchel_test_[A-Za-z0-9]{43}/.exec(response.text)?.[0];
  if (!key) throw new Error(`no key was made: ${response.status} ${response.text.slice(0, 2000)}`);
  return key;
}

/** Revokes all keys with this name. */
export async function revokeKey(admin: Visitor, name: string): Promise<void> {
  const { text } = await admin.request("/admin/api-keys");
  const buttons = text.matchAll(
    /aria-label="Revoke the key ([^"]+)".*?name="id" value="([0-9a-f-]{36})"/gs,
  );
  for (const [, of, id = ""] of buttons)
    if (of === name) await admin.post("/admin/api-keys", { intent: "revoke", id });
}
