import { Icon } from "#app/ui/icon.tsx";
import type { PaymentTerms } from "#shop/payments/policy.ts";
import { inTimeText, toleranceText } from "../payment-terms.ts";

/** What the payment code really does, by the owner's settings; change the code first, then the words. */
const questionsOf = (payment: PaymentTerms): readonly { question: string; answer: string }[] => [
  {
    question: "How do I pay?",
    answer:
      "In Bitcoin. Checkout shows an address, the exact amount to eight decimals and a QR code that holds both. Send that amount in one payment from any wallet. Your wallet adds the network fee on top.",
  },
  {
    question: "What happens when the price lock ends?",
    answer: `The amount is held for 60 minutes. At zero the quote ends, and the screen offers a new amount at the current rate on the same address. Nothing is lost if your payment was on its way: it settles if it reaches the network ${inTimeText(payment)}. What comes later than that we look at by hand.`,
  },
  {
    question: "What if I send too little?",
    answer: `${toleranceText(payment)} the payment page says how much, and you send the rest to the same address. Coins are sent once the full amount has arrived.`,
  },
  {
    question: "How long does delivery take?",
    answer:
      "The Bitcoin network has to confirm your payment first. That often takes 10 to 60 minutes, longer when the network is busy. Your order then moves to Processing, and to Completed when the coins are in the account.",
  },
  {
    question: "Can I pay by card, PayPal or bank transfer?",
    answer: "Not at the moment. Bitcoin is the only payment method at checkout.",
  },
  {
    question: "What if my order is rejected?",
    answer:
      "You see it on the tracking page. Bitcoin payments cannot be reversed by the network, so a refund is a new payment to an address you give us.",
  },
];

export function Faq({ supportEmail, payment }: { supportEmail: string; payment: PaymentTerms }) {
  return (
    <section className="sec" id="faq" aria-labelledby="before">
      <div className="container faq">
        <div>
          <h2 className="display h2" id="before">
            Before you buy
          </h2>
          <p className="faq__more">
            Something else? Write to{" "}
            <a className="link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
            .
          </p>
        </div>
        <div className="faq__list">
          {questionsOf(payment).map(({ question, answer }) => (
            <details key={question}>
              <summary>
                {question}
                <Icon name="plus" />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
