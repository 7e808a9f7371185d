import { href, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { languages } from "#messages/languages.ts";
import { otherLanguages } from "#shop/settings/owner-texts.ts";

/** Links to the owner's texts in each language. */
export function TextLanguages() {
  return (
    <section className="setting-group" aria-labelledby="texts-title">
      <div>
        <h2 id="texts-title">Your own texts</h2>
        <p>
          Descriptions of packages, legal pages and what you wrote for buyers, in other languages.
        </p>
      </div>
      <div className="settings-overview">
        <ul className="card">
          {otherLanguages.map((language) => (
            <li key={language}>
              <Link to={href("/admin/settings/texts/:language", { language })}>
                <span>
                  <b lang={language}>{languages[language].name}</b>
                </span>
                <Icon name="right" size="sm" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
