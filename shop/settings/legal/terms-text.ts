/** The default terms. They must match the payment code and the owner's settings. */
export const termsText = `
What you and {shop name} can expect of each other when you buy coins here.

## What we sell

Packages of TikTok coins, sent to the TikTok account you name. {shop name} is an independent shop. It is not affiliated with TikTok, and TikTok’s own rules for coins and accounts apply once they are delivered.

## What you tell us

A TikTok username, an email address and, if you like, your TikTok UID. Please check the username: coins go to the account you name and cannot be moved afterwards. We never ask for a TikTok password, a login code or a wallet seed.

## Prices and the price lock

Prices are in US dollars. {vat} When you reach payment in Bitcoin, the price is turned into an amount of Bitcoin at the rate shown there, and that amount is held for 60 minutes. After that the quote ends, and you can get a new amount at the rate of that moment; the address stays the same.

{late payments}

## Payment

{other methods}

In Bitcoin, send the amount shown to the address shown. Your wallet adds the network fee on top. {short payments} If you sent more than was due, write to us.

A paid checkout always becomes an order, even if you closed the page before confirming it. {unpaid orders} Money that arrives for a rejected order is reviewed by hand.

## Delivery

Your payment has to arrive first: in Bitcoin, the network has to confirm it, which often takes 10 to 60 minutes, longer when the network is busy. Your order then moves to Processing, and to Completed when the coins are in the account. {delivery time} You can follow it on the [tracking page](/track-order) with your order ID and email.

## Rejected orders and refunds

If we cannot deliver, for example because the username does not exist, the order is rejected and its page says so. Bitcoin payments cannot be reversed, so a refund is a new payment to an address you give us. {other refunds} Coins that have been delivered cannot be returned and are not refunded. [Refunds](/refunds) explains what is refunded, when and how.

{withdrawal}

## Credit

An account can have credit: from referrals, gift codes, refunds that you agreed to take as credit, or a gift of ours. You spend it on orders in this shop. It is never paid out in money, cannot be transferred, and ends with the account. What an order was paid with credit returns as credit if the order is rejected. Credit that was given for something which is later undone, such as a friend’s order that is rejected, is taken back.

## Your data

We keep what an order needs: the username, the UID if you gave it, your email address and the payment. We use it to deliver, to answer you and to keep our books. Pages opened with an order ID alone show these details masked. [Privacy](/privacy) has the details.

## Questions

Write to {support email} and include your order ID.
`;
