import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, TestMail } from "../mail.ts";
import { MailLayout, text } from "./layout.tsx";

/** Renders the mail that an administrator sends to themselves to test the mail server. */
function TestMailBody({ shop }: { shop: ShopDetails }) {
  return (
    <MailLayout
      preview={`${shop.shopName} can send emails.`}
      heading="Test email"
      shop={shop}
      foot={`You asked for this email on the dashboard of ${shop.shopName}.`}
    >
      <p style={text}>
        {shop.shopName} can send emails. If this one is in your spam folder, your customers will
        find theirs there as well: set up SPF and DKIM for your domain at your mail provider.
      </p>
      <p style={text}>The support address that customers see is {shop.supportEmail}.</p>
    </MailLayout>
  );
}

export const testMail: MailTemplate<TestMail> = {
  adminLabel: "Test email",
  subject: () => "test email",
  Body: TestMailBody,
  example: { template: "test-mail" },
};
