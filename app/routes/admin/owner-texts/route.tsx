import { data, Form, href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { FormFields } from "#app/office/fields.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Db } from "#db/client.server.ts";
import { fieldTexts } from "#lib/fields.ts";
import { isLanguage, languages } from "#messages/languages.ts";
import { goodsOf } from "#shop/catalog/goods.ts";
import { ownTextFields, parseOwnTexts } from "#shop/catalog/own-descriptions.ts";
import { allForSale } from "#shop/catalog/package.ts";
import { listPackages } from "#shop/catalog/packages.server.ts";
import { saveOwnTexts } from "#shop/settings-changes/save-owner-texts.server.ts";
import { inEnglish, type OtherLanguage } from "#shop/settings/owner-texts.ts";
import { readOwnTexts } from "#shop/settings/owner-texts.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";
import { settingsPath } from "../settings/settings-pages.ts";
import "../settings/settings.css";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminTitle(`Texts in ${loaderData?.name ?? "another language"} · Settings`, matches);

function languageOf(language: string): OtherLanguage {
  if (!isLanguage(language) || language === "en") throw data(null, { status: 404 });
  return language;
}

/** Returns what the fields show in English. */
async function readEnglish(db: Db) {
  const [settings, packages] = await Promise.all([readSettings(db), listPackages(db)]);
  return {
    settings: inEnglish(settings),
    packages: allForSale(packages).map((pkg) => ({
      ...goodsOf(pkg),
      id: pkg.id,
      description: pkg.description,
    })),
  };
}

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const language = languageOf(args.params.language);
  const { name, dir } = languages[language];
  return {
    ...{ language, name, dir },
    ...(await readOwnTexts(db, language)),
    ...(await readEnglish(db)),
  };
}

/** Saves the texts; which fields there are depends on the packages. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { settings, packages } = await readEnglish(args.context.get(servicesContext).db);
  const fields = ownTextFields(settings, packages);
  const language = languageOf(args.params.language);
  const save = act({
    fields,
    read: (form) => parseOwnTexts(fields, form),
    run: ({ services: { db }, who, version }, texts) =>
      saveOwnTexts(db, { ...who, language, texts, version }),
    done: () => leadTo(href("/admin/settings/texts/:language", { language }), "texts-saved"),
    refused: {},
  });
  return officeAction({ save }, "these texts")(args);
}

/** The owner's own texts in a language. */
export default function OwnerTexts({ loaderData }: Route.ComponentProps) {
  const { language, name, dir, version, texts, settings, packages } = loaderData;
  const answer = useAnswer<typeof action>();
  const fields = ownTextFields(settings, packages);
  const { errors, form } = useFormErrors<string>(answer?.errors, (sent) =>
    parseOwnTexts(fields, sent),
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
      <AnswerNotice answer={answer} />
      <Form
        key={`${language} ${version}`}
        method="post"
        noValidate
        className="card setting-form"
        {...form}
      >
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="intent" value="save" />
        <div className="setting-form__fields">
          <FormFields
            of={fields}
            texts={fieldTexts(fields, answer?.typed ?? texts)}
            errors={errors}
            language={{ lang: language, dir }}
          />
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
