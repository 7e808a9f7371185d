import { StatusBadge } from "#app/ui/badge.tsx";
import { type IconName, Icon } from "#app/ui/icon.tsx";
import { t } from "#messages/translate.ts";

const reasons = [
  { icon: "key-off", title: "home.usernameTitle", text: "home.usernameText" },
  { icon: "hourglass", title: "home.heldTitle", text: "home.heldText" },
  { icon: "eye", title: "home.seenTitle", text: "home.seenText" },
  { icon: "pin", title: "home.trackingTitle", text: "home.trackingText" },
] as const satisfies { icon: IconName; title: string; text: string }[];

const exampleSteps = () => [
  { label: t("home.exampleOrder", { coins: 350 }), time: "08:41" },
  { label: t("home.exampleSeen"), time: "08:44" },
  { label: t("home.exampleConfirmed"), time: "09:02" },
];

/** An illustration of an order page, labelled as an example. */
function ExampleOrder() {
  return (
    <figure className="card slip" aria-label={t("home.example")}>
      <div className="row row--between">
        <div>
          <p className="xs muted">{t("home.example")}</p>
          <p className="slip__id mono">7KQ2M9X</p>
        </div>
        <StatusBadge status="processing" />
      </div>
      <hr className="stitch" />
      <ol>
        {exampleSteps().map((step) => (
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
          <span>{t("home.exampleNext")}</span>
          <span className="slip__when">{t("home.exampleWhen")}</span>
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
            {t("home.why")}
          </h2>
          <ExampleOrder />
        </div>
        <ul className="why__list">
          {reasons.map((reason) => (
            <li key={reason.icon}>
              <span className="why__icon">
                <Icon name={reason.icon} />
              </span>
              <h3>{t(reason.title)}</h3>
              <p>{t(reason.text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
