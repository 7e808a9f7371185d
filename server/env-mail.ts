import { z } from "zod";

/** Validated together by `readMail`, whose messages never show a part of the password. */
export const mailVariables = {
  SMTP_URL: z.string().optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, "must be an email address")
    .optional(),
};

type MailVariables = Partial<Record<keyof typeof mailVariables, string>>;

/** Returns the address of the mail server with its credentials; null without SMTP_URL. */
export function readMail(given: MailVariables, live: boolean, problems: string[]): string | null {
  const { SMTP_URL: text, SMTP_USER: user, SMTP_PASSWORD: password } = given;
  if (live) {
    const missing = "must be set when SATCHEL_MODE is live";
    if (!text) problems.push(`SMTP_URL ${missing}: the mail server that sends to customers`);
    if (!given.MAIL_FROM) problems.push(`MAIL_FROM ${missing}: the sender of those mails`);
  }
  if (!user !== !password) problems.push("SMTP_USER and SMTP_PASSWORD must be set together");
  if (user && !text) problems.push("SMTP_USER needs SMTP_URL, the mail server that it is for");
  if (!text) return null;
  const problem = problemOf(text, user !== undefined);
  if (problem) problems.push(`SMTP_URL ${problem}`);
  if (problem || !user || !password) return text;
  const server = new URL(text);
  return `${server.protocol}//${encodeURIComponent(user)}:${encodeURIComponent(password)}@${server.host}${server.search}`;
}

/** Returns what is wrong with the address, without quoting any of it. */
function problemOf(text: string, hasUser: boolean): string | null {
  const rest = /^smtps?:\/\/(.*)$/s.exec(text)?.[1];
  if (rest === undefined) return "must begin with smtp:// (port 587) or smtps:// (port 465)";
  const authority = rest.replace(/[/?].*$/s, "");
  const parts = authority.split("@");
  const credentials = parts.slice(0, -1).join("@");
  const isAmbiguous =
    // What ends an address, or a user, before the server's name.
    /[#\s]/.test(rest) ||
    parts.length > 2 ||
    rest.slice(authority.length).includes("@") ||
    /%(?![0-9a-f]{2})/i.test(credentials);
  if (isAmbiguous)
    return "has a character in user or password that means something else in an address, such as @ # / ? % or a space: leave both out, as in smtp://mail.example:587, and set SMTP_USER and SMTP_PASSWORD as they are (or write %40 for @, %23 for #, %2F for /, %3F for ?, %25 for %)";
  if (!URL.canParse(text) || !new URL(text).hostname)
    return "must name a mail server, such as smtp://mail.example:587 or smtps://mail.example:465";
  return hasUser && credentials ? "has a user already: leave it out beside SMTP_USER" : null;
}
