// Sends forms, so many at a time, in a process of its own: what a client costs is not the shop's.
import { Agent, request } from "node:http";

/** Forms to post to one address; answered with the seconds that all of them took, or what went wrong. */
export interface Posts {
  url: string;
  inFlight: number;
  forms: { cookie: string; body: string }[];
  /** Where each has to lead to. */
  leadsTo: string;
}

process.on("message", (posts: Posts) => {
  send(posts).then(
    (seconds) => process.send?.(seconds),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on("disconnect", () => process.exit(0));

async function send({ url, inFlight, forms, leadsTo }: Posts): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const queue = [...forms];
  const began = performance.now();
  const work = async () => {
    for (let form = queue.pop(); form; form = queue.pop()) {
      const location = await post(agent, url, form);
      if (!location.startsWith(leadsTo)) throw new Error(`led to ${location}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  agent.destroy();
  return (performance.now() - began) / 1000;
}

function post(agent: Agent, url: string, form: Posts["forms"][number]): Promise<string> {
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
        resolve(response.headers.location ?? `nowhere: ${response.statusCode}`),
      );
    });
    sent.on("error", reject);
    sent.end(form.body);
  });
}
