// Posts forms with a given concurrency. A process of its own, so that the client's CPU time is not the shop's.
import { Agent, request } from "node:http";

/** Forms to post to one URL. The reply is the seconds that all of them took, or an error message. */
export interface FormBatch {
  url: string;
  inFlight: number;
  forms: { cookie: string; body: string }[];
  /** The start of the location that each form has to redirect to. */
  redirectsTo: string;
}

process.on("message", (batch: FormBatch) => {
  send(batch).then(
    (seconds) => process.send?.(seconds),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on("disconnect", () => process.exit(0));

async function send({ url, inFlight, forms, redirectsTo }: FormBatch): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const queue = [...forms];
  const began = performance.now();
  const work = async () => {
    for (let form = queue.pop(); form; form = queue.pop()) {
      const location = await post(agent, url, form);
      if (!location.startsWith(redirectsTo)) throw new Error(`redirected to ${location}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  agent.destroy();
  return (performance.now() - began) / 1000;
}

function post(agent: Agent, url: string, form: FormBatch["forms"][number]): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie: form.cookie,
      origin: new URL(url).origin,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(form.body),
    };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () =>
        resolve(response.headers.location ?? `no redirect: ${response.statusCode}`),
      );
    });
    sent.on("error", reject);
    sent.end(form.body);
  });
}
