/** The default privacy policy. It must match what the code stores, sets and sends. */
export const privacyText = `
What {shop name} stores about you, why, for how long, and who else sees any of it.

## When you order

Your email address, the TikTok username and, if you gave it, the TikTok UID; {country} the package, the amounts and the times; what you and we write to each other about the order. {withdrawal data} For Bitcoin payments: the address and what the network shows of the payment; for other payments: amount, time and reference. We use this to deliver the coins, to answer you and to keep our books.

If you have your browser tell you when the coins arrive: the address at which its push service takes messages for it, until it has told you, for 30 days at most.

We never ask for a TikTok password, a login code or a wallet seed. Like every Bitcoin payment, yours is public on the network.

## When you have an account

Your name and email address, a hash of your password, from which it cannot be read, your points, your credit with each change of it, and your referral code, who referred you, and your birthday if you enter it. If you set up two-factor authentication, its key and its recovery codes, encrypted. For each browser you are signed in with: its network address, its name and when it was last used, so that you can check and end it in your account. The kinds of browsers and networks you have signed in from, as digests, so that we can email you about a new one. For 7 days after you change your email address, the previous one, so that the change can be undone from there.

If you sign in with Google or Facebook, they give us your name, your email address, an ID for your account and tokens that let us read only these, and they learn that you sign in here. Nothing is exchanged with them unless you press that button.

## When you subscribe to the newsletter

Your email address, the page on which you signed up, and when you signed up, confirmed and unsubscribed. No one gets it without having confirmed, and every newsletter has a link to unsubscribe. We do not track who opens an email or follows a link in it.

## Cookies

Only those the shop cannot work without, which is why we do not ask you to accept them.

- \`satchel_visitor\` recognizes your browser, for your checkout and the orders it may see: 30 days, set when you put a package into the checkout or open an order.
- \`satchel_signed_out\` holds the same for 10 minutes after you sign out, if this browser has other orders, so that you can keep them here.
- \`satchel_code\` holds the code of a link that you followed, until you choose a package: 30 days at most.
- \`satchel.session_token\` keeps you signed in: until you sign out, 30 days at most.
- \`satchel.state\` brings you back from Google or Facebook while you sign in there: 5 minutes.
- \`satchel.two_factor\` waits for your code while you sign in with two-factor authentication: 10 minutes.
- \`satchel.passkey_challenge\` is what a passkey is to sign when you sign in with one, or add one: 5 minutes.
- \`satchel.known_browser\` shows that you signed in with this browser before, so that wrong passwords of others do not lock you out of it: a year, set when you sign in. It does not say who you are.

Where this page came by https, these names begin with \`__Host-\`. The choice of light or dark stays in your browser’s own storage; so does a form that you sent after your session had ended, until you are signed in again.

## No analytics, no third parties

Pages load nothing from other hosts: no analytics, no advertising, no fonts or scripts from elsewhere.

## Who the server talks to

Price services, for the rate of Bitcoin; they learn nothing about you. One or more services that read the Bitcoin network; they see the payment address of your order, not whose it is. A mail server, which gets your email address and the emails we send you. If you ask to be told when the coins arrive, the push service of your browser; it learns that there is a message, not what it says. {other companies} Programs that help us deliver the coins may receive data about your order: its ID, what you ordered, your TikTok username and UID, your email address. The shop passes your data to no one else.

## How long

Orders, their payments and the emails about them are kept as long as our books must be. Unconfirmed newsletter sign-ups are deleted after 7 days; the list of recipients of a newsletter, 30 days after it was sent. What programs received about your order is kept for 30 days. If you unsubscribe, we keep a note of it until you ask us to remove it.

Failed sign-ins and order lookups, registrations and requests for emails are counted by network and email address for about a day, to slow down guessing. The server's log notes each sign-in with the ID of the account and the network address.

## Your rights

In [your account](/account) you can correct what is wrong, download what is stored about you, and delete the account. Orders stay in our books after that. Ordered without an account, want something deleted, or want to know more? Write to {support email} from the address you ordered with, so that we know it is you. Deleted data may remain in backups until these are replaced.
`;
