import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { pathOfFragment, settingsIndex, settingsPath } from "./settings-pages.ts";

/** Links to the pages of the settings: beside one of them, and in one line above it on a narrow screen. */
export function SettingsIndex() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Only the line of links is scrolled, not the page.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    const line = nav.current?.firstElementChild;
    if (link) line?.scrollTo({ left: link.offsetLeft - 16 });
  }, [pathname]);

  return (
    <nav ref={nav} className="settings-index" aria-label="Settings">
      <div className="settings-index__parts">
        {settingsIndex.map(({ part, pages }) => (
          <div key={part} className="settings-index__part">
            <h2>{part}</h2>
            <ul>
              {pages.map(({ name, title }) => (
                <li key={name}>
                  <NavLink to={settingsPath(name)}>{title}</NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** All pages of the settings, with what each is about. */
export function SettingsOverview() {
  useOldFragment();
  return (
    <div className="settings-overview">
      {settingsIndex.map(({ part, pages }, index) => (
        <section key={part} aria-labelledby={`part-${index}`}>
          <h2 id={`part-${index}`}>{part}</h2>
          <ul className="card">
            {pages.map(({ name, title, about, group, fragments = [] }) => (
              // Without JavaScript, the fragment of an old link leads to the link of its page.
              <li key={name} id={group ? `${group}-title` : fragments[0]}>
                <Link to={settingsPath(name)}>
                  <span>
                    <b>{title}</b>
                    <span>{about}</span>
                  </span>
                  <Icon name="right" size="sm" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Follows links to the page that had all settings, such as `/admin/settings#lightning`. */
function useOldFragment(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const path = pathOfFragment(hash.slice(1));
    if (path) void navigate(path, { replace: true });
  }, [hash, navigate]);
}

/** Focuses the field that the fragment of the URL names, as the search links to it. */
export function useFieldOfUrl(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const [field] = hash ? document.getElementsByName(hash.slice(1)) : [];
    if (!field?.closest("form.setting-form")) return;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  }, [hash, key]);
}
