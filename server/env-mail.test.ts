import { expect, test } from "vitest";
import { readMail } from "./env-mail.ts";

function read(given: Parameters<typeof readMail>[0]) {
  const problems: string[] = [];
  return { url: readMail(given, false, problems), problems };
}

test.each([
  ["smtps://user:secret@mail.example:465", "smtps://user:secret@mail.example:465"],
  ["smtp://mail.example:587", "smtp://mail.example:587"],
  ["smtp://me%40x.example:a%23b@mail.example", "smtp://me%40x.example:a%23b@mail.example"],
  ["smtp://user:secret@[2001:db8::1]:587/", "smtp://user:secret@[2001:db8::1]:587/"],
])("%s is the address of a mail server", (SMTP_URL, url) => {
  expect(read({ SMTP_URL })).toEqual({ url, problems: [] });
});

test.each([
  ["@", "smtps://user:hun@ter2@mail.example:465"],
  ["# before digits", "smtps://user:#1hunter2@mail.example:465"],
  ["#", "smtps://user:hunter2#@mail.example:465"],
  ["/", "smtps://user:hun/ter2@mail.example:465"],
  ["?", "smtps://user:hun?ter2@mail.example:465"],
  ["%", "smtps://user:hun%ter2@mail.example:465"],
  ["a space", "smtps://user:hun ter2@mail.example:465"],
  ["an @ in the user", "smtps://me@hunter2.example:secret@mail.example:465"],
])(
  "%s in user or password is refused, with the way out and without the password",
  (_, SMTP_URL) => {
    const { problems } = read({ SMTP_URL });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^SMTP_URL has a character .* SMTP_USER and SMTP_PASSWORD/);
    expect(problems[0]).not.toMatch(/hun|ter2/);
  },
);

test("user and password beside the address are taken as they are", () => {
  const [SMTP_USER, SMTP_PASSWORD] = ["me@shop.example", "p@ss#w/o?r%d:! \\"];
  const { url, problems } = read({ SMTP_URL: "smtp://mail.example:587", SMTP_USER, SMTP_PASSWORD });
  expect(problems).toEqual([]);
  const parsed = new URL(url ?? "");
  expect(parsed.host).toBe("mail.example:587");
  expect(decodeURIComponent(parsed.username)).toBe(SMTP_USER);
  expect(decodeURIComponent(parsed.password)).toBe(SMTP_PASSWORD);
});

test.each([
  [{ SMTP_USER: "me" }, /set together/],
  [{ SMTP_URL: "smtp://a:b@mail.example", SMTP_USER: "me", SMTP_PASSWORD: "x" }, /user already/],
  [{ SMTP_USER: "me", SMTP_PASSWORD: "x" }, /needs SMTP_URL/],
  [{ SMTP_URL: "mail.example:587" }, /must begin with smtp/],
  [{ SMTP_URL: "smtp://" }, /must name a mail server/],
])("%j says what is missing", (given, message) => {
  expect(read(given).problems.join("\n")).toMatch(message);
});
