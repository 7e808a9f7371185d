import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as the browser decrypts it, with the headers that the push service reads. */
interface PushedMessage {
  text: string;
  topic: string | undefined;
  ttl: number;
}

/** The keys of a browser's subscription. */
interface Subscriber {
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
  /** The application server that the subscription is restricted to (RFC 8292, 4); null until it is known. */
  serverKey: string | null;
}

/**
 * Starts a push service with its browsers: takes messages by RFC 8030, checks who sends them by RFC 8292 and decrypts
 * them by RFC 8291 and RFC 8188.
 */
export async function startPushService() {
  const subscribers = new Map<string, Subscriber>();
  const messages: PushedMessage[] = [];
  const state = { status: null as number | null, retryAfter: "", answersLost: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => take(request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      void response.writeHead(status, headers).end();
    const subscriber = subscribers.get(request.url ?? "");
    if (request.method !== "POST" || !subscriber) return refuse(404);
    if (state.status !== null)
      return refuse(state.status, state.retryAfter ? { "retry-after": state.retryAfter } : {});
    const { ttl, topic, authorization = "", "content-encoding": encoding } = request.headers;
    // RFC 8030, 5.2 and 5.4.
    if (typeof ttl !== "string" || !/^\d+$/.test(ttl)) return refuse(400);
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return refuse(400);
    if (body.length > 4096) return refuse(413);
    const problem = vapidProblem(authorization, origin, subscriber.serverKey);
    if (problem) return refuse(problem);
    if (encoding !== "aes128gcm") return refuse(415);
    messages.push({ text: decrypt(body, subscriber), topic: topic?.toString(), ttl: Number(ttl) });
    if (state.answersLost > 0) {
      state.answersLost -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(201, { location: `${origin}/message/${randomUUID()}` }).end();
  }

  return {
    messages,
    /** Subscribes a browser; returns what it gives to the shop. */
    subscribe: (serverKey: string | null = null) => {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      subscribers.set(path, { ecdh, auth, serverKey });
      return {
        endpoint: `${origin}${path}`,
        p256dh: ecdh.getPublicKey("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    /** Ends a subscription, as when the user withdraws the permission. */
    unsubscribe: (endpoint: string) => subscribers.delete(new URL(endpoint).pathname),
    /** Switches a fault on or off. */
    setFaults: (faults: Partial<typeof state>) => {
      Object.assign(state, faults);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Returns the status that refuses a sender, or null for one who proves to have the key (RFC 8292, 2 to 4). */
function vapidProblem(authorization: string, origin: string, serverKey: string | null) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", payload = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) return 401;
  if (serverKey !== null && serverKey !== key) return 403;
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as object;
  const { alg } = read(header) as { alg?: string };
  const { aud, exp, sub } = read(payload) as { aud?: string; exp?: number; sub?: string };
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const now = Date.now() / 1000;
  const isCurrent = exp !== undefined && exp > now && exp <= now + 24 * 3600;
  const isNamed = /^(mailto:|https:)/.test(sub ?? "");
  return alg === "ES256" && isSigned && aud === origin && isCurrent && isNamed ? null : 403;
}

/** Decrypts a message of one record as the browser does. */
export function decrypt(body: Buffer, { ecdh, auth }: Omit<Subscriber, "serverKey">): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error("more than one record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const ikm = hkdfSync("sha256", ecdh.computeSecret(senderKey), auth, info, 32);
  const part = (name: string, length: number) =>
    Buffer.from(
      hkdfSync("sha256", new Uint8Array(ikm), salt, `Content-Encoding: ${name}\0`, length),
    );
  const decipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // Padding after the delimiter of the last record.
  const end = plain.lastIndexOf(2);
  if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no last record");
  return plain.subarray(0, end).toString();
}
