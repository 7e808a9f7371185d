import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";

/** A running shop, as its owner runs it, with somebody signed in. */
export interface BenchedShop {
  url: string;
  /** Asks as the administrator; throws unless it is answered with 200. */
  get: (path: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Starts the built shop on a database, and registers its first account, who becomes the administrator. */
export async function openShop(env: Record<string, string>): Promise<BenchedShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(projectNode, [join(rootDir, "build/server/index.js")], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "error", PORT: String(port), ...env },
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
    get: async (path) => {
      const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: "manual" });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return text;
    },
    close: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function register(url: string): Promise<string> {
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
