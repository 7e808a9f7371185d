import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as Telegram shows it. */
interface TelegramMessage {
  chatId: string;
  text: string;
}

/**
 * Starts a server with the method `sendMessage` of Telegram's Bot API, for one bot and one chat
 * (https://core.telegram.org/bots/api#making-requests). Each response has `ok`; an error has `error_code` and
 * `description`, and with 429 `parameters.retry_after`.
 */
export async function startTelegram({ token, chatId }: { token: string; chatId: string }) {
  const messages: TelegramMessage[] = [];
  const state = { blocked: false, retryAfter: 0, answersLost: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const refuse = (error_code: number, description: string, parameters?: object) =>
        response
          .writeHead(error_code, { "content-type": "application/json" })
          .end(JSON.stringify({ ok: false, error_code, description, parameters }));
      const [, given, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
      if (given === undefined || method !== "sendMessage") return refuse(404, "Not Found");
      if (given !== token) return refuse(401, "Unauthorized");
      if (request.headers["content-type"] !== "application/json")
        return refuse(400, "Bad Request: message text is empty");
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const text = typeof body.text === "string" ? body.text.trim() : "";
      if (text === "") return refuse(400, "Bad Request: message text is empty");
      if (text.length > 4096) return refuse(400, "Bad Request: message is too long");
      if (String(body.chat_id) !== chatId) return refuse(400, "Bad Request: chat not found");
      if (state.blocked) return refuse(403, "Forbidden: bot was blocked by the user");
      if (state.retryAfter > 0) {
        const retry_after = state.retryAfter;
        return refuse(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
      }
      messages.push({ chatId, text });
      if (state.answersLost > 0) {
        state.answersLost -= 1;
        return request.socket.destroy();
      }
      const result = { message_id: messages.length, chat: { id: Number(chatId) }, text };
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ok: true, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    messages,
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

export type Telegram = Awaited<ReturnType<typeof startTelegram>>;
