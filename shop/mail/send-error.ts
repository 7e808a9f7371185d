/** What nodemailer says about a failed attempt. */
interface SmtpError {
  message: string;
  code?: string;
}

/** Advice by what the error says, most specific first; sources are Node's TLS errors and nodemailer's codes. */
const ADVICE: readonly [RegExp, string][] = [
  [
    /wrong version number|packet length too long|http request/i,
    "This port does not begin with TLS: try smtp:// with port 587 instead of smtps://",
  ],
  [
    /self.signed|unable to (verify|get)|certificate|altname/i,
    "The mail server's certificate does not fit its name, or nobody known has signed it: use the name that your provider gives",
  ],
  [
    /EAUTH|invalid login|authentication/i,
    "The mail server refused the login: check SMTP_USER and SMTP_PASSWORD. Many providers want an app password",
  ],
  [
    /greeting never received|unexpected socket close/i,
    "If the port is 465, the address begins with smtps://; with 587, with smtp://",
  ],
  [/ENOTFOUND|EAI_AGAIN|EDNS/i, "There is no such mail server: check its name in SMTP_URL"],
  [
    /ETIMEDOUT|ECONNREFUSED|ECONNECTION|EHOSTUNREACH|timeout/i,
    "The mail server cannot be reached: check its name and port in SMTP_URL. Many hosts block port 25; 587 is the usual one",
  ],
];

/** Returns why a mail could not be sent, in one line, and what to try where that is known. */
export function explainSendError(error: SmtpError): string {
  const message = error.message.replaceAll(/\s+/g, " ").trim();
  const text = `${error.code ?? ""} ${message}`;
  const advice = ADVICE.find(([sign]) => sign.test(text))?.[1];
  return advice ? `${message}. ${advice}.`.replaceAll(/\.+ /g, ". ") : message;
}
