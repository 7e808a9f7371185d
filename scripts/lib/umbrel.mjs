// The Umbrel package of a release: https://github.com/getumbrel/umbrel-apps
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const REPOSITORY = "OWNER/REPOSITORY";
const DIGEST = `sha256:${"0".repeat(64)}`;

/**
 * Copies the package `from` into a new folder, with the repository (`owner/name`) and the digest of the image that was
 * pushed in place of their placeholders.
 */
export function fillUmbrelPackage({ from, folder, repository, digest }) {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error(`${repository} is not of the form owner/name`);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest) || digest === DIGEST)
    throw new Error(`"${digest}" is not the digest of an image`);
  if (existsSync(folder)) throw new Error(`${folder} exists already`);

  cpSync(from, folder, { recursive: true });
  for (const name of ["docker-compose.yml", "umbrel-app.yml"]) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8")
      // Names of images have small letters only.
      .replaceAll(`ghcr.io/${REPOSITORY}`, `ghcr.io/${repository.toLowerCase()}`)
      .replaceAll(REPOSITORY, repository)
      .replaceAll(DIGEST, digest);
    writeFileSync(path, text);
  }
}
