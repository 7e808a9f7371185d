/** The default refund policy. It must match the payment code and the owner's settings. */
export const refundsText = `
When {shop name} sends money back, how that works with Bitcoin, and what cannot be refunded.

## A refund is a new payment

A Bitcoin payment cannot be reversed by you, by us or by a bank. A refund is a separate payment that we make by hand from our wallet to an address of yours.

{other refunds}

## When we send money back

- **We cannot deliver**, for example because the username does not exist. The order is rejected, its page says so, and you get back what you paid.
- **You paid too much**, or twice. You get the excess back; please write to us.
- **You paid too little** and do not want to send the rest. You get back what you sent.
- **You paid too late**, and by then it no longer covered the price. You choose: send the rest, or get back what you sent.
- **You paid for an order that had already been rejected**, for example because it was unpaid for too long. You get back what you sent, or we deliver after all if you agree.

## Late and incomplete payments

{late payments}

{short payments} Once the time for it is over, we review it by hand and write to you.

{unpaid orders}

## How it works

1. Write to {support email} from the email address of your order, with the order ID. If we notice first, we write to that address.
2. If you paid in Bitcoin, we ask for a Bitcoin address of yours. We do not send to where the payment came from: that address often belongs to an exchange, and you may not get what arrives there.
3. Please check the address you give us. Money sent to a wrong address cannot be recovered.
4. We send the refund, and your order page shows how much went where, and in which transaction.

We ask only for an address: no payment first, no wallet seed, no password. Each refund is made by hand, so it can take a few working days. Without an address we cannot send anything; your payment stays recorded with your order until you give us one.

## How much

What was paid in Bitcoin is refunded in Bitcoin: the amount of Bitcoin you sent, or the excess, whatever it is worth in dollars by then. The network fee that your wallet paid went to the network and not to us, so we cannot return it. The fee of the refund is taken off what we send, unless the mistake was ours. An amount smaller than that fee cannot be sent.

## What is not refunded

- Coins that have been delivered. They cannot be removed from a TikTok account.
- Coins delivered to the username you gave, if it was not the one you meant.
- Changes of the Bitcoin rate between your payment and a refund.

Your statutory rights as a consumer are not affected.

## Questions

Write to {support email} and include your order ID.
`;
