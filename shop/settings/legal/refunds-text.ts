/** The default refund policy. It must match the payment code and the owner's settings. */
export const refundsText = `
When {shop name} sends money back, how that goes with Bitcoin, and what cannot be sent back.

## A refund is a new payment

A Bitcoin payment cannot be reversed, neither by you, nor by us, nor by a bank. So a refund is a payment of its own, which a person makes from our wallet to an address of yours.

{other refunds}

## When we send money back

- **We cannot deliver**, for example because the username does not exist. The order is rejected, its page says so, and you get back what you paid.
- **You paid too much**, or twice. You get back what was too much; please write to us.
- **You paid too little** and do not want to send the rest. You get back what you sent.
- **You paid too late**, and it was not worth the price any more. You choose: send the rest, or get back what you sent.
- **You paid for an order that had been rejected already**, for example because it was unpaid for too long. You get back what you sent, or we deliver after all if you agree.

## Late and incomplete payments

{late payments}

{short payments} Once the time for it is over, we look at it by hand and write to you.

{unpaid orders}

## How it goes

1. Write to {support email} from the email address of your order, with the order ID. If we notice first, we write to that address.
2. If you paid in Bitcoin, we ask for a Bitcoin address of yours. We do not send to where the payment came from: that often belongs to an exchange, and what arrives there may be lost to you.
3. Please check the address you give us. What was sent to a wrong one cannot be called back.
4. We send, and the page of your order shows how much went where, and in which transaction.

We ask for an address to send to, and for nothing else: no payment first, no wallet seed, no password. A person makes each refund, so it can take a few working days. Without an address we cannot send anything; what you paid stays noted with your order until you name one.

## How much

What was paid in Bitcoin is refunded in Bitcoin: the amount of Bitcoin that you sent, or the part of it that was too much, whatever it is worth in dollars by then. The network fee that your wallet paid went to the network and not to us, so we cannot return it. The fee of the refund is taken off what we send, unless the mistake was ours. An amount smaller than that fee cannot be sent.

## What is not refunded

- Coins that have been delivered. They cannot be taken back from a TikTok account.
- Coins delivered to the username you gave, if it was not the one you meant.
- Changes of the Bitcoin rate between your payment and a refund.

Rights that the law gives you as a consumer stay as they are.

## Questions

Write to {support email} and include your order ID.
`;
