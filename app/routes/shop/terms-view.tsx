import type { ReactNode } from "react";
import type { PaymentTerms } from "#shop/payments/policy.ts";
import { inTimeText, rejectionText, toleranceText } from "./payment-terms.ts";

export interface TermsViewProps {
  shopName: string;
  supportEmail: string;
  payment: PaymentTerms;
}

/** A part of a long text: its title at the side, its paragraphs beside it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function TermsView({ shopName, supportEmail, payment }: TermsViewProps) {
  const mail = (
    <a className="link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
  return (
    <article className="container terms">
      <h1 className="display">Terms</h1>
      <p className="terms__lead">
        What you and {shopName} can expect of each other when you buy coins here.
      </p>

      <Section title="What we sell">
        <p>
          Packages of TikTok coins, sent to the TikTok account you name. {shopName} is an
          independent shop. It is not affiliated with TikTok, and TikTok’s own rules for coins and
          accounts apply once they are there.
        </p>
      </Section>

      <Section title="What you tell us">
        <p>
          A TikTok username, an email address and, if you like, your TikTok UID. Please check the
          username: coins go to the account you name and cannot be moved afterwards. We never ask
          for a TikTok password, a login code or a wallet seed.
        </p>
      </Section>

      <Section title="Prices and the price lock">
        <p>
          Prices are in US dollars. When you reach payment, the price is turned into an amount of
          Bitcoin at the current rate, and that amount is held for 60 minutes. After that the quote
          ends, and you can ask for a new amount at the rate of that moment; the address stays the
          same.
        </p>
        <p>
          A payment that reaches the Bitcoin network {inTimeText(payment)} counts, even if it
          confirms later. Anything later we look at by hand; it is not lost.
        </p>
      </Section>

      <Section title="Payment">
        <p>
          Send the amount shown to the address shown. Your wallet adds the network fee on top.{" "}
          {toleranceText(payment)} send the rest to the same address; coins are sent once the full
          amount has arrived. If you sent more than was due, write to us.
        </p>
        <p>
          A paid checkout always becomes an order, even if you closed the page before confirming it.{" "}
          {rejectionText(payment)} Money that arrives for a rejected order is looked at by hand.
        </p>
      </Section>

      <Section title="Delivery">
        <p>
          The network has to confirm your payment first. That often takes 10 to 60 minutes, longer
          when the network is busy. Your order then moves to Processing, and to Completed when the
          coins are in the account. You can follow it on the tracking page with your order ID and
          email.
        </p>
      </Section>

      <Section title="Rejected orders and refunds">
        <p>
          If we cannot deliver, for example because the username does not exist, the order is
          rejected and its page says so. Bitcoin payments cannot be reversed by the network, so a
          refund is a new payment to an address you give us. Coins that have been delivered cannot
          be taken back and are not refunded.
        </p>
      </Section>

      <Section title="Your data">
        <p>
          We keep what an order needs: the username, the UID if you gave it, your email address and
          the payment. We use it to deliver, to answer you and to keep our books. Pages opened with
          an order ID alone show these details masked.
        </p>
      </Section>

      <Section title="Questions">
        <p>Write to {mail} and include your order ID.</p>
      </Section>
    </article>
  );
}
