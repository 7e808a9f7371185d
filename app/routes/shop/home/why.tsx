import { StatusBadge } from "#app/ui/badge.tsx";
import { type IconName, Icon } from "#app/ui/icon.tsx";

const reasons: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "key-off",
    title: "We only need a username",
    text: "Coins go to the account you name. We never ask for a TikTok password or a login code, and no one from this shop will message you for one.",
  },
  {
    icon: "hourglass",
    title: "The price is held for 60 minutes",
    text: "The Bitcoin amount is worked out once, when you reach payment, and does not move while the countdown runs. At zero the quote ends, and you can get a new amount at the current rate.",
  },
  {
    icon: "eye",
    title: "You see the payment when we do",
    text: "The page changes when your payment appears on the Bitcoin network and again when it is confirmed. No screenshots, no emailing proof.",
  },
  {
    icon: "pin",
    title: "Tracking works without an account",
    text: "Your order ID and the email you used are enough, on any device.",
  },
];

const exampleSteps = [
  { label: "Order placed, 350 coins", time: "08:41" },
  { label: "Payment seen on the network", time: "08:44" },
  { label: "Payment confirmed", time: "09:02" },
];

/** An illustration of an order page, labelled as an example. */
function ExampleOrder() {
  return (
    <figure className="card slip" aria-label="Example order">
      <div className="row row--between">
        <div>
          <p className="xs muted">Example order</p>
          <p className="slip__id mono">7KQ2M9X</p>
        </div>
        <StatusBadge status="processing" />
      </div>
      <hr className="stitch" />
      <ol>
        {exampleSteps.map((step) => (
          <li key={step.time}>
            <span className="slip__dot">
              <Icon name="check" />
            </span>
            <span>{step.label}</span>
            <time>{step.time}</time>
          </li>
        ))}
        <li className="slip__next">
          <span className="slip__dot" />
          <span>Coins in the account</span>
          <span className="slip__when">next</span>
        </li>
      </ol>
    </figure>
  );
}

export function Why() {
  return (
    <section className="sec sec--why" aria-labelledby="why">
      <div className="container why">
        <div>
          <h2 className="display h2" id="why">
            Four things you can check for yourself
          </h2>
          <ExampleOrder />
        </div>
        <ul className="why__list">
          {reasons.map((reason) => (
            <li key={reason.icon}>
              <span className="why__icon">
                <Icon name={reason.icon} />
              </span>
              <h3>{reason.title}</h3>
              <p>{reason.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
