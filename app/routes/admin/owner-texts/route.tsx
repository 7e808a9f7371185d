import { data, Form, href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { Textarea } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, textOf, versionOf } from "#lib/form.ts";
import { isLanguage, languages } from "#messages/languages.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import { descriptionName, parseOwnTexts } from "#shop/catalog/own-descriptions.ts";
import { listPackages } from "#shop/catalog/packages.server.ts";
import { saveOwnTexts } from "#shop/operations/owner-text-changes.server.ts";
import { type OtherLanguage, translatedSettings } from "#shop/settings/owner-texts.ts";
import { readOwnTexts } from "#shop/settings/owner-texts.server.ts";
import { settingRecords } from "#shop/settings/settings.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";
import { settingsPath } from "../settings/settings-pages.ts";
import "../settings/settings.css";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminTitle(`Texts in ${loaderData?.name ?? "another language"} · Settings`, matches);

function languageOf({ language }: Route.LoaderArgs["params"]): OtherLanguage {
  if (!isLanguage(language) || language === "en") throw data(null, { status: 404 });
  return language;
}

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const language = languageOf(args.params);
  const [{ texts, version }, settings, { grid, promotion, others }] = await Promise.all([
    readOwnTexts(db, language),
    readSettings(db),
    listPackages(db),
  ]);
  const packages = [...grid, ...(promotion ? [promotion] : []), ...others];
  const { name, dir } = languages[language];
  return {
    language,
    name,
    dir,
    version,
    fields: [
      ...translatedSettings.map((setting) => ({
        name: setting as string,
        label: labelOf(setting),
        text: texts[setting] ?? "",
        english: settings[setting],
        rows: setting.endsWith("Text") ? 6 : setting === "shopName" ? 1 : 2,
      })),
      ...packages.map((pkg) => ({
        name: descriptionName(pkg.id),
        label: `Description of ${goodsText(pkg)}`,
        text: texts[descriptionName(pkg.id)] ?? "",
        english: pkg.description,
        rows: 2,
      })),
    ],
    packageIds: packages.map(({ id }) => id),
  };
}

function labelOf(setting: (typeof translatedSettings)[number]): string {
  const record = settingRecords[setting];
  return "label" in record ? record.label : setting;
}

interface ActionData {
  typed: Record<string, string>;
  errors?: FieldErrors<string>;
  message?: string;
}

/** Revalidates after a conflict as well: saving again then replaces what the other administrator wrote. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const language = languageOf(args.params);
  const form = await readForm(args.request);
  if (textOf(form, "intent") !== "save") throw data(null, { status: 400 });
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const { grid, promotion, others } = await listPackages(db);
  const ids = [...grid, ...(promotion ? [promotion] : []), ...others].map(({ id }) => id);
  const read = parseOwnTexts(form, ids);
  if (!read.ok) return data<ActionData>({ typed, errors: read.error }, { status: 400 });
  const actor = actorOf(args.context);
  const saved = await saveOwnTexts(db, {
    ...{ language, texts: read.value },
    ...{ version: versionOf(form), actor, now: new Date() },
  });
  if (saved.ok)
    return redirect(
      withNotice(href("/admin/settings/texts/:language", { language }), "texts-saved"),
    );
  if (saved.error === "forbidden") throw redirect(href("/"));
  const message =
    "Someone changed these texts in the meantime. Reload the page to see them, or save again to replace them with yours.";
  return data<ActionData>({ typed, message }, { status: 409 });
}

/** The owner's own texts in a language. */
export default function OwnerTexts({ loaderData, actionData }: Route.ComponentProps) {
  const { language, name, dir, version, fields, packageIds } = loaderData;
  const { errors, form } = useFormErrors<string>(actionData?.errors, (sent) =>
    parseOwnTexts(sent, packageIds),
  );
  return (
    <>
      <PageHead title={`Texts in ${name}`}>
        A field that is empty has the English text, or the shop’s own translation where you have not
        changed that.{" "}
        <Link className="link" to={settingsPath("languages")}>
          All languages
        </Link>
      </PageHead>
      <Form
        key={`${language} ${version}`}
        method="post"
        noValidate
        className="card setting-form"
        {...form}
      >
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="intent" value="save" />
        {actionData?.message && (
          <Notice tone="pending" role="alert" className="setting-form__notice">
            {actionData.message}
          </Notice>
        )}
        <div className="setting-form__fields">
          {fields.map((field) => (
            <Textarea
              key={field.name}
              name={field.name}
              label={field.label}
              lang={language}
              dir={dir}
              rows={field.rows}
              defaultValue={actionData?.typed[field.name] ?? field.text}
              error={errors[field.name]}
              hint={field.english === "" ? undefined : `English: ${excerpt(field.english)}`}
              className="setting-form__wide"
              optional
            />
          ))}
        </div>
        <div className="setting-form__foot">
          <span />
          <SubmitButton intent="save" size="sm" variant="primary">
            Save Changes
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

const EXCERPT_MAX = 300;

function excerpt(text: string): string {
  return text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text;
}
