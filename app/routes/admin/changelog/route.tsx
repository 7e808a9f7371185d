import changelog from "../../../../CHANGELOG.md?raw";
import { requireTeam } from "#app/session.server.ts";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Markdown } from "#lib/markdown.tsx";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import { version } from "#lib/version.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { parts } from "./markdown-parts.tsx";
import "./changelog.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Changelog", matches);

export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  // Without its title, which the page has, and the brackets around versions.
  const text = changelog.replace(/^# .*\n/, "").replaceAll(/^## \[(.+?)\]/gm, "## $1");
  return { version, nodes: parseMarkdown(text) };
}

/** Shows CHANGELOG.md as it was when this version was built. */
export default function ChangelogPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Changelog">This shop runs Satchel {loaderData.version}.</PageHead>
      <Card pad className="changelog">
        <Markdown nodes={loaderData.nodes} parts={parts} />
      </Card>
    </>
  );
}
