import { href, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { languages } from "#messages/languages.ts";
import type { Newsletter } from "#shop/newsletter/newsletter.ts";
import { otherLanguages } from "#shop/settings/owner-texts.ts";

/** Links to a newsletter in each other language. */
export function NewsletterLanguages({ newsletter }: { newsletter: Newsletter }) {
  const id = String(newsletter.id);
  return (
    <section className="newsletter-languages" aria-labelledby="languages-title">
      <h2 className="heading" id="languages-title">
        In other languages
      </h2>
      <p>
        Subscribers get it in their language where you have written it, and in English otherwise.
      </p>
      <ul className="card">
        {otherLanguages.map((language) => (
          <li key={language}>
            <Link to={href("/admin/newsletter/:id/texts/:language", { id, language })}>
              <b lang={language}>{languages[language].name}</b>
              <span>{newsletter.translations[language]?.subject ?? "In English"}</span>
              <Icon name="right" size="sm" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
