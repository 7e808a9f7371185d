import type { CSSProperties, ReactNode } from "react";
import { Body, Container, Head, Hr, Html, Preview, Section, Text } from "react-email";
import type { ShopDetails } from "../mail.ts";

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
export const button: CSSProperties = {
  backgroundColor: colors.accent,
  borderRadius: "10px",
  color: colors.onAccent,
  display: "inline-block",
  fontSize: "15px",
  fontWeight: 600,
  padding: "13px 20px",
  textDecoration: "none",
};

/** Returns the footer of mails that are not about an order. */
export function accountFoot({ supportEmail }: ShopDetails): string {
  return `Questions? Write to ${supportEmail}. We never ask for a password or a wallet seed.`;
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
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{darkStyles}</style>
      </Head>
      <Preview useTitleTag={false}>{preview}</Preview>
      <Body
        className="mail-ground"
        style={{ backgroundColor: colors.ground, fontFamily, margin: 0, padding: "24px 12px" }}
      >
        <Container
          className="mail-card"
          style={{
            backgroundColor: colors.card,
            border: `1px solid ${colors.line}`,
            borderRadius: "14px",
            maxWidth: "560px",
            overflow: "hidden",
          }}
        >
          <Section style={{ backgroundColor: colors.deep, padding: "18px 28px" }}>
            <Text
              style={{
                color: colors.onDeep,
                fontFamily: "'Besley', Georgia, serif",
                fontSize: "20px",
                fontWeight: 600,
                margin: 0,
              }}
            >
              {shop.shopName}
            </Text>
          </Section>
          <Section className="mail-words" style={{ padding: "28px" }}>
            <Text style={{ ...text, fontSize: "22px", fontWeight: 600, lineHeight: "28px" }}>
              {heading}
            </Text>
            {children}
            <Hr
              className="mail-line"
              style={{ border: 0, borderTop: `2px dashed ${colors.line}`, margin: "24px 0 20px" }}
            />
            <Text className="mail-muted" style={{ ...muted, margin: 0 }}>
              {foot ??
                `Questions? Write to ${shop.supportEmail} and include the order ID. We never ask for a password or a wallet seed.`}
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}
