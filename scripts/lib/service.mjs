// Reads the systemd unit of the shop. Plain JavaScript without dependencies, like the other scripts.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Where `deploy/satchel.service` is installed. */
const UNIT_FILE = "/etc/systemd/system/satchel.service";

/** An error that is printed without a stack. */
export class ServiceError extends Error {}

/**
 * Returns the user and the variables of the service, and the file that has the owner's; null where none is installed, as
 * with `npm start`. Throws ServiceError when this user may not read the variables.
 */
export function readService(unitFile = process.env.SATCHEL_UNIT ?? UNIT_FILE) {
  const unit = read(unitFile);
  if (unit === null) return null;
  const values = (key) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value.trim());
  const [user = "root"] = values("User");
  const [variablesFile = null] = values("EnvironmentFile").map((path) => path.replace(/^-/, ""));
  const own = variablesFile ? read(variablesFile) : "";
  if (own === null)
    throw new ServiceError(`There is no ${variablesFile}, which ${unitFile} names.`);
  const variables = {
    ...Object.assign({}, ...values("Environment").map(readAssignments)),
    ...readVariables(own),
  };
  return { user, variables, variablesFile };
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    if (error.code === "EACCES")
      throw new ServiceError(`Only root can read ${path}: run this command as root (sudo).`);
    throw error;
  }
}

/** Reads `Environment=`: assignments on one line, perhaps in quotation marks (systemd.exec(5)). */
function readAssignments(line) {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  return readVariables(words.map((word) => word.replace(/^"(.*)"$/, "$1")).join("\n"));
}

/** Reads `EnvironmentFile=`: a variable in each line, its value perhaps in quotation marks. */
export function readVariables(text) {
  const variables = {};
  for (const line of text.split("\n")) {
    const [, name, value = ""] = /^\s*(\w+)=(.*?)\s*$/.exec(line) ?? [];
    if (!name) continue;
    const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(value) ?? /^'([^']*)'$/.exec(value) ?? [];
    variables[name] = quoted === undefined ? value : quoted.replaceAll(/\\(["\\$`])/g, "$1");
  }
  return variables;
}

/** Returns the text of the file with a variable set, in place of a line that sets it or at the end. */
export function withVariable(text, name, value) {
  const line = `${name}="${value.replaceAll(/["\\$`]/g, "\\$&")}"`;
  const set = new RegExp(`^\\s*${name}=.*$`, "m");
  if (set.test(text)) return text.replace(set, () => line);
  return `${text.replace(/\n*$/, "\n")}${line}\n`;
}

/** Returns the numbers of a user and its group, to run a program as that one. */
export function idsOf(user) {
  const idOf = (option) => {
    const { status, stdout } = spawnSync("id", [option, user], { encoding: "utf8" });
    if (status !== 0) throw new ServiceError(`There is no user ${user} on this machine.`);
    return Number(stdout);
  };
  return { uid: idOf("-u"), gid: idOf("-g") };
}
