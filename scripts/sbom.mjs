// `npm run sbom`: prints the runtime dependencies as CycloneDX, those that the image contains.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isShipped } from "./lib/licences.mjs";
import { rootDir } from "./lib/prepare.mjs";

// Not `--omit=dev`: npm 11 then leaves out what a development dependency needs too, such as React.
const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
const { status, stdout, stderr } = spawnSync("npm", args, {
  cwd: rootDir,
  encoding: "utf8",
  maxBuffer: Infinity,
  shell: process.platform === "win32",
});
if (status !== 0) {
  console.error(`npm cannot list the dependencies: ${stderr.trim().split("\n")[0]}`);
  process.exit(1);
}
const sbom = JSON.parse(stdout);
const { packages } = JSON.parse(readFileSync(join(rootDir, "package-lock.json"), "utf8"));
const shipped = new Set(
  Object.entries(packages)
    .filter(([path, entry]) => path && isShipped(entry))
    .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`),
);
const components = sbom.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
const refs = new Set([
  sbom.metadata.component["bom-ref"],
  ...components.map((component) => component["bom-ref"]),
]);
const dependencies = sbom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
console.log(JSON.stringify({ ...sbom, components, dependencies }, null, 2));
