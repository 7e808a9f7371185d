import { data } from "react-router";
import adapter from "../../../../examples/delivery-adapter/README.md?raw";
import delivery from "../../../../docs/delivery.md?raw";
import lightning from "../../../../docs/lightning.md?raw";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Markdown } from "#lib/markdown.tsx";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import { parts } from "../changelog/markdown-parts.tsx";
import type { Route } from "./+types/route";
import "../changelog/changelog.css";

/** The documents that the back office links to, as they were when this version was built. */
const documents: Record<string, string> = {
  delivery,
  "delivery-adapter": adapter,
  lightning,
};

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminTitle(loaderData?.title ?? "Document", matches);

export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { name } = args.params;
  const text = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (text === undefined) throw data(null, { status: 404 });
  const [, title = "", rest = ""] = /^# (.*)\n([^]*)$/.exec(text) ?? [];
  return { title, nodes: parseMarkdown(rest) };
}

export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={loaderData.title} />
      <Card pad className="changelog">
        <Markdown nodes={loaderData.nodes} parts={parts} />
      </Card>
    </>
  );
}
