import type { CSSProperties, ReactNode } from "react";
import { directionOf } from "#lib/direction.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { languages, pathIn } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";
import type { ShopDetails } from "../mail.ts";

/** With properties of Outlook. */
type MailStyle = CSSProperties & { msoPaddingAlt?: string; msoTextRaise?: string };

// Inline colours, because mail clients support neither custom properties nor light-dark().
const colors = {
  ink: "#16282d",
  muted: "#4c5d61",
  line: "#dfe6e7",
  ground: "#f4f7f7",
  card: "#ffffff",
  deep: "#0f3339",
  onDeep: "#f2f8f7",
  accent: "#0b5563",
  onAccent: "#ffffff",
};

// For mail clients that support media queries; others show the light colours or darken them automatically.
const darkStyles = `@media (prefers-color-scheme: dark) {
.mail-ground, .mail-ground > table > tbody > tr > td { background-color: #0e1719 !important; }
.mail-card { background-color: #162124 !important; border-color: #2b3a3d !important; }
.mail-box { background-color: #111b1e !important; }
.mail-words p { color: #e9efef !important; }
.mail-words p.mail-muted { color: #aab8ba !important; }
.mail-words li, .mail-words h2, .mail-words blockquote { color: #e9efef !important; }
.mail-words a.mail-link { color: #8fd0d6 !important; }
.mail-line { border-color: #2b3a3d !important; }
}`;

const fontFamily = "'Geist', system-ui, -apple-system, 'Segoe UI', sans-serif";

export const text: CSSProperties = {
  color: colors.ink,
  fontSize: "16px",
  lineHeight: "25px",
  margin: "0 0 16px",
  // A long name must not make the mail wider than a phone.
  wordBreak: "break-word",
};
export const muted: CSSProperties = {
  ...text,
  color: colors.muted,
  fontSize: "14px",
  lineHeight: "21px",
};
export const mono: CSSProperties = {
  fontFamily: "'Geist Mono', ui-monospace, Menlo, monospace",
  wordBreak: "break-all",
};
export const link: CSSProperties = { color: colors.accent, textDecoration: "underline" };
const button: MailStyle = {
  backgroundColor: colors.accent,
  borderRadius: "10px",
  color: colors.onAccent,
  display: "inline-block",
  fontSize: "15px",
  fontWeight: 600,
  lineHeight: "100%",
  maxWidth: "100%",
  msoPaddingAlt: "0px",
  padding: "13px 20px",
  textDecoration: "none",
};
const buttonWords: MailStyle = {
  display: "inline-block",
  lineHeight: "120%",
  maxWidth: "100%",
  msoPaddingAlt: "0px",
  msoTextRaise: "9.75px",
};
const hidden: CSSProperties = {
  display: "none",
  lineHeight: "1px",
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  overflow: "hidden",
};

/** Returns the footer of mails that are not about an order. */
export function accountFoot({ supportEmail }: ShopDetails): string {
  return t("mail.accountFoot", { email: supportEmail });
}

/** Returns the address of a page of the shop, given as its path or as an address without a prefix, in the mail's language. */
export function shopLink({ appUrl }: Pick<ShopDetails, "appUrl">, page: string): string {
  const path = page.startsWith(`${appUrl}/`) ? page.slice(appUrl.length) : page;
  return `${appUrl}${pathIn(currentLanguage(), path)}`;
}

/** Returns `value` in a mail from right to left. Mail programs inherit little, so that each table says its direction. */
export function ifRightToLeft<T>(value: T): T | undefined {
  return languages[currentLanguage()].dir === "rtl" ? value : undefined;
}

/** Renders the layout of every mail: the shop's name, heading, content and footer. */
export function MailLayout(props: {
  preview: string;
  heading: string;
  shop: ShopDetails;
  /** The footer; by default it says how to reach the shop. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const { preview, heading, shop, foot, children } = props;
  const language = currentLanguage();
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{darkStyles}</style>
      </head>
      <body
        className="mail-ground"
        style={{ backgroundColor: colors.ground, margin: 0, padding: 0 }}
      >
        <Preview text={preview} />
        <Section cell={{ backgroundColor: colors.ground, fontFamily, padding: "24px 12px" }}>
          <Section
            className="mail-card"
            style={{
              backgroundColor: colors.card,
              border: `1px solid ${colors.line}`,
              borderRadius: "14px",
              maxWidth: "560px",
              overflow: "hidden",
            }}
          >
            <Section style={{ backgroundColor: colors.deep }} cell={{ padding: "18px 28px" }}>
              <p
                style={{
                  color: colors.onDeep,
                  fontFamily: "'Besley', Georgia, serif",
                  fontSize: "20px",
                  fontWeight: 600,
                  lineHeight: "24px",
                  margin: 0,
                }}
              >
                <bdi>{shop.shopName}</bdi>
              </p>
            </Section>
            <Section className="mail-words" cell={{ padding: "28px" }}>
              <p
                dir={ifRightToLeft(directionOf(heading))}
                style={{ ...text, fontSize: "22px", fontWeight: 600, lineHeight: "28px" }}
              >
                {heading}
              </p>
              {children}
              <hr
                className="mail-line"
                style={{ border: 0, borderTop: `2px dashed ${colors.line}`, margin: "24px 0 20px" }}
              />
              <p className="mail-muted" style={{ ...muted, margin: 0 }}>
                {foot ?? t("mail.orderFoot", { email: shop.supportEmail })}
              </p>
            </Section>
          </Section>
        </Section>
      </body>
    </html>
  );
}

/** Renders a table of one cell: mail programs such as Outlook give no other element a width, a padding and a colour. */
export function Section(props: {
  className?: string;
  style?: CSSProperties;
  cell?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <table
      role="presentation"
      dir={ifRightToLeft("rtl")}
      align="center"
      width="100%"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      className={props.className}
      style={props.style}
    >
      <tbody>
        <tr>
          <td align={ifRightToLeft("right")} style={props.cell}>
            {props.children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The only padding that Outlook gives to a link: narrow spaces that are scaled, and raised text. */
const OUTLOOK_PADDING = {
  left: '<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:19.5px" hidden>&#8202;&#8202;</i><![endif]-->',
  right: '<!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]-->',
};

/** Renders a link as a button. */
export function Button({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" style={button}>
      <span dangerouslySetInnerHTML={{ __html: OUTLOOK_PADDING.left }} />
      <span style={buttonWords}>{children}</span>
      <span dangerouslySetInnerHTML={{ __html: OUTLOOK_PADDING.right }} />
    </a>
  );
}

/** Returns the function that renders a part of a text as a link (`rich`). */
export function linkTo(href: string): (chunks: ReactNode) => ReactNode {
  return (chunks) => (
    <a key={href} target="_blank" className="mail-link" href={href} style={link}>
      {chunks}
    </a>
  );
}

const PREVIEW_LENGTH = 200;

/** Renders the text that mail programs show in their lists, and blanks, so that they show nothing of what follows. */
function Preview({ text: beginning }: { text: string }) {
  const shown = beginning.slice(0, PREVIEW_LENGTH);
  return (
    <div style={hidden} data-skip-in-text="true">
      {shown}
      <div>{"\u00a0\u200c\u200b\u200d\ufeff".repeat(PREVIEW_LENGTH - shown.length)}</div>
    </div>
  );
}
