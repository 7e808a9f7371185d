// `npm run db:generate -- --name what_it_does`: writes a migration from the difference between the tables and the
// newest snapshot.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";
import { keepNewestSnapshot } from "./lib/snapshots.mjs";

ensureInstalled({ tools: true });
const { status } = spawnSync(
  projectNode,
  [join(rootDir, "node_modules/tool-drizzle-kit/bin.cjs"), "generate", ...process.argv.slice(2)],
  { cwd: rootDir, stdio: "inherit" },
);
if (status === 0) keepNewestSnapshot(join(rootDir, "db/migrations"));
process.exit(status ?? 1);
