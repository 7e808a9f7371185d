import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Meter } from "#app/ui/meter.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { SetupList } from "#shop/operations/setup-list.server.ts";
import { settingsPath } from "../settings/settings-pages.ts";

interface Step {
  title: string;
  done: boolean;
  under: ReactNode;
  to?: string;
  /** A form beside the step. */
  action?: ReactNode;
}

export interface SetupCardProps {
  list: SetupList;
  /** The address that a test mail is sent to. */
  email: string;
}

/** What is left to do before a new live shop can sell. */
export function SetupCard({ list, email }: SetupCardProps) {
  const steps = stepsOf(list, email);
  const done = steps.filter((step) => step.done).length;
  return (
    <Card
      title="Set up your shop"
      className="setup"
      action={
        <span className="setup__progress">
          <Meter percent={(done / steps.length) * 100} tone="completed" />
          <span className="num">
            {done} of {steps.length} done
          </span>
        </span>
      }
      line
    >
      <ul className="setup__steps">
        {steps.map((step) => (
          <li key={step.title} className={step.done ? "setup__step is-done" : "setup__step"}>
            <span className="setup__mark">{step.done && <Icon name="check" size="sm" />}</span>
            <div className="setup__text">
              <span className="setup__title">
                {step.to ? (
                  <Link className="link" to={step.to}>
                    {step.title}
                  </Link>
                ) : (
                  step.title
                )}
                <span className="sr">, {step.done ? "done" : "open"}</span>
              </span>
              <span className="setup__under">{step.under}</span>
            </div>
            {step.action}
          </li>
        ))}
      </ul>
      <div className="setup__foot">
        <ActButton {...step} intent="hide-setup" variant="ghost">
          Hide this list
        </ActButton>
      </div>
    </Card>
  );
}

function stepsOf(list: SetupList, email: string): Step[] {
  const { shop, packages, wallet, mail, backup, legal, purchase } = list;
  return [
    {
      title: "Shop name and support email",
      done: shop.done,
      under: `Customers see “${shop.name}” and ${shop.supportEmail}.`,
      to: settingsPath("shop"),
    },
    {
      title: "Packages and prices",
      done: packages.done,
      under: packages.done
        ? `${formatCount(packages.onSale)} on sale.`
        : packages.samples > 0
          ? `On sale at their sample price: ${formatCount(packages.samples)} of ${formatCount(packages.onSale)}. Edit each, or save it as it is.`
          : "The samples are not for sale yet. Edit their prices, then move them to the grid.",
      to: href("/admin/packages"),
    },
    {
      title: "Wallet",
      done: wallet.done,
      under: wallet.done
        ? "The first addresses were compared with yours."
        : "Compare the shop’s first addresses with yours. Bitcoin is not offered before.",
      to: settingsPath("addresses"),
    },
    {
      title: "Test email",
      done: mail.done,
      under: <MailState mail={mail} email={email} />,
      action: (
        <ActButton {...step} intent="test-mail">
          {mail.last ? "Send another" : "Send a test email"}
        </ActButton>
      ),
    },
    {
      title: "Backup",
      done: backup.done,
      under: backup.at ? (
        <>
          Made <Time value={backup.at} />.
        </>
      ) : (
        "Run “satchel backup” on the server, then schedule it for every night."
      ),
      to: "#last-backup",
    },
    {
      title: "Terms and privacy",
      done: legal.done,
      under: legal.done ? (
        "Read. Edit them in Settings at any time."
      ) : (
        <>
          Read the{" "}
          <Link className="link" to={href("/terms")}>
            terms
          </Link>{" "}
          and the{" "}
          <Link className="link" to={href("/privacy")}>
            privacy page
          </Link>{" "}
          that customers agree to, and change them to fit your country.
        </>
      ),
      to: settingsPath("legal"),
      action: !legal.done && (
        <ActButton {...step} intent="legal-read">
          Mark as read
        </ActButton>
      ),
    },
    {
      title: "Test purchase",
      done: purchase.done,
      under: purchase.done
        ? "The first order is paid."
        : purchase.orders > 0
          ? "The first order is placed, but not paid yet."
          : "Buy your cheapest package as a customer would, and pay for it.",
      to: href("/"),
    },
  ];
}

function MailState({ mail, email }: { mail: SetupList["mail"]; email: string }) {
  const { last } = mail;
  if (!last) return `Checks that your mail server takes the shop’s emails. Goes to ${email}.`;
  if (last.sentAt)
    return (
      <>
        Accepted by the mail server, <Time value={last.sentAt} />. Check that it has reached{" "}
        {last.to}.
      </>
    );
  if (last.error) return `Not sent yet: ${last.error}. It is retried for a day.`;
  return `On its way to ${last.to}.`;
}

/** What the buttons of the list have in common. */
const step = { size: "sm", action: `${href("/admin")}?index` } as const;
