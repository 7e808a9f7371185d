import { expect, test } from "vitest";
import type { Offer } from "#shop/methods/methods.ts";
import { paymentTermsOf } from "#shop/payments/model/policy.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { onlyBitcoin } from "../../../../tests/make.ts";
import { homeTexts } from "./home-texts.ts";

const terms = paymentTermsOf(defaultSettings, "xpub");
const stripe: Offer = { method: "stripe", how: "page" };
const bitcoin: Offer = { method: "bitcoin", how: "chain" };
const paypal: Offer = { method: "paypal", how: "page" };
const bank: Offer = { method: "bank_transfer", how: "by-hand" };
const answerOf = (offers: readonly Offer[]) =>
  homeTexts(terms, offers, null).questions.find(({ question }) =>
    question.startsWith("Can I pay by"),
  )?.answer;

test("the questions name exactly what is offered", () => {
  expect(answerOf(onlyBitcoin)).toBe(
    "Not at the moment. Bitcoin is the only payment method at checkout.",
  );
  expect(answerOf([stripe, bitcoin])).toBe(
    "By card, yes: you choose at checkout, where Bitcoin is offered as well. By PayPal or bank transfer not at the moment.",
  );
  expect(answerOf([stripe, bitcoin, paypal, bank])).toBe(
    "By card, PayPal or bank transfer, yes: you choose at checkout, where Bitcoin is offered as well.",
  );
});

test("with Bitcoin alone the page speaks of Bitcoin, else of what there is", () => {
  expect(homeTexts(terms, onlyBitcoin, null)).toMatchObject({
    title: "TikTok coins, paid for in Bitcoin",
    needs: "You need a TikTok username, an email address and a Bitcoin wallet.",
  });
  const { lead, questions } = homeTexts(terms, [bitcoin, bank], {
    kind: "measured",
    half: 15,
    most: 120,
  });
  expect(lead).toContain("pay in Bitcoin or by bank transfer");
  const delivery = questions.find(({ question }) => question.startsWith("How long"))?.answer;
  expect(delivery).toContain("A bank transfer often takes one or two working days.");
  expect(delivery).not.toContain("card");
  expect(delivery).toContain("and 95% within 2 hours.");
});
