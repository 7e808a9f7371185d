import { href } from "react-router";
import { z } from "zod";
import { list } from "#app/office/list-query.ts";
import { EMAIL_MAX } from "#shop/rules/email-field.ts";
import { mailAudiences, mailFilters } from "#shop/mail/mail-list.ts";

export const mailList = list({
  path: href("/admin/mails"),
  filters: { q: { max: EMAIL_MAX }, state: mailFilters, to: mailAudiences },
  key: z
    .string()
    .max(400)
    .regex(/^\P{Cc}+$/u),
});
