import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { memorySettings, startFlags } from "../scripts/lib/start-settings.mjs";
import { OperatorError } from "#db/errors.ts";

/** A shop running in production mode, with an administrator signed in. */
export interface BenchShop {
  url: string;
  pid: number;
  /** The administrator's Cookie header. */
  cookie: string;
  /** Requests a page as the administrator; throws unless the status is 200. */
  get: (path: string) => Promise<string>;
  /** Posts a form as the administrator and reads the whole response; throws on a status of 400 or more. */
  post: (path: string, form: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts the built shop, and registers its first account, which becomes the administrator. */
export async function openShop(
  env: Record<string, string>,
  folder: string = rootDir,
): Promise<BenchShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = join(folder, "build/server/index.js");
  const child = spawn(projectNode, [...startFlags(), program], {
    env: {
      ...process.env,
      ...memorySettings,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      SANDBOX_PROVIDERS: "off",
      SANDBOX_LIGHTNING: "off",
      PORT: String(port),
      ...env,
    },
    // With an IPC channel the shop exits when this process does, even if that is killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new OperatorError(`The shop exited with ${code}.`)));
    child.stderr?.pipe(process.stderr);
    // Builds of earlier versions, which are compared, print it to standard output.
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        if (String(chunk).includes("is open at")) resolve();
      });
  });
  const cookie = await register(url);
  return {
    url,
    pid: child.pid ?? 0,
    cookie,
    get: async (path) => {
      const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: "manual" });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return text;
    },
    post: async (path, form) => {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: url },
        body: new URLSearchParams(form),
      });
      await response.bytes();
      if (response.status >= 400) throw new Error(`${path}: ${response.status}`);
    },
    close: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Registers the first account, which becomes the administrator, and returns its Cookie header. */
export async function register(url: string): Promise<string> {
  const password = "correct horse battery";
  const response = await fetch(`${url}/register`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({
      name: "Robin Aker",
      email: "robin@satchel.example",
      password,
      confirmPassword: password,
      referralCode: "",
      terms: "on",
    }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookies.length === 0) throw new Error(`registration failed: ${response.status}`);
  return cookies.join("; ");
}
