/** True for who asks with `Accept-Encoding` for answers that are compressed by gzip, or at least bears them. */
export function takesGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers.get("accept-encoding") ?? "");
}
