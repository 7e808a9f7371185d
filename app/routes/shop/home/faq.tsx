import { rich, t } from "#messages/translate.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { HomeTexts } from "./home-texts.ts";

export interface FaqProps {
  supportEmail: string;
  questions: HomeTexts["questions"];
}

export function Faq({ supportEmail, questions }: FaqProps) {
  return (
    <section className="sec" id="faq" aria-labelledby="before">
      <div className="container faq">
        <div>
          <h2 className="display h2" id="before">
            {t("home.questions")}
          </h2>
          <p className="faq__more">
            {rich("home.writeTo", { email: <Email address={supportEmail} /> })}
          </p>
        </div>
        <div className="faq__list">
          {questions.map(({ question, answer }) => (
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

function Email({ address }: { address: string }) {
  return (
    <a className="link" href={`mailto:${address}`}>
      <bdi>{address}</bdi>
    </a>
  );
}
