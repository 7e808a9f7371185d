import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { memorySettings, startFlags } from "../scripts/lib/start-settings.mjs";

/** A running shop, as its owner runs it, with somebody signed in. */
export interface BenchedShop {
  url: string;
  pid: number;
  /** The administrator's, as a browser sends them. */
  cookie: string;
  /** Asks as the administrator; throws unless it is answered with 200. */
  get: (path: string) => Promise<string>;
  /** Runs this while the shop stands still, so that nothing of it is measured along. */
  whileStopped: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tells the process something and waits for its answer; for programs that listen for that. */
  tell: (message: object) => Promise<unknown>;
  /** Sends a form as the administrator, and reads the answer to its end; throws when it is refused. */
  post: (path: string, form: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Starts the built shop on a database, and registers its first account, who becomes the administrator. `program` is
 * what to run, if that is more than the shop.
 */
export async function openShop(
  env: Record<string, string>,
  program = "build/server/index.js",
): Promise<BenchedShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(projectNode, [...startFlags(), join(rootDir, program)], {
    env: {
      ...process.env,
      ...memorySettings,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      SANDBOX_TILL: "off",
      PORT: String(port),
      ...env,
    },
    // The channel has the shop end with this process, even if that is killed.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the shop ended with ${code}`)));
    child.stdout?.on("data", (chunk) => {
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
    whileStopped: async (work) => {
      child.kill("SIGSTOP");
      try {
        return await work();
      } finally {
        child.kill("SIGCONT");
      }
    },
    tell: async (message) => {
      child.send(message);
      const answered = new AbortController();
      const { signal } = answered;
      try {
        const [answer] = (await Promise.race([
          once(child, "message", { signal }),
          once(child, "exit", { signal }),
        ])) as unknown[];
        if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`);
        return answer;
      } finally {
        answered.abort();
      }
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
      await ended;
    },
  };
}

/** Registers the first account, who becomes the administrator; the cookies of their browser. */
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
  if (cookies.length === 0) throw new Error(`registering was answered with ${response.status}`);
  return cookies.join("; ");
}
