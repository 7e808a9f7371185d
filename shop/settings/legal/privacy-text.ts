/** The default privacy policy. It must match what the code stores, sets and sends. */
export const privacyText = `
What {shop name} keeps about you, why, for how long, and who else gets to see any of it.

## When you order

Your email address, the TikTok username and, if you gave it, the TikTok UID; the package, the amounts and the times. Of the payment: the address it went to, and what the Bitcoin network shows of it; of one that came another way, its amount, its time and its reference. We use this to deliver the coins, to answer you and to keep our books.

We never ask for a TikTok password, a login code or a wallet seed. A payment in Bitcoin is public on its network, as every payment there is.

## When you have an account

Your name and email address, a hash of your password that the password cannot be read from, your points and your referral code, who referred you, and your birthday if you tell it. If you set up two-factor authentication, its key and its recovery codes, encrypted. For each browser you are signed in with: its network address, its name and when it was last used, so that you can check and end it in your account. From which kinds of browser and networks you have signed in, as digests, so that a new one can be told to you by mail. For 7 days after you change your email address the previous one, so that the change can be undone from there.

If you sign in with Google or Facebook, they give us your name, your email address, a number that stands for you and tokens that let us read just these, and they learn that you sign in here. Without that button being pressed, nothing is exchanged with them.

## When you subscribe to the newsletter

Your email address, the page on which you asked for it, and when you asked, confirmed and left. Nobody gets it without having confirmed, and each newsletter has a link to unsubscribe. We do not note who opens a mail or follows a link in it.

## Cookies

Only ones that the shop cannot do without; that is why nobody asks you to accept them.

- \`satchel_visitor\` knows your browser again, for your checkout and the orders it may see: 30 days, set when you put a package into the checkout or open an order.
- \`satchel.session_token\` keeps you signed in: until you sign out, 30 days at the most.
- \`satchel.state\` brings you back from Google or Facebook while you sign in there: 5 minutes.
- \`satchel.two_factor\` waits for your code while you sign in with two-factor authentication: 10 minutes.
- \`satchel.known_browser\` shows that you signed in with this browser before, so that wrong passwords of others do not lock you out of it: a year, set when you sign in. It does not say who you are.

Where this page came by https, these names begin with \`__Host-\`. The choice of light or dark stays in your browser’s own storage; so does a form that you sent after your session had ended, until you are signed in again.

## No analytics, no third parties

Pages load nothing from other hosts: no analytics, no advertising, no fonts or scripts from elsewhere.

## Who the server talks to

Price services, for the rate of Bitcoin; they learn nothing about you. One or more services that read the Bitcoin network; they see the payment address of your order, not whose it is. A mail server, which gets your email address and the mails we send you. {other companies} Programs that help us to deliver the coins may be told what happens to your order: its ID, what you ordered, your TikTok username and UID, your email address. Nobody else gets anything of yours from the shop.

## How long

Orders, their payments and the mails about them are kept as long as our books have to be. Who asked for the newsletter and did not confirm is forgotten after 7 days; to whom a newsletter went, 30 days after it was sent. What programs were told of your order is kept for 30 days. Who unsubscribed stays noted as such, until you ask us to remove it.

How often somebody failed to sign in or to find an order, registered or asked for a mail is counted by network and email address for about a day, to slow down guessing.

## Your say

In [your account](/account) you can correct what is wrong, download what is kept about you, and delete the account. Orders stay in our books after that. Ordered without an account, want something deleted, or want to know more? Write to {support email} from the address you ordered with, so that we know it is you. What was deleted can be in backups until these are replaced.
`;
