import * as http from "node:http";
import * as https from "node:https";

/** An answer of a web server, whole. */
export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const KEPT = { keepAlive: true, maxSockets: 128 };

/**
 * Asks web servers over connections that stay open, a redirect is an answer; throws when the whole of it is not
 * there within `timeoutMs`. Thousands of questions a minute cost half of what they would with `fetch`.
 */
export function createKeepAliveGet(timeoutMs: number): (url: string) => Promise<HttpResponse> {
  const agents = { "http:": new http.Agent(KEPT), "https:": new https.Agent(KEPT) };

  function ask(url: URL): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === "https:";
      const agent = agents[secure ? "https:" : "http:"];
      let answering = false;
      const request = (secure ? https : http).get(url, { agent }, (response) => {
        answering = true;
        response.setEncoding("utf8");
        let text = "";
        response.on("data", (part: string) => (text += part));
        response.on("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
        response.on("error", failed);
      });
      const failed = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        // The server closed the connection as we took it up again: it has not seen the question.
        if (request.reusedSocket && error.code === "ECONNRESET" && !answering) resolve(ask(url));
        else reject(error);
      };
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      request.on("error", failed);
    });
  }

  return (url) => ask(new URL(url));
}
