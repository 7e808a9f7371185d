import { data } from "react-router";
import { type ShopServices, servicesContext } from "#app/context.ts";
import { readFormWithFile } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { reauthenticate } from "#app/reauthenticate.server.ts";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { type FieldRecord, type Fields, readFields, type ValuesOf } from "#lib/fields.ts";
import { type FieldErrors, textOf, versionOf } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import type { Actor } from "#shop/audit/audit.ts";
import type { Answer, Typed } from "#app/answer.ts";

type ActionArgs = Parameters<typeof requireTeam>[0] & {
  params: Readonly<Record<string, string | undefined>>;
};

/** What an act gets of its request. */
export interface Given {
  services: ShopServices;
  request: Request;
  context: ActionArgs["context"];
  form: FormData;
  /** The file that was chosen, of a screen that takes one. */
  file: File | null;
  url: URL;
  /** Who acts, and when: the service function checks the permission, and writes both into the audit log. */
  who: { actor: Actor; now: Date };
  /** The version of the record that the form was opened with. */
  version: number;
  /** A parameter of the path; empty for one that it does not have. */
  param: (name: string) => string;
  /** What the screen changes, as in "Someone changed this webhook". */
  what: string;
}

/** Expected errors that every screen answers alike. */
type CommonError = "forbidden" | "not-found" | "stale";

/** An expected error that says itself what it means: at the fields to blame, or about the whole. */
export type Explained = { errors: FieldErrors<string> } | { message: string };

/** Why nothing was changed: a sentence, also about what was sent, or one at the field to blame. */
type Refusal = string | ((given: Given) => string) | Readonly<Record<string, string>>;

/** An answer in place, with what is shown once. */
interface ShownOnce<Shown> {
  shown: Shown;
}

type Next<Shown> = Response | ShownOnce<Shown> | null;

interface ActRecord<F extends Fields, Values, Value, Failure extends string, Shown> {
  /** The fields of the form; left out by a button. */
  fields?: F;
  /** Reads them, where a rule is about several. */
  read?: (form: FormData) => Result<Values, FieldErrors<string>>;
  /** Verifies first who is at the browser, by the field `password`; without a password, by a recent sign-in. */
  reauthenticates?: true;
  run: (given: Given, values: Values) => Promise<Result<Value, Failure | Explained>>;
  /** Where to go on after a success, or what to show; null to stay on the page. */
  done: (value: Value, given: Given) => Next<Shown> | Promise<Next<Shown>>;
  /** What each error means to a person. */
  refused: Readonly<Record<Exclude<Failure, CommonError>, Refusal>> &
    Readonly<Partial<Record<"not-found" | "stale", Refusal>>>;
}

type Reply<Shown> = Response | ReturnType<typeof data<Answer<Shown>>>;

/** What one form of a screen does. */
type Act<Shown> = (given: Given) => Promise<Reply<Shown>>;

/** Describes what one form does, from its fields to its answer. */
export function act<
  Value,
  Failure extends string,
  F extends Fields = Fields,
  Values = ValuesOf<F>,
  Shown = never,
>(record: ActRecord<F, Values, Value, Failure, Shown>): Act<Shown> {
  const { fields, run, done, refused } = record;
  const read =
    record.read ??
    ((form: FormData) => readFields(fields ?? {}, form) as Result<Values, FieldErrors<string>>);
  return async (given) => {
    const { form, what } = given;
    const answer = (more: Partial<Answer<Shown>>) => ({
      ...{ intent: textOf(form, "intent"), typed: fields ? typedIn(fields, form) : null },
      ...{ errors: {}, message: null, shown: null },
      ...more,
    });
    const values = read(form);
    if (!values.ok) return data(answer({ errors: values.error }), { status: 400 });
    if (record.reauthenticates) {
      const refusal = await reauthenticate(given.request, given.context, textOf(form, "password"));
      if (refusal) return data(answer({ errors: { password: refusal.message } }), refusal.init);
    }
    const result = await run(given, values.value);
    if (result.ok) {
      const next = await done(result.value, given);
      return next instanceof Response
        ? next
        : data(answer({ shown: next?.shown ?? null, typed: null }));
    }
    const { error } = result;
    const why =
      typeof error === "object"
        ? error
        : explain(given, error, { stale: staleText(what, fields !== undefined), ...refused });
    return data(answer(why), { status: "errors" in why ? 400 : 409 });
  };
}

/**
 * Returns the action of a screen: it answers the form whose `intent` is the name of an act. `what` is what the screen
 * changes, as in "Someone changed this webhook", and `fileField` the field of a file.
 */
export function officeAction<Shown = never>(
  acts: Readonly<Record<string, Act<Shown>>>,
  what = "this",
  fileField = "",
) {
  return async (args: ActionArgs): Promise<Reply<Shown>> => {
    requireTeam(args);
    const { form, file } = await readFormWithFile(args.request, fileField);
    const name = textOf(form, "intent");
    const chosen = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!chosen) throw data(null, { status: 400 });
    return chosen({
      services: args.context.get(servicesContext),
      ...{ request: args.request, context: args.context },
      ...{ form, file },
      url: args.url,
      who: { actor: actorOf(args.context), now: new Date() },
      version: versionOf(form),
      param: (name) => args.params[name] ?? "",
      what,
    });
  };
}

/** Leads to a page, which says by a toast what was done. */
export function leadTo(path: string, notice: NoticeName): Response {
  return redirect(withNotice(path, notice));
}

/** Returns the refusals of errors that one field is to blame for. */
export function atField<Name extends string>(
  field: string,
  texts: Readonly<Record<Name, string>>,
): Record<Name, Refusal> {
  const refusals = Object.entries<string>(texts).map(([error, text]) => [error, { [field]: text }]);
  return Object.fromEntries(refusals) as Record<Name, Refusal>;
}

function staleText(what: string, hasFields: boolean): string {
  return `Someone changed ${what} in the meantime. ${
    hasFields
      ? "What you typed is still in the fields: saving replaces their version."
      : "Here is the current state."
  }`;
}

/** Returns what an error means. Leads home who may not, and answers with 404 for what is gone. */
function explain(
  given: Given,
  error: string,
  refusals: Readonly<Record<string, Refusal | undefined>>,
): Explained {
  const why = refusals[error];
  if (typeof why === "string") return { message: why };
  if (typeof why === "function") return { message: why(given) };
  if (why) return { errors: why };
  if (error === "forbidden") throw redirect("/");
  if (error === "not-found") throw data(null, { status: 404 });
  throw new Error(`no text for the error ${error}`);
}

/** Returns what was typed, but for secrets, which are typed again after an error. */
function typedIn(fields: Fields, form: FormData): Typed {
  const isSecret = (field: FieldRecord) =>
    field.kind === "line" && field.input?.type === "password";
  const shown = Object.entries(fields).filter(([, field]) => !isSecret(field));
  return Object.fromEntries(shown.map(([name]) => [name, form.getAll(name).map(String)]));
}
