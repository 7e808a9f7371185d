import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import { onTestFinished, expect, test } from "vitest";
import { explainSendError } from "./send-error.ts";

/** Returns why sending by this address fails, as the dashboard shows it. */
async function failure(url: string): Promise<string> {
  const transport = createTransport({ url });
  const error = await transport.sendMail({ from: "a@x.example", to: "b@x.example" }).then(
    () => new Error("was sent"),
    (reason: unknown) => reason as Error,
  );
  transport.close();
  return explainSendError(error);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A mail server that asks for a login and refuses each. */
const refusing = () =>
  createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail.test\r\n");
    socket.on("data", (data) => {
      const line = String(data);
      if (line.startsWith("EHLO")) socket.write("250-mail.test\r\n250 AUTH PLAIN\r\n");
      else socket.write("535 5.7.8 Username and password\r\n");
    });
  });

test("a refused login says which variables to check, not the password", async () => {
  const why = await failure(`smtp://user:hunter2@127.0.0.1:${await listen(refusing())}`);
  expect(why).toContain("The mail server refused the login: check SMTP_USER and SMTP_PASSWORD");
  expect(why).not.toContain("hunter2");
});

test("TLS on a port without it says which address to try", async () => {
  expect(await failure(`smtps://127.0.0.1:${await listen(refusing())}`)).toContain(
    "try smtp:// with port 587",
  );
});

test("a closed port and an unknown name say what to check", async () => {
  expect(await failure("smtp://127.0.0.1:9")).toContain("check its name and port");
  expect(explainSendError({ code: "EDNS", message: "getaddrinfo ENOTFOUND mial.example" })).toBe(
    "getaddrinfo ENOTFOUND mial.example. There is no such mail server: check its name in SMTP_URL.",
  );
});

test("what is not known is shown as it came, in one line", () => {
  expect(explainSendError({ message: "451 4.7.1\n Try later" })).toBe("451 4.7.1 Try later");
});
