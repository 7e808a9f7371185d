import { data } from "react-router";
import { type ShopServices, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { type FieldErrors, textOf, versionOf } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import type { Actor } from "#shop/audit/audit.ts";
import type { Answer, Typed } from "./answer.ts";

type ActionArgs = Parameters<typeof requireTeam>[0] & {
  params: Readonly<Record<string, string | undefined>>;
};

/** What an act gets of its request. */
export interface Given {
  services: ShopServices;
  form: FormData;
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

/** Why nothing was changed: a sentence, or one at the field to blame. */
type Refusal = string | Readonly<Record<string, string>>;

/** An answer in place, with what is shown once. */
interface ShownOnce<Shown> {
  shown: Shown;
}

interface ActRecord<Values, Value, Failure extends string, Shown> {
  /** Reads the fields; left out by a button. */
  read?: (form: FormData) => Result<Values, FieldErrors<string>>;
  run: (given: Given, values: Values) => Promise<Result<Value, Failure>>;
  /** Where to go on after a success, or what to show. */
  done: (value: Value, given: Given) => Response | ShownOnce<Shown>;
  /** What each error means to a person. */
  refused: Readonly<Record<Exclude<Failure, CommonError>, Refusal>> &
    Readonly<Partial<Record<"not-found" | "stale", Refusal>>>;
}

type Reply<Shown> = Response | ReturnType<typeof data<Answer<Shown>>>;

/** What one form of a screen does. */
type Act<Shown> = (given: Given) => Promise<Reply<Shown>>;

/** Describes what one form does, from its fields to its answer. */
export function act<Value, Failure extends string, Values = null, Shown = never>(
  record: ActRecord<Values, Value, Failure, Shown>,
): Act<Shown> {
  return async (given) => {
    const { form } = given;
    const read = record.read?.(form) ?? { ok: true as const, value: null as Values };
    if (!read.ok) return refuse<Shown>(form, { errors: read.error });
    const result = await record.run(given, read.value);
    if (!result.ok) {
      const stale = staleText(given.what, record.read !== undefined);
      return refusal<Shown>(form, result.error, { stale, ...record.refused });
    }
    const done = record.done(result.value, given);
    if (done instanceof Response) return done;
    return data(answer<Shown>(form, { shown: done.shown, typed: null }));
  };
}

/**
 * Returns the action of a screen: it answers the form whose `intent` is the name of an act. `what` is what the screen
 * changes, as in "Someone changed this webhook".
 */
export function officeAction<Shown = never>(
  acts: Readonly<Record<string, Act<Shown>>>,
  what = "this",
) {
  return async (args: ActionArgs): Promise<Reply<Shown>> => {
    requireTeam(args);
    const form = await readForm(args.request);
    const name = textOf(form, "intent");
    const chosen = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!chosen) throw data(null, { status: 400 });
    return chosen({
      services: args.context.get(servicesContext),
      form,
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

function refusal<Shown>(
  form: FormData,
  error: string,
  texts: Readonly<Record<string, Refusal | undefined>>,
): Reply<Shown> {
  const text = texts[error];
  if (text === undefined && error === "forbidden") throw redirect("/");
  if (text === undefined && error === "not-found") throw data(null, { status: 404 });
  if (text === undefined) throw new Error(`no text for the error ${error}`);
  return refuse<Shown>(form, typeof text === "string" ? { message: text } : { errors: text });
}

function refuse<Shown>(form: FormData, why: Partial<Answer<Shown>>): Reply<Shown> {
  return data(answer<Shown>(form, why), { status: why.message == null ? 400 : 409 });
}

function answer<Shown>(form: FormData, given: Partial<Answer<Shown>>): Answer<Shown> {
  const intent = textOf(form, "intent");
  return { intent, typed: typedIn(form), errors: {}, message: null, shown: null, ...given };
}

/** Returns the values of each field of a form, which has no files. */
function typedIn(form: FormData): Typed {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, form.getAll(name).map(String)]),
  );
}
