import type { NewsletterContent, NewsletterErrors } from "#shop/newsletter/newsletter.ts";

/** What the page answers when something was not done. */
export interface NewsletterAnswer {
  typed?: NewsletterContent;
  errors?: NewsletterErrors;
  /** Why, when no field is wrong. */
  message?: string;
}
