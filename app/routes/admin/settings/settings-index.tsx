import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type { SettingGroup } from "#shop/settings/setting.ts";
import { settingSections } from "./setting-sections.ts";

/** How far below the upper edge of the window a section becomes the current one, in pixels. */
const CURRENT_BELOW = 180;

/** Links to the sections, the one in view marked; beside them, and in one line above them on a narrow screen. */
export function SettingsIndex({ unsaved }: { unsaved: ReadonlySet<SettingGroup> }) {
  const list = useRef<HTMLUListElement>(null);
  const current = useSyncExternalStore(onScroll, currentSection, () => null);
  useFieldOfUrl();

  // Only the line of links is scrolled, not the page.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (link) list.current?.scrollTo({ left: link.offsetLeft - 16 });
  }, [current]);

  return (
    <nav className="settings-index" aria-label="Sections">
      <ul ref={list}>
        {settingSections.map(({ id, title, group }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={current === id ? "location" : undefined}>
              {title}
              {group && unsaved.has(group) && (
                <span className="settings-index__unsaved">Unsaved</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function onScroll(notify: () => void): () => void {
  window.addEventListener("scroll", notify, { passive: true });
  window.addEventListener("resize", notify);
  return () => {
    window.removeEventListener("scroll", notify);
    window.removeEventListener("resize", notify);
  };
}

/** Returns the last section whose heading has been scrolled to the top. */
function currentSection(): string | null {
  const above = settingSections.filter(({ id }) => {
    const heading = document.getElementById(id);
    return heading !== null && heading.getBoundingClientRect().top < CURRENT_BELOW;
  });
  return (above.at(-1) ?? settingSections[0])?.id ?? null;
}

/** Focuses the field that the fragment of the URL names, as the search links to it. */
function useFieldOfUrl(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const [field] = hash ? document.getElementsByName(hash.slice(1)) : [];
    if (!field?.closest("form.setting-form")) return;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  }, [hash, key]);
}
