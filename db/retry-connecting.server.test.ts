import { expect, inject, test } from "vitest";
import { createOnServer } from "../tests/create-on-server.ts";
import { openCuttableProxy } from "../tests/cuttable-proxy.ts";
import { collectLines } from "../tests/log.ts";
import { openDatabase } from "./open-database.server.ts";
import { retryConnecting } from "./retry-connecting.server.ts";

test.skipIf(!inject("serverUrl"))(
  "a server that refuses connections is tried again; what never passes is thrown at once",
  async () => {
    const { url, drop } = await createOnServer();
    const { hostname, port } = new URL(url);
    const proxy = await openCuttableProxy({ host: hostname, port: Number(port) });
    await proxy.cut();
    const open = (pathname: string) =>
      openDatabase({
        url: Object.assign(new URL(url), { port: String(proxy.port), pathname }).href,
        dataDir: "",
      });
    const lines: string[] = [];
    const database = await retryConnecting(
      () => open(new URL(url).pathname),
      (...line) => {
        collectLines(lines)(...line);
        void proxy.restore();
      },
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^attempt 1 of 5 to connect: The database does not respond: connect ECONNREFUSED/,
      ),
    ]);
    await database.close();

    await expect(retryConnecting(() => open("/nowhere"), collectLines(lines))).rejects.toThrow(
      'database "nowhere" does not exist',
    );
    expect(lines).toHaveLength(1);
    await proxy.cut();
    await drop();
  },
);

test("the error of the fifth attempt is thrown", async () => {
  const lines: string[] = [];
  let attempts = 0;
  const refused = () => {
    attempts += 1;
    return Promise.reject(
      Object.assign(new Error(`attempt ${attempts}`), { code: "ECONNREFUSED" }),
    );
  };
  await expect(retryConnecting(refused, collectLines(lines))).rejects.toThrow("attempt 5");
  expect(lines).toHaveLength(4);
}, 30_000);
