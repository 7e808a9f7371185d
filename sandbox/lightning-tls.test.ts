import { readFileSync } from "node:fs";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { TlsAddresses } from "./lightning/tls/listeners.ts";
import { clnClient, lndClient, openLightning } from "./test-lightning.ts";

/** Sends a GET or POST over TLS to a server that has to present the pinned certificate. */
function fetchPinned(url: string, ca: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(url, { ca, headers, method, agent: false }, (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode, body }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("LND and clnrest answer over TLS, to clients that pin their certificate", async () => {
  const { lightning, send } = await openLightning();
  const tls = await send<TlsAddresses>("POST", "/sandbox/lightning/tls");
  expect(await send("POST", "/sandbox/lightning/tls")).toEqual(tls);
  const pinned = () => readFileSync(tls.lndCertificateFile, "utf8");
  const { macaroon } = lndClient(lightning, "shop");
  const lnd = (ca: string) => {
    const url = `${tls.lndUrl.replace("lnd+", "")}/v1/getinfo`;
    return fetchPinned(url, ca, { "grpc-metadata-macaroon": macaroon });
  };
  const old = pinned();
  expect(await lnd(old)).toMatchObject({ status: 200 });
  const { rune } = clnClient(lightning);
  const cln = (ca: string) => {
    const url = `${tls.clnrestUrl.replace("clnrest+", "")}/v1/getinfo`;
    return fetchPinned(url, ca, { rune }, "POST");
  };
  expect(await cln(readFileSync(tls.clnrestCertificateFile, "utf8"))).toMatchObject({
    status: 201,
  });
  await expect(cln(old)).rejects.toThrow(/certificate/);

  await send("PUT", "/sandbox/lightning/certificates", { written: true });
  await expect(lnd(old)).rejects.toThrow(/certificate/);
  expect(await lnd(pinned())).toMatchObject({ status: 200 });
  await send("PUT", "/sandbox/lightning/certificates", { written: false });
  await expect(lnd(pinned())).rejects.toThrow(/certificate/);
});
