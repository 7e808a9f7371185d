import { Link } from "react-router";
import { Section } from "./terms-view.tsx";

export interface PrivacyViewProps {
  shopName: string;
  supportEmail: string;
}

export function PrivacyView({ shopName, supportEmail }: PrivacyViewProps) {
  return (
    <article className="container terms">
      <h1 className="display">Privacy</h1>
      <p className="terms__lead">
        What {shopName} keeps about you, why, for how long, and who else gets to see any of it.
      </p>

      <Section title="When you order">
        <p>
          Your email address, the TikTok username and, if you gave it, the TikTok UID; the package,
          the amounts and the times. Of the payment: the address it went to, and what the Bitcoin
          network shows of it. We use this to deliver the coins, to answer you and to keep our
          books.
        </p>
        <p>
          We never ask for a TikTok password, a login code or a wallet seed. The payment itself is
          public on the Bitcoin network, as every payment there is.
        </p>
      </Section>

      <Section title="When you have an account">
        <p>
          Your name and email address, a hash of your password that the password cannot be read
          from, your points and your referral code, who referred you, and your birthday if you tell
          it. If you set up two-factor authentication, its key and its recovery codes, encrypted.
          For each browser you are signed in with: its network address, its name and when it was
          last used, so that you can check and end it in your account.
        </p>
        <p>
          If you sign in with Google or Facebook, they give us your name, your email address, a
          number that stands for you and tokens that let us read just these, and they learn that you
          sign in here. Without that button being pressed, nothing is exchanged with them.
        </p>
      </Section>

      <Section title="When you subscribe to the newsletter">
        <p>
          Your email address, the page on which you asked for it, and when you asked, confirmed and
          left. Nobody gets it without having confirmed, and each newsletter has a link to
          unsubscribe. We do not note who opens a mail or follows a link in it.
        </p>
      </Section>

      <Section title="Cookies">
        <p>
          Only ones that the shop cannot do without. <code className="mono">satchel_visitor</code>{" "}
          knows your browser again, for your checkout and the orders it may see: 30 days, set when
          you put a package into the checkout or open an order. The session cookie,{" "}
          <code className="mono">satchel.session_token</code>, keeps you signed in; two short-lived
          ones are set while you sign in. Where this page came by https, these names begin with{" "}
          <code className="mono">__Host-</code>. The choice of light or dark stays in your browser’s
          own storage; so does a form that you sent after your session had ended, until you are
          signed in again.
        </p>
      </Section>

      <Section title="No analytics, no third parties">
        <p>
          Pages load nothing from other hosts: no analytics, no advertising, no fonts or scripts
          from elsewhere.
        </p>
      </Section>

      <Section title="Who the server talks to">
        <p>
          Price services, for the rate of Bitcoin; they learn nothing about you. One or more
          services that read the Bitcoin network; they see the payment address of your order, not
          whose it is. A mail server, which gets your email address and the mails we send you.
        </p>
      </Section>

      <Section title="How long">
        <p>
          Orders, their payments and the mails about them are kept as long as our books have to be.
          Who asked for the newsletter and did not confirm is forgotten after 7 days; to whom a
          newsletter went, 30 days after it was sent. Who unsubscribed stays noted as such, until
          you ask us to remove it.
        </p>
        <p>
          How often somebody failed to sign in or to find an order, registered or asked for a mail
          is counted by network and email address for about a day, to slow down guessing.
        </p>
      </Section>

      <Section title="Your say">
        <p>
          In{" "}
          <Link className="link" to="/account">
            your account
          </Link>{" "}
          you can correct what is wrong, download what is kept about you, and delete the account.
          Orders stay in our books after that. Ordered without an account, or want to know more?
          Write to{" "}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </p>
      </Section>
    </article>
  );
}
